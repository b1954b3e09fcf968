import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import {
  aCourse,
  aCustomer,
  anOpenTime,
  aQueueEntry,
  aStaffUser,
  aTeeTime,
} from '../../../test/support/factories.ts';
import { openSession } from '../session/session.queries.ts';
import { claims, type ClaimRequest } from './claims.contract.ts';
import { shortClaimText, claimText } from './claims.rules.ts';

const app = testApp();
type Person = { name: string; headers: HeaderFields; tab: string };
let maria: Person;
let tom: Person;

async function person(): Promise<Person> {
  const { id, email, name } = await aStaffUser(app.db);
  const { token, client } = await openSession(app.db, id, { now: app.context.now(), hours: 12 });
  return { name, tab: randomUUID(), headers: { 'access-token': token, uid: email, client } };
}
beforeAll(async () => {
  maria = await person();
  tom = await person();
});
beforeEach(async () => {
  await app.db.deleteFrom('turns').execute();
});

const TIME = { subject: 'open_time', subject_id: 7 } as const;
const ENTRY = { subject: 'queue_entry', subject_id: 70 } as const;
type Subjects = ClaimRequest['subjects'];
const take = async (
  { headers, tab }: Person,
  subjects: Subjects = [TIME],
  go_on = false,
  doing: ClaimRequest['doing'] = 'booking',
) => (await app.ok(claims.take, { body: { holder: tab, subjects, doing, go_on } }, headers)).held;
const leave = ({ headers }: Person, holder: string) => app.ok(claims.leave, { params: { holder } }, headers);
const open = () => app.ok(claims.index, {}, tom.headers);
const age = (seconds: number) =>
  sql`update turns set ends_at = ends_at - make_interval(secs => ${seconds})`.execute(app.db);

test('one has it for five minutes, and everybody else is told who and how long', async () => {
  expect(await take(maria, [TIME, ENTRY])).toBeNull();
  const hers = {
    holder: maria.tab,
    staff_name: maria.name,
    seconds_left: 300,
    doing: 'booking',
    is_own: false,
    open_time_id: null,
  };
  expect(await open()).toEqual([
    { ...TIME, ...hers },
    { ...ENTRY, ...hers },
  ]);
  await age(140);
  expect(await take(tom)).toMatchObject({ ...TIME, staff_name: maria.name, seconds_left: 160 });
});

test('input makes it last from now on, and without it it is over by itself', async () => {
  await take(maria);
  await age(290);
  expect(await take(maria)).toBeNull();
  expect(await open()).toMatchObject([{ seconds_left: 300 }]);
  await age(301);
  expect(await open()).toEqual([]);
  expect(await take(tom)).toBeNull();
  expect(await open()).toMatchObject([{ staff_name: tom.name, seconds_left: 300 }]);
});

test('somebody else goes on after one question, and the first is told with the next input', async () => {
  await take(maria);
  expect(await take(tom, [TIME], true)).toBeNull();
  expect(await take(maria)).toMatchObject({ staff_name: tom.name });
  // Maria's later call to leave does not end the claim that Tom took over.
  await leave(maria, maria.tab);
  await leave(maria, tom.tab);
  expect(await open()).toMatchObject([{ staff_name: tom.name }]);
});

test('it ends with the booking of who waited, whoever made it, in all of their queues', async () => {
  const course = await aCourse(app.db);
  const entry = await aQueueEntry(app.db, course.id);
  const subjects: Subjects = [
    { subject: 'queue_entry', subject_id: entry.id },
    { subject: 'lead', subject_id: entry.lost_lead_id },
    TIME,
  ];
  await take(maria, subjects);
  expect(await open()).toHaveLength(3);
  const { id: customer_id } = await aCustomer(app.db);
  const { id: tee_time_id } = await aTeeTime(app.db, { course_id: course.id, customer_id });
  await app.db.updateTable('lost_leads').set({ tee_time_id }).where('id', '=', entry.lost_lead_id).execute();
  expect(await open()).toMatchObject([TIME]);
});

test('all or nothing: who lacks a part of it has none', async () => {
  await take(maria, [ENTRY]);
  expect(await take(tom, [TIME, ENTRY])).toMatchObject({ ...ENTRY, staff_name: maria.name });
  expect(await open()).toMatchObject([{ ...ENTRY, staff_name: maria.name }]);
});

test("another tab of the same person is no other's, and a late leaving of the first one takes nothing away", async () => {
  await take(maria);
  const again = { ...maria, tab: randomUUID() };
  expect(await take(again)).toBeNull();
  await leave(maria, maria.tab);
  expect(await open()).toMatchObject([{ holder: again.tab }]);
  await leave(maria, again.tab);
  expect(await open()).toEqual([]);
});

test('who has a place in a queue has its lead too, so that nobody calls the same customer from another queue', async () => {
  const course = await aCourse(app.db);
  const entry = await aQueueEntry(app.db, course.id);
  const lead = { subject: 'lead', subject_id: entry.lost_lead_id } as const;
  const place = { subject: 'queue_entry', subject_id: entry.id } as const;
  expect(await take(maria, [place], false, 'calling')).toBeNull();
  const other = await anOpenTime(app.db, { course_id: course.id });
  const again = await app.db
    .insertInto('availability_queues')
    .values({ fore_up_availability_id: other.id, lost_lead_id: entry.lost_lead_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const elsewhere = { subject: 'queue_entry', subject_id: again.id } as const;
  expect(await take(tom, [elsewhere])).toMatchObject({
    ...lead,
    doing: 'calling',
    staff_name: maria.name,
    is_own: false,
  });
  expect(await open()).toMatchObject([
    { ...lead, open_time_id: null },
    { ...place, doing: 'calling', open_time_id: entry.fore_up_availability_id },
  ]);
  expect(await app.ok(claims.index, {}, maria.headers)).toMatchObject([{ is_own: true }, { is_own: true }]);
  await leave(maria, maria.tab);
  expect(await open()).toEqual([]);
});

test('what is called is booked next in the same person’s other tab', async () => {
  const entry = await aQueueEntry(app.db, (await aCourse(app.db)).id);
  const place = [{ subject: 'queue_entry', subject_id: entry.id }] as const;
  await take(maria, [...place], false, 'calling');
  const again = { ...maria, tab: randomUUID() };
  expect(await take(again, [...place, TIME])).toBeNull();
  await leave(maria, maria.tab);
  expect((await open()).map(({ doing, holder }) => [doing, holder])).toEqual(
    Array(3).fill(['booking', again.tab]),
  );
});

test('a tab that names itself as somebody else’s takes nothing from them', async () => {
  await take(maria);
  expect(await take({ ...tom, tab: maria.tab })).toMatchObject({ staff_name: maria.name });
  expect(await open()).toMatchObject([{ staff_name: maria.name }]);
});

test.each([
  ['booking', false, 'Maria Lopez is booking this', 'Maria is booking this'],
  ['calling', false, 'Maria Lopez is calling this customer', 'Maria is calling'],
  ['booking', true, 'You are booking this in another tab', 'You are booking this in another tab'],
  ['calling', true, 'You are calling this customer in another tab', 'You are calling in another tab'],
] as const)('who is %s, oneself: %s, is told', (doing, is_own, said, mark) => {
  const turn = {
    ...TIME,
    doing,
    is_own,
    open_time_id: null,
    holder: maria.tab,
    staff_name: 'Maria Lopez',
    seconds_left: 5,
  };
  expect([claimText(turn), shortClaimText(turn, false)]).toEqual([said, mark]);
  if (is_own) expect(shortClaimText(turn, true)).toBe(mark.replace(' in another tab', ''));
});

test.each([
  [{ holder: 'x', subjects: [TIME] }, { holder: ['must be the id of a tab'] }],
  [{ holder: randomUUID(), subjects: [] }, { subjects: ['must name something'] }],
])('refuses %j', async (body, errors) => {
  expect(await app.call(claims.take, { body }, maria.headers)).toMatchObject({
    status: 422,
    body: { errors },
  });
});
