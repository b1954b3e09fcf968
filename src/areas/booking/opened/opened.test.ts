import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, anOpenTime, aQueueEntry } from '../../../../test/support/factories.ts';
import { booking } from '../booking.contract.ts';
import { blankForm } from '../form/form.rules.ts';
import { matchesOpenTime, matchesLead, leadNotice } from './opened.rules.ts';

const app = testApp();
let agent: HeaderFields;
let course: { id: number };
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = await aCourse(app.db);
});
const openedFrom = (query: { availability_id?: number; queue_id?: number; lead_id?: number }) =>
  app.ok(booking.openedFrom, { query }, agent);

test('a place in a queue says whose it is, which in the queue, and of which time', async () => {
  const customer = await aCustomer(app.db);
  const { id, lost_lead_id, fore_up_availability_id } = await aQueueEntry(app.db, course.id, {
    lead: { customer_id: customer.id },
  });
  const older = await app.db
    .insertInto('lost_leads')
    .values({
      course_id: course.id,
      players: 2,
      lead_date: '2030-06-01',
      play_time: '07:42',
      created_at: new Date('2026-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('availability_queues')
    .values({ fore_up_availability_id, lost_lead_id: older.id })
    .execute();
  const opened = await openedFrom({ queue_id: id });
  expect(opened).toMatchObject({
    open_time: { id: fore_up_availability_id, course_id: course.id, available_time: 742, holes: null },
    lead: { email: customer.email, lead_date: '2030-06-01', queue_position: 2, is_booked: false },
  });
  expect((await openedFrom({ lead_id: lost_lead_id })).lead).toMatchObject({
    email: customer.email,
    queue_position: null,
  });

  const form = {
    ...blankForm(course.id),
    play_date: '2030-06-01',
    play_time: '07:42',
    availability_queue_id: id,
    customer: { ...customer, email: ` ${customer.email.toUpperCase()}`, postcode: '' },
  };
  expect([matchesLead(form, opened), matchesOpenTime(form, opened)]).toEqual([true, true]);
  expect(leadNotice(form, opened)?.text).toContain('place in the queue, number 2 in it');
  const later = { ...form, play_time: '08:00' };
  expect([matchesLead(later, opened), matchesOpenTime(later, opened)]).toEqual([true, false]);
  const others = [
    { ...form, play_date: '2030-06-02' },
    { ...form, course: course.id + 1 },
    { ...form, customer: { ...form.customer, email: 'somebody@else.example' } },
  ];
  expect(others.map((other) => matchesLead(other, opened))).toEqual([false, false, false]);
  expect(leadNotice({ ...form, play_date: '2030-06-02' }, opened)).toMatchObject({ tone: 'waiting' });
});

test('a nine-hole row says its holes and side, and what is not there is null', async () => {
  const { id } = await anOpenTime(app.db, { course_id: course.id, holes: 9, starting_side: 'Back' });
  expect(await openedFrom({ availability_id: id, queue_id: 424_242 })).toMatchObject({
    open_time: { id, holes: 9, starting_side: 'Back' },
    lead: null,
  });
  expect(await openedFrom({ availability_id: 424_242 })).toEqual({ open_time: null, lead: null });
});
