import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  aCardToken,
  type PartnerWithKey,
} from '../../../../test/support/partners.ts';
import { notices } from '../../notices/notices.contract.ts';
import { partnerInterface } from '../partner-interface.contract.ts';
import { OFFICE_CANCELS_TEXT } from '../../tee-times/canceling/cancel.texts.ts';

const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '500' } });
let open: { course: number; time: number; rate: number };
let partner: PartnerWithKey;
beforeAll(async () => {
  open = await aCourseWithOpenTime(app.db);
  partner = await aPartner(app.db, { name: 'Golf Away', courses: [open.course] });
});

/** Creates a booking paid by card that the course has confirmed. */
async function booked(players = 4): Promise<number> {
  const card = { token: await aCardToken(app.gatewayUrl) };
  const body = { ...aPartnerBooking(await anotherOpenTime(app.db, open), { card }), players };
  const { id } = await app.ok(partnerInterface.book, { body }, withIdempotencyKey(partner.headers));
  await app.db
    .updateTable('tee_times')
    .set({ confirmation: `TP-${id}` })
    .where('id', '=', id)
    .execute();
  return id;
}
const cancel = (id: number, refund: 'none' | 'standard', headers = withIdempotencyKey(partner.headers)) =>
  app.call(partnerInterface.cancel, { params: { id }, body: { refund } }, headers);

test('a booking is canceled with the refund that its terms allow, once', async () => {
  const terms = { raw_non_refundable: 1_000, raw_max_refund: 0, cancel_hours: 24 };
  await app.db.updateTable('rates').set(terms).where('id', '=', open.rate).execute();
  const id = await booked();
  const headers = withIdempotencyKey(partner.headers);
  const first = await cancel(id, 'standard', headers);
  expect(first).toMatchObject({
    status: 200,
    body: { id, status: 'canceled', message: expect.stringContaining('goes back to the card') },
  });
  const { raw_refunded } = first.body as { raw_refunded: number };
  expect(raw_refunded).toBeGreaterThan(0);
  expect(raw_refunded).toBeLessThan(40_000);
  expect(await cancel(id, 'standard', headers)).toMatchObject({ status: 200, body: first.body });
  expect(await cancel(id, 'none')).toMatchObject({
    status: 409,
    body: { error: { code: 'not_cancelable' } },
  });
  expect(await app.ok(partnerInterface.booking, { params: { id } }, partner.headers)).toMatchObject({
    status: 'canceled',
    raw_refunded,
  });
  const { canceled_by } = await app.db
    .selectFrom('tee_times')
    .select('canceled_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(canceled_by).toBe('Golf Away');
});

test('with no refund the money stays', async () => {
  const id = await booked();
  expect(await cancel(id, 'none')).toMatchObject({
    status: 200,
    body: { status: 'canceled', raw_refunded: 0 },
  });
});

/** Creates a booking that the course has not confirmed yet. */
async function justBooked(given: { play_date?: string } = {}): Promise<number> {
  const card = { token: await aCardToken(app.gatewayUrl) };
  const body = { ...aPartnerBooking(await anotherOpenTime(app.db, open), { card }), players: 4 };
  const made = await app.ok(partnerInterface.book, { body }, withIdempotencyKey(partner.headers));
  expect(made).toMatchObject({ confirmation: 'INTERNAL' });
  if (given.play_date) await app.db.updateTable('tee_times').set(given).where('id', '=', made.id).execute();
  return made.id;
}
const calls = (tee_time_id: number) =>
  app.db.selectFrom('notices').select(['kind', 'message']).where('tee_time_id', '=', tee_time_id).execute();

test('what was just booked is canceled by its terms, once, and staff are asked to call the course', async () => {
  const id = await justBooked();
  const headers = withIdempotencyKey(partner.headers);
  const first = await cancel(id, 'standard', headers);
  expect(first).toMatchObject({
    status: 200,
    body: { id, status: 'canceled', message: expect.stringContaining('goes back to the card') },
  });
  expect(await cancel(id, 'standard', headers)).toMatchObject({ status: 200, body: first.body });
  expect(await calls(id)).toEqual([
    {
      kind: 'course',
      message: expect.stringMatching(
        /^Golf Away canceled 4 players at .+ on .+ \d\d:\d\d, which has no confirmation\. Please call the course/,
      ) as unknown,
    },
  ]);
  const agent = await app.signedIn('agent');
  expect((await app.ok(notices.index, {}, agent)).map(({ tee_time_id }) => tee_time_id)).toContain(id);
});

test('a booking with a confirmation is canceled at the course, and nobody has to call', async () => {
  const id = await booked();
  expect(await cancel(id, 'none')).toMatchObject({ status: 200 });
  expect(await calls(id)).toEqual([]);
});

test.each([
  ['another partner’s', {}, 'Golf Elsewhere', [404, 'not_found']],
  ['one that was played', { play_date: '2020-06-01' }, null, [409, 'not_cancelable']],
] as const)('%s is not canceled without the course', async (_, given, name, [status, code]) => {
  const id = await justBooked(given);
  const asking = name === null ? partner : await aPartner(app.db, { name, courses: [open.course] });
  const headers = withIdempotencyKey(asking.headers);
  expect(await cancel(id, 'none', headers)).toMatchObject({ status, body: { error: { code } } });
  expect(await calls(id)).toEqual([]);
});

test('a booking that a course without a system has confirmed is the office’s to cancel', async () => {
  const id = await booked();
  await app.db.updateTable('courses').set({ internal_only: true }).where('id', '=', open.course).execute();
  const headers = withIdempotencyKey(partner.headers);
  const error = { code: 'not_cancelable', message: OFFICE_CANCELS_TEXT };
  expect(await cancel(id, 'none', headers)).toMatchObject({ status: 409, body: { error } });
  await app.db.updateTable('courses').set({ internal_only: false }).where('id', '=', open.course).execute();
  expect(OFFICE_CANCELS_TEXT).not.toMatch(/call the course/);
  const made = app.db.selectFrom('operations').select('id');
  const operation = await made
    .where('idempotency_key', '=', headers['idempotency-key'] ?? '')
    .executeTakeFirstOrThrow();
  expect(await app.ok(partnerInterface.operation, { params: operation }, partner.headers)).toMatchObject({
    result: null,
    error,
  });
});

test('a refund that somebody has to approve is not asked for by a program', async () => {
  await app.db
    .updateTable('rates')
    .set({ raw_rate: 20_000, raw_non_refundable: 0 })
    .where('id', '=', open.rate)
    .execute();
  const id = await booked();
  expect(await cancel(id, 'standard')).toMatchObject({
    status: 409,
    body: { error: { code: 'not_cancelable', message: expect.stringContaining('approved') } },
  });
  expect(await app.db.selectFrom('refund_requests').select('id').execute()).toEqual([]);
  expect(await cancel(id, 'none')).toMatchObject({ status: 200 });
});

test.each([
  [{ refund: 'full' }, 'refund'],
  [{ refund: 'custom', refund_amount: 1 }, 'refund'],
  [{ force_cancel: true }, 'refund'],
  [{ refund: 'none', force_cancel: true }, 'force_cancel'],
  [{}, 'refund'],
])('nothing else can be asked for: %j', async (body, field) => {
  const id = await booked();
  const sent = { params: { id }, body };
  expect(await app.call(partnerInterface.cancel, sent, withIdempotencyKey(partner.headers))).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid', fields: { [field]: [expect.any(String)] } } },
  });
});
