import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import {
  aGroup,
  aKey,
  aKeyed,
  anOpenCourse,
  anotherTime,
  aPartner,
  aPartnerBooking,
  EVERY_ACTION,
} from '../../../../test/support/partners.ts';
import { writes, type Call } from '../../../contract/call.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const desk = testApp();
const calls = Object.entries<Call>(partnerInterface);
const limited = calls.filter(([, { partner }]) => partner?.action);
let open: Awaited<ReturnType<typeof anOpenCourse>>;
let other: typeof open;
beforeAll(async () => {
  open = await anOpenCourse(desk.db);
  other = await anOpenCourse(desk.db);
});

/** What each call about a course sends of it; the others are about none. */
const ABOUT: Record<string, (of: { course: number; time: number }) => object> = {
  quote: ({ time }) => ({ open_time_id: time, players: 4 }),
  book: ({ time }) => aPartnerBooking(time),
  leaveLead: ({ course }) => ({
    ...{ course_id: course, lead_date: '2030-06-01', play_time: '08:00', players: 2 },
    customer: aPartnerBooking(1).customer,
  }),
  sell: ({ course }) => ({
    ...{ course_id: course, value: '100.00', card: { token: 'tok_none' } },
    ...{ purchaser: aPartnerBooking(1).customer, recipient: aPartnerBooking(1).customer },
  }),
};
const ask = (called: Call, headers: Headers, body: object = {}) =>
  desk.call(called, { params: { id: randomUUID() }, body }, writes(called) ? aKeyed(headers) : headers);
const refusal = (status: number, code: string) => ({
  status,
  body: { error: { code, message: expect.any(String) }, request_id: expect.any(String) },
});

describe.each(calls)('%s', (name, called) => {
  test.each([
    ['no key', {}],
    ['another kind of it', { authorization: 'Basic YTpi' }],
    ['a key that nobody has', { authorization: `Bearer ${randomUUID()}${randomUUID()}` }],
    ['a key that was never whole', { authorization: "Bearer ' or 1=1 --" }],
  ])('refuses %s before it reads anything', async (_, headers) => {
    const answer = await desk.call(called, { body: '{broken' }, headers);
    expect(answer).toMatchObject(refusal(401, 'unauthorized'));
    expect(answer.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
  });

  test('refuses the sessions of staff, and a key that was withdrawn', async () => {
    expect(await ask(called, await desk.signedIn('admin'))).toMatchObject(refusal(401, 'unauthorized'));
    const partner = await aPartner(desk.db);
    expect((await ask(called, partner.headers)).status).not.toBe(401);
    const another = await aKey(desk.db, partner.id);
    const withdrawn = { withdrawn_at: new Date(), withdrawn_by: 'Admin' };
    await desk.db.updateTable('api_keys').set(withdrawn).where('id', '=', partner.key_id).execute();
    expect(await ask(called, partner.headers)).toMatchObject(refusal(401, 'unauthorized'));
    expect((await ask(called, another.headers)).status).not.toBe(401);
  });

  test('is granted by its own action alone', async () => {
    const action = called.partner?.action;
    const others = EVERY_ACTION.filter((one) => one !== action);
    const without = await aPartner(desk.db, { actions: others, courses: [open.course] });
    const body = ABOUT[name]?.(open) ?? {};
    const { status } = await ask(called, without.headers, body);
    expect(status === 403).toBe(action !== undefined);
    const only = await aPartner(desk.db, { actions: action ? [action] : [], courses: [open.course] });
    expect((await ask(called, only.headers, body)).status).not.toBe(403);
  });
});

describe.each(limited.filter(([name]) => name in ABOUT))('%s about a course', (name, called) => {
  const about = (of: typeof open) => ABOUT[name]?.(of) ?? {};

  test('is refused where only another group grants its action, and where none has the course', async () => {
    const { headers, id } = await aPartner(desk.db, { courses: [open.course] });
    expect(await ask(called, headers, about(other))).toMatchObject(refusal(403, 'not_granted'));
    // The course in a group that grants everything else, and in one of somebody else.
    const others = EVERY_ACTION.filter((one) => one !== called.partner?.action);
    await aGroup(desk.db, { actions: others, courses: [other.course], users: [id] });
    await aGroup(desk.db, { actions: EVERY_ACTION, courses: [other.course], users: [] });
    expect(await ask(called, headers, about(other))).toMatchObject(refusal(403, 'not_granted'));
    await aGroup(desk.db, { actions: EVERY_ACTION, courses: [other.course], users: [id] });
    expect((await ask(called, headers, about(other))).status).not.toBe(403);
  });

  test.each([{ inactive: true }, { internal_only: true }])(
    'is refused where it is %j, in the same words',
    async (not) => {
      const hidden = await anOpenCourse(desk.db, not);
      const { headers } = await aPartner(desk.db, { courses: [hidden.course] });
      const answer = await ask(called, headers, about(hidden));
      expect(answer).toMatchObject(refusal(403, 'not_granted'));
      const known = await ask(called, headers, about(other));
      expect((answer.body as { error: object }).error).toEqual((known.body as { error: object }).error);
    },
  );
});

test('there are calls to grant', () => expect(limited.length).toBeGreaterThan(6));

test('the courses are those that are granted and sold, with their clubs', async () => {
  const hidden = await anOpenCourse(desk.db, { internal_only: true });
  const courses = [open.course, hidden.course];
  const { headers } = await aPartner(desk.db, { courses });
  const told = await desk.ok(partnerInterface.courses, {}, headers);
  expect(told.courses.map(({ id }) => id)).toEqual([open.course]);
  expect(told.courses[0]).toMatchObject({ time_zone: 'America/Los_Angeles', rental_clubs: [] });
});

test('a partner sees and cancels their own bookings alone', async () => {
  const [mine, theirs] = [
    await aPartner(desk.db, { courses: [open.course] }),
    await aPartner(desk.db, { courses: [open.course] }),
  ];
  const body = aPartnerBooking(await anotherTime(desk.db, open));
  const { id } = await desk.ok(partnerInterface.book, { body }, aKeyed(mine.headers));
  expect(await desk.ok(partnerInterface.booking, { params: { id } }, mine.headers)).toMatchObject({
    id,
    status: 'booked',
    paid_by_card: false,
    raw_refunded: 0,
  });
  expect(await desk.call(partnerInterface.booking, { params: { id } }, theirs.headers)).toMatchObject(
    refusal(404, 'not_found'),
  );
  const cancel = { params: { id }, body: { refund: 'none' } };
  expect(await desk.call(partnerInterface.cancel, cancel, aKeyed(theirs.headers))).toMatchObject(
    refusal(404, 'not_found'),
  );
});
