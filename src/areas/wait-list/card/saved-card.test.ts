import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, aQueueEntry, aTeeTime } from '../../../../test/support/factories.ts';
import { waitList } from '../wait-list.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: { id: number };

beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = await aCourse(app.db);
});
beforeEach(() => app.setClock());

const fetchCard = (queueId: number) => app.ok(waitList.fetchCard, { params: { queueId } }, agent);
const readings = (lost_lead_id: number) =>
  app.db
    .selectFrom('audit_entries')
    .select(['made_by', 'action'])
    .where('subject', '=', 'lost_lead')
    .where('subject_id', '=', lost_lead_id)
    .execute();

test('a waiting customer’s card is shown as its mask, and each reading is recorded', async () => {
  const { id, lost_lead_id } = await aQueueEntry(app.db, course.id);
  const card = { id, number: '************4242', cvv: '', expmo: '12', expyr: '2035' };
  expect(await fetchCard(id)).toEqual(card);
  expect(await fetchCard(id)).toEqual(card);
  const reading = { made_by: expect.stringMatching(/^Agent/), action: 'saw the saved card' };
  expect(await readings(lost_lead_id)).toEqual([reading, reading]);
});

test('the token never leaves the server', async () => {
  const { id } = await aQueueEntry(app.db, course.id, { lead: { card_token: 'tok_secret' } });
  expect(
    JSON.stringify(await app.call(waitList.fetchCard, { params: { queueId: id } }, agent)),
  ).not.toContain('tok_secret');
});

test.each([
  ['that left none', { lead: { card_token: null, card_last4: null } }],
  ['whose queue is closed', { queue_closed_at: new Date() }],
])('there is no card of a customer %s, and nothing is recorded', async (_, given) => {
  const { id, lost_lead_id } = await aQueueEntry(app.db, course.id, given);
  expect(await fetchCard(id)).toEqual({});
  expect(await readings(lost_lead_id)).toEqual([]);
});

test('there is no card of a customer who is booked', async () => {
  const customer = await aCustomer(app.db);
  const teeTime = await aTeeTime(app.db, { course_id: course.id, customer_id: customer.id });
  const { id } = await aQueueEntry(app.db, course.id, { lead: { tee_time_id: teeTime.id } });
  expect(await fetchCard(id)).toEqual({});
});

test('a card is shown until a day after the day it was left for, by the business clock', async () => {
  const { id } = await aQueueEntry(app.db, course.id, { lead_date: '2026-11-20' });
  app.setClock('2026-11-22T07:59:00Z');
  const session = await app.signedIn('agent');
  const shown = () => app.ok(waitList.fetchCard, { params: { queueId: id } }, session);
  expect(await shown()).toMatchObject({ id });
  app.setClock('2026-11-22T08:00:00Z');
  expect(await shown()).toEqual({});
});

test('there is no card of a queue that does not exist', async () =>
  expect(await fetchCard(424242)).toEqual({}));

test('a staff user sees thirty cards, and then one every two minutes', async () => {
  app.setClock('2026-11-20T18:00:00Z');
  await app.db.deleteFrom('allowances').execute();
  const { id, lost_lead_id } = await aQueueEntry(app.db, course.id, { lead_date: '2026-11-20' });
  const session = await app.signedIn('agent');
  const see = () => app.call(waitList.fetchCard, { params: { queueId: id } }, session);
  const seen = await Promise.all(Array.from({ length: 40 }, see));
  expect(seen.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(await readings(lost_lead_id)).toHaveLength(30);
  expect(await see()).toMatchObject({
    status: 429,
    body: { message: 'You viewed many saved cards. Please wait 2 minutes and try again.' },
    headers: { 'retry-after': '120' },
  });
  app.setClock('2026-11-20T18:02:00Z');
  expect((await see()).status).toBe(200);
  app.setClock();
});
