import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import {
  aCourseGroup,
  aPartnerKey,
  withIdempotencyKey,
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  aCardToken,
  EVERY_ACTION,
} from '../../../../test/support/partners.ts';
import { changesData, type HttpCall } from '../../../contract/call.ts';
import { toJsonSchema } from '../../../server/http/openapi.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp();
const calls = Object.entries<HttpCall>(partnerInterface);
const limited = calls.filter(([, { partner }]) => partner?.action);
let open: Awaited<ReturnType<typeof aCourseWithOpenTime>>;
let other: typeof open;
beforeAll(async () => {
  app.setClock('2029-05-01T18:00:00Z');
  open = await aCourseWithOpenTime(app.db);
  other = await aCourseWithOpenTime(app.db);
});

/** The input of each call that refers to a course; calls without an entry here refer to none. */
const ABOUT: Record<string, (of: { course: number; time: number }) => object> = {
  quote: ({ time }) => ({ open_time_id: time, players: 4 }),
  book: ({ time }) => aPartnerBooking(time),
  leaveLead: ({ course }) => ({
    course_id: course,
    lead_date: '2030-06-01',
    play_time: '08:00',
    players: 2,
    customer: aPartnerBooking(1).customer,
  }),
  sellQuote: ({ course }) => ({ course_id: course, value: '100.00' }),
  sell: ({ course }) => ({
    course_id: course,
    value: '100.00',
    card: { token: 'tok_none' },
    purchaser: aPartnerBooking(1).customer,
    recipient: aPartnerBooking(1).customer,
  }),
};
const ask = (called: HttpCall, headers: HeaderFields, body: object = {}) =>
  app.call(
    called,
    { params: { id: randomUUID() }, body },
    changesData(called) ? withIdempotencyKey(headers) : headers,
  );
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
    const answer = await app.call(called, { body: '{broken' }, headers);
    expect(answer).toMatchObject(refusal(401, 'unauthorized'));
    expect(answer.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
  });

  test('refuses the sessions of staff, and a key that was withdrawn', async () => {
    expect(await ask(called, await app.signedIn('admin'))).toMatchObject(refusal(401, 'unauthorized'));
    const partner = await aPartner(app.db);
    expect((await ask(called, partner.headers)).status).not.toBe(401);
    const another = await aPartnerKey(app.db, partner.id);
    const withdrawn = { withdrawn_at: new Date(), withdrawn_by: 'Admin' };
    await app.db.updateTable('api_keys').set(withdrawn).where('id', '=', partner.key_id).execute();
    expect(await ask(called, partner.headers)).toMatchObject(refusal(401, 'unauthorized'));
    expect((await ask(called, another.headers)).status).not.toBe(401);
  });

  test('is granted by its own action alone', async () => {
    const action = called.partner?.action;
    const others = EVERY_ACTION.filter((one) => one !== action);
    const without = await aPartner(app.db, { actions: others, courses: [open.course] });
    const body = ABOUT[name]?.(open) ?? {};
    const { status } = await ask(called, without.headers, body);
    expect(status === 403).toBe(action !== undefined);
    const only = await aPartner(app.db, { actions: action ? [action] : [], courses: [open.course] });
    expect((await ask(called, only.headers, body)).status).not.toBe(403);
  });
});

describe.each(limited.filter(([name]) => name in ABOUT))('%s about a course', (name, called) => {
  const about = (of: typeof open) => ABOUT[name]?.(of) ?? {};

  test('is refused where only another group grants its action, and where none has the course', async () => {
    const { headers, id } = await aPartner(app.db, { courses: [open.course] });
    expect(await ask(called, headers, about(other))).toMatchObject(refusal(403, 'not_granted'));
    // Another group of the partner grants all other actions on the course, and a group of another partner grants this one.
    const others = EVERY_ACTION.filter((one) => one !== called.partner?.action);
    await aCourseGroup(app.db, { actions: others, courses: [other.course], users: [id] });
    await aCourseGroup(app.db, { actions: EVERY_ACTION, courses: [other.course], users: [] });
    expect(await ask(called, headers, about(other))).toMatchObject(refusal(403, 'not_granted'));
    await aCourseGroup(app.db, { actions: EVERY_ACTION, courses: [other.course], users: [id] });
    expect((await ask(called, headers, about(other))).status).not.toBe(403);
  });

  test.each([{ inactive: true }, { internal_only: true }])(
    'is refused where it is %j, in the same words',
    async (not) => {
      const hidden = await aCourseWithOpenTime(app.db, not);
      const { headers } = await aPartner(app.db, { courses: [hidden.course] });
      const answer = await ask(called, headers, about(hidden));
      expect(answer).toMatchObject(refusal(403, 'not_granted'));
      const known = await ask(called, headers, about(other));
      expect((answer.body as { error: object }).error).toEqual((known.body as { error: object }).error);
    },
  );
});

test('there are calls to grant', () => expect(limited.length).toBeGreaterThan(6));

test('each call that names a course or an open time is asked about one', () => {
  const isAbout = ({ body }: HttpCall) =>
    body && /"(course_id|open_time_id)"/.test(JSON.stringify(toJsonSchema(body, 'input')));
  const about = limited.filter(([, called]) => isAbout(called)).map(([name]) => name);
  expect(about.toSorted()).toEqual(Object.keys(ABOUT).toSorted());
});

test('the courses are those that are granted and sold, with their clubs', async () => {
  const hidden = await aCourseWithOpenTime(app.db, { internal_only: true });
  const courses = [open.course, hidden.course];
  const { headers } = await aPartner(app.db, { courses });
  const told = await app.ok(partnerInterface.courses, {}, headers);
  expect(told.courses.map(({ id }) => id)).toEqual([open.course]);
  expect(told.courses[0]).toMatchObject({ time_zone: 'America/Los_Angeles', rental_clubs: [] });
});

test('a partner sees and cancels their own bookings alone', async () => {
  const [mine, theirs] = [
    await aPartner(app.db, { courses: [open.course] }),
    await aPartner(app.db, { courses: [open.course] }),
  ];
  const body = aPartnerBooking(await anotherOpenTime(app.db, open));
  const { id } = await app.ok(partnerInterface.book, { body }, withIdempotencyKey(mine.headers));
  expect(await app.ok(partnerInterface.booking, { params: { id } }, mine.headers)).toMatchObject({
    id,
    status: 'booked',
    paid_by_card: false,
    raw_refunded: 0,
  });
  expect(await app.call(partnerInterface.booking, { params: { id } }, theirs.headers)).toMatchObject(
    refusal(404, 'not_found'),
  );
  const cancel = { params: { id }, body: { refund: 'none' } };
  expect(await app.call(partnerInterface.cancel, cancel, withIdempotencyKey(theirs.headers))).toMatchObject(
    refusal(404, 'not_found'),
  );
});

test('a booking is canceled where a group grants it on its course, though the course is sold no more', async () => {
  const there = await aCourseWithOpenTime(app.db);
  const without = EVERY_ACTION.filter((one) => one !== 'Cancel');
  const { headers, id: user } = await aPartner(app.db, { courses: [there.course], actions: without });
  await aCourseGroup(app.db, { actions: ['Cancel'], courses: [open.course], users: [user] });
  const body = aPartnerBooking(there.time);
  const { id } = await app.ok(partnerInterface.book, { body }, withIdempotencyKey(headers));
  const confirmed = app.db.updateTable('tee_times').set({ confirmation: 'TP-1' });
  await confirmed.where('id', '=', id).execute();
  const cancel = { params: { id }, body: { refund: 'none' } };
  expect(await app.call(partnerInterface.cancel, cancel, withIdempotencyKey(headers))).toMatchObject(
    refusal(403, 'not_granted'),
  );
  expect(await app.ok(partnerInterface.booking, { params: { id } }, headers)).toMatchObject({
    status: 'booked',
  });
  await aCourseGroup(app.db, { actions: ['Cancel'], courses: [there.course], users: [user] });
  await app.db.updateTable('courses').set({ inactive: true }).where('id', '=', there.course).execute();
  expect(await app.call(partnerInterface.cancel, cancel, withIdempotencyKey(headers))).toMatchObject({
    status: 200,
    body: { status: 'canceled' },
  });
});

test('what was done is answered again under its key, though nothing is granted any more and every limit is used up', async () => {
  const there = await aCourseWithOpenTime(app.db);
  const { headers, id: user, group_id } = await aPartner(app.db, { courses: [there.course] });
  // A grant on another course stays, because a partner without any grant is rejected before any data is read.
  await aCourseGroup(app.db, { actions: EVERY_ACTION, courses: [open.course], users: [user] });
  const card = { token: await aCardToken(app.gatewayUrl) };
  const asked: [HttpCall, object, HeaderFields][] = [
    [partnerInterface.book, { body: aPartnerBooking(there.time) }, withIdempotencyKey(headers)],
    [partnerInterface.sell, { body: { ...ABOUT['sell']?.(there), card } }, withIdempotencyKey(headers)],
    [partnerInterface.leaveLead, { body: ABOUT['leaveLead']?.(there) }, withIdempotencyKey(headers)],
  ];
  const send = () => Promise.all(asked.map(([called, sent, keyed]) => app.call(called, sent, keyed)));
  const first = await send();
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [{ id } = { id: 0 }] = first.map(({ body }) => body as { id: number });
  const confirmed = app.db.updateTable('tee_times').set({ confirmation: 'TP-2' });
  await confirmed.where('id', '=', id).execute();
  asked.push([
    partnerInterface.cancel,
    { params: { id }, body: { refund: 'none' } },
    withIdempotencyKey(headers),
  ]);
  const all = await send();
  expect(all[3]?.status).toBe(200);

  await app.db.deleteFrom('course_groups').where('id', '=', group_id).execute();
  const used = { spent_until: '2029-05-01T19:00:00Z' };
  await app.db.updateTable('allowances').set(used).where('who', '=', `partner ${user}`).execute();
  const again = await send();
  expect(again.map(({ status, body }) => [status, body])).toEqual(
    all.map(({ status, body }) => [status, body]),
  );
  const withNewKeys = await Promise.all(
    asked.map(([called, sent]) => app.call(called, sent, withIdempotencyKey(headers))),
  );
  expect(withNewKeys.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
