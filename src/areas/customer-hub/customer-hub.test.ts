import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { bookTeeTime } from '../../../test/support/bookings.ts';
import {
  aCertificate,
  aCourse,
  aCustomer,
  anOpenTime,
  aQueueEntry,
  aTeeTime,
} from '../../../test/support/factories.ts';
import { giftCertificates } from '../gift-certificates/gift-certificates.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { customerHub } from './customer-hub.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: { id: number; course_name: string };
beforeAll(async () => {
  app.setClock('2030-06-01T19:00:00Z'); // noon in San Diego
  agent = await app.signedIn('agent');
  course = await aCourse(app.db, { course_name: 'Twin Oaks' });
});
const rounds = (id: number) => app.ok(customerHub.rounds, { params: { id } }, agent);
const leads = (id: number) => app.ok(customerHub.leads, { params: { id } }, agent);

test('rounds: what comes next first, what was last first, five of each, and all are counted', async () => {
  const customer = await aCustomer(app.db);
  const other = await aCustomer(app.db);
  const play = (play_date: string, play_time: string, state = 'booked', customer_id = customer.id) =>
    aTeeTime(app.db, { course_id: course.id, customer_id, play_date, play_time, state: state as 'booked' });
  for (const day of ['01', '02', '03', '04', '05', '06']) await play(`2030-07-${day}`, '08:00');
  await play('2030-06-01', '12:10');
  await play('2030-06-01', '11:50');
  await play('2030-05-01', '08:00');
  await play('2030-06-02', '08:00', 'booked', other.id);
  const { upcoming, past, total } = await rounds(customer.id);
  const when = (of: typeof upcoming) => of.map(({ play_date, play_time }) => `${play_date} ${play_time}`);
  expect(when(upcoming)).toEqual([
    '2030-06-01 12:10',
    ...['01', '02', '03', '04'].map((day) => `2030-07-${day} 08:00`),
  ]);
  expect(when(past)).toEqual(['2030-06-01 11:50', '2030-05-01 08:00']);
  expect([upcoming[0]?.status, past[0]?.status, total]).toEqual(['booked', 'played', 9]);
  expect(upcoming[0]).toMatchObject({ course_name: 'Twin Oaks', players: 2, paid: '0.00' });
});

test('rounds: the course’s own clock decides, canceled ones are shown, failed ones are none', async () => {
  const customer_id = (await aCustomer(app.db)).id;
  const east = await aCourse(app.db, { time_zone: 'America/New_York' });
  const day = { customer_id, play_date: '2030-06-01', play_time: '14:00' };
  await aTeeTime(app.db, { ...day, course_id: east.id });
  const canceled = await aTeeTime(app.db, { ...day, course_id: course.id });
  const plainly = { id: canceled.id, cancel: true, force_cancel: true };
  await app.ok(teeTimes.cancel, { body: plainly }, agent);
  const { upcoming, past } = await rounds(customer_id);
  expect(upcoming.map(({ status }) => status)).toEqual(['canceled']);
  expect(past.map(({ status }) => status)).toEqual(['played']);
});

test('certificates: those with a balance first, bought and received, and what is left on all', async () => {
  const customer_id = (await aCustomer(app.db)).id;
  const recipient = await aCustomer(app.db, { type: 'GiftCertificateRecipient' });
  const spent = await aCertificate(app.db, { customer_id, raw_value: 0 });
  const full = await aCertificate(app.db, {
    customer_id,
    recipient_id: recipient.id,
    course_id: course.id,
    raw_value: 20_000,
  });
  const of = (id: number) => app.ok(customerHub.certificates, { params: { id } }, agent);
  expect(await of(customer_id)).toEqual({
    total: 2,
    balance: '200.00',
    certificates: [
      {
        id: full.id,
        serial: full.serial,
        course_name: 'Twin Oaks',
        value: '200.00',
        balance: '200.00',
        is_recipient: false,
      },
      {
        id: spent.id,
        serial: spent.serial,
        course_name: null,
        value: '0.00',
        balance: '0.00',
        is_recipient: false,
      },
    ],
  });
  expect((await of(recipient.id)).certificates).toMatchObject([{ id: full.id, is_recipient: true }]);
});

test('letters: of rounds and certificates, the newest first, without what the course got', async () => {
  const { id: tee_time_id } = await bookTeeTime(app, agent, {
    course: course.id,
    tee_time: { play_date: '2030-08-01' },
  });
  const { customer_id } = await app.db
    .selectFrom('tee_times')
    .select('customer_id')
    .where('id', '=', tee_time_id)
    .executeTakeFirstOrThrow();
  const { serial } = await aCertificate(app.db, { customer_id });
  await app.ok(giftCertificates.receipt, { params: { serial } }, agent);
  const found = await app.ok(customerHub.letters, { params: { id: customer_id } }, agent);
  expect(found.map(({ kind, about }) => [kind, about])).toEqual([
    ['gift_certificate_receipt', serial],
    ['receipt', 'Twin Oaks'],
  ]);
});

test('leads: where they are in line, booked, not wanted, or in no queue', async () => {
  const customer_id = (await aCustomer(app.db)).id;
  const first = await aQueueEntry(app.db, course.id, { lead_date: '2030-06-20' });
  const lead = { customer_id, course_id: course.id, players: 2, play_time: '07:42' };
  const waiting = await app.db
    .insertInto('lost_leads')
    .values({ ...lead, lead_date: '2030-06-20' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const alone = await anOpenTime(app.db, { course_id: course.id, available_date: '2030-06-20' });
  const enter = (fore_up_availability_id: number) =>
    app.db
      .insertInto('availability_queues')
      .values({ lost_lead_id: waiting.id, fore_up_availability_id })
      .execute();
  await enter(first.fore_up_availability_id);
  expect(await leads(customer_id)).toMatchObject({
    total: 1,
    leads: [
      {
        course_name: 'Twin Oaks',
        lead_date: '2030-06-20',
        has_card: false,
        queues: 1,
        queue: { fup_id: first.fore_up_availability_id, position: 2 },
      },
    ],
  });
  await enter(alone.id);
  expect((await leads(customer_id)).leads[0]).toMatchObject({
    queues: 2,
    queue: { fup_id: alone.id, position: 1 },
  });
  const unwanted = { ...lead, lead_date: '2030-06-21', unwanted_at: new Date() };
  await app.db.insertInto('lost_leads').values(unwanted).execute();
  expect((await leads(customer_id)).leads).toMatchObject([
    { is_unwanted: true, queue: null, queues: 0 },
    { is_unwanted: false },
  ]);
});

test('who has nothing here has empty parts', async () => {
  const { id } = await aCustomer(app.db);
  const params = { id };
  expect(await rounds(id)).toEqual({ upcoming: [], past: [], total: 0 });
  expect(await leads(id)).toEqual({ leads: [], total: 0 });
  expect(await app.ok(customerHub.letters, { params }, agent)).toEqual([]);
  expect(await app.ok(customerHub.certificates, { params }, agent)).toEqual({
    certificates: [],
    total: 0,
    balance: '0.00',
  });
});
