import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, anOpenTime, aQueueEntry, aTeeTime } from '../../../../test/support/factories.ts';
import { claims } from '../../claims/claims.contract.ts';
import { waitList, type CallOutcome } from '../wait-list.contract.ts';

const app = testApp();
let agent: HeaderFields;
let admin: HeaderFields;
let course: { id: number };
let entry: { id: number; lost_lead_id: number; fore_up_availability_id: number };

beforeAll(async () => {
  course = await aCourse(app.db);
});
beforeEach(async () => {
  app.setClock('2030-05-30T12:00:00Z');
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
  entry = await aQueueEntry(app.db, course.id, { lead: { created_at: '2030-05-30T11:00:00Z' } });
});

const note = (outcome: CallOutcome, seen_call_id: number | null, who = agent, id = entry.id) =>
  app.call(waitList.outcome, { body: { id, outcome, seen_call_id } }, who);
const noted = (outcome: CallOutcome, seen_call_id: number | null, who = agent) =>
  app.ok(waitList.outcome, { body: { id: entry.id, outcome, seen_call_id } }, who);
const takeBack = (call_id: number) => app.call(waitList.takeBack, { body: { id: entry.id, call_id } }, agent);
const shown = async (fupId = entry.fore_up_availability_id) =>
  (await app.ok(waitList.index, { query: { id: fupId } }, agent)).availability_queues[0];
const calls = () =>
  app.db
    .selectFrom('lead_calls')
    .select('outcome')
    .where('lost_lead_id', '=', entry.lost_lead_id)
    .orderBy('id')
    .execute();

test('the last outcome is shown to everybody, with who and when, in each of the lead’s queues', async () => {
  const other = await anOpenTime(app.db, { course_id: course.id });
  await app.db
    .insertInto('availability_queues')
    .values({ fore_up_availability_id: other.id, lost_lead_id: entry.lost_lead_id })
    .execute();
  const first = await noted('no_answer', null);
  app.setClock('2030-05-30T12:30:00Z');
  const second = await noted('calls_back', first.id, await app.signedIn('admin'));
  agent = await app.signedIn('agent');
  for (const fupId of [entry.fore_up_availability_id, other.id])
    expect((await shown(fupId))?.last_call).toEqual({
      id: second.id,
      outcome: 'calls_back',
      made_by: second.made_by,
      created_at: '2030-05-30T12:30:00.000000Z',
    });
  expect(second.made_by).not.toBe(first.made_by);
});

test('who was called recently stands behind the others', async () => {
  const lead = await app.db
    .insertInto('lost_leads')
    .values({
      course_id: course.id,
      players: 2,
      lead_date: '2030-06-01',
      play_time: '07:42',
      created_at: '2030-05-30T11:30:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const later = await app.db
    .insertInto('availability_queues')
    .values({ fore_up_availability_id: entry.fore_up_availability_id, lost_lead_id: lead.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await shown())?.id).toBe(entry.id);
  await noted('no_answer', null);
  expect((await shown())?.id).toBe(later.id);
  app.setClock('2030-05-30T14:00:00Z');
  agent = await app.signedIn('agent');
  expect((await shown())?.id).toBe(entry.id);
});

test('who does not want it any more is not called, until another outcome says otherwise', async () => {
  const unwanted = await noted('not_wanted', null);
  expect(await shown()).toMatchObject({ call_rank: null, why: 'does not want it any more' });
  const ids = async () => (await app.ok(waitList.queues, {}, agent)).map(({ id }) => id);
  expect(await ids()).not.toContain(entry.fore_up_availability_id);
  await noted('calls_back', unwanted.id);
  expect(await shown()).toMatchObject({ call_rank: 1 });
  expect(await ids()).toContain(entry.fore_up_availability_id);
});

test('who wants it again waits for what came meanwhile too', async () => {
  const unwanted = await noted('not_wanted', null);
  const came = await anOpenTime(app.db, { course_id: course.id });
  await noted('no_answer', unwanted.id);
  expect(await shown(came.id)).toMatchObject({ lost_lead: { id: entry.lost_lead_id } });
});

test('the same key pressed again takes nothing more down', async () => {
  const both = await Promise.all([note('no_answer', null), note('no_answer', null), note('no_answer', null)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(both.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await calls()).toEqual([{ outcome: 'no_answer' }]);
});

test('an outcome that somebody else took down meanwhile is not overtaken', async () => {
  const customer = await aCustomer(app.db, { first_name: 'Ada', last_name: 'Okafor' });
  await app.db
    .updateTable('lost_leads')
    .set({ customer_id: customer.id })
    .where('id', '=', entry.lost_lead_id)
    .execute();
  const theirs = await noted('calls_back', null, admin);
  const mine = await note('not_wanted', null);
  expect(mine.status).toBe(409);
  const said = /^(.*) recorded “calls back” for Ada Okafor on May 30 2030 at .*, after you opened it\.$/;
  expect(said.exec(String((mine.body as { message: string }).message))?.[1]).toBe(theirs.made_by);
  expect(await note('calls_back', null)).toMatchObject({ status: 409 });
  expect(await shown()).toMatchObject({ call_rank: 1, last_call: { id: theirs.id } });
});

test('a call that was taken down by mistake is taken back, and that is recorded', async () => {
  const first = await noted('no_answer', null);
  const second = await noted('not_wanted', first.id);
  expect((await takeBack(first.id)).status).toBe(409);
  expect((await takeBack(second.id)).status).toBe(200);
  expect((await takeBack(second.id)).status).toBe(200);
  expect(await shown()).toMatchObject({ call_rank: 1, last_call: { id: first.id } });
  expect((await takeBack(first.id)).status).toBe(200);
  expect(await shown()).toMatchObject({ last_call: null });
  const recorded = await app.db
    .selectFrom('audit_entries')
    .select('before')
    .where('subject', '=', 'lost_lead')
    .where('subject_id', '=', entry.lost_lead_id)
    .orderBy('id')
    .execute();
  expect(recorded).toMatchObject([
    { before: { outcome: 'not_wanted' } },
    { before: { outcome: 'no_answer' } },
  ]);
});

test('a second not wanted taken back leaves the first', async () => {
  const first = await noted('not_wanted', null);
  const second = await noted('not_wanted', first.id);
  expect(second.id).not.toBe(first.id);
  await takeBack(second.id);
  expect(await shown()).toMatchObject({ call_rank: null, why: 'does not want it any more' });
});

test('who is booked, or waits in a closed queue, is called by nobody; the same key pressed again still says what it did', async () => {
  const first = await noted('no_answer', null);
  const { fore_up_availability_id: time, lost_lead_id } = entry;
  const close = (queue_closed_at: string | null) =>
    app.db.updateTable('fore_up_availabilities').set({ queue_closed_at }).where('id', '=', time).execute();
  await close('2030-05-30T12:00:00Z');
  expect(await note('not_wanted', first.id)).toMatchObject({
    status: 422,
    body: { errors: { id: ['The queue is closed: nobody is called from it until it is open again.'] } },
  });
  await close(null);
  const tee_time = await aTeeTime(app.db, {
    course_id: course.id,
    customer_id: (await aCustomer(app.db)).id,
  });
  await app.db
    .updateTable('lost_leads')
    .set({ tee_time_id: tee_time.id })
    .where('id', '=', lost_lead_id)
    .execute();
  expect(await note('not_wanted', first.id)).toMatchObject({
    status: 422,
    body: { errors: { id: [expect.stringMatching(/ is booked already\.$/)] } },
  });
  expect(await note('no_answer', null)).toMatchObject({ status: 200, body: { id: first.id } });
  expect(await calls()).toHaveLength(1);
});

test('the outcome ends the call, whoever takes it down', async () => {
  const body = {
    holder: randomUUID(),
    doing: 'calling' as const,
    subjects: [{ subject: 'queue_entry' as const, subject_id: entry.id }],
  };
  const calling = async () => (await app.ok(claims.index, {}, agent)).map(({ doing }) => doing);
  await app.ok(claims.take, { body }, agent);
  expect(await calling()).toEqual(['calling', 'calling']);
  await noted('no_answer', null, admin);
  expect(await calling()).toEqual([]);
  // A claim made for a booking stays when the outcome of a call is recorded.
  await app.ok(claims.take, { body: { ...body, doing: 'booking' } }, agent);
  await noted('calls_back', (await shown())?.last_call?.id ?? null);
  expect(await calling()).toEqual(['booking', 'booking']);
});

test('nobody is called who is in no queue', async () => {
  expect(await note('no_answer', null, agent, 424_242)).toMatchObject({
    status: 404,
    body: { message: 'This waiting customer does not exist.' },
  });
});
