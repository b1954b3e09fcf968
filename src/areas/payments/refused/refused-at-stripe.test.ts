import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { stripeTestApp } from '../../../../test/support/stripe.ts';
import { BookingResult, booking } from '../../booking/booking.contract.ts';
import { reconcileOnce } from '../../../../test/support/reconcile.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { attemptsFor } from '../../../../test/support/attempts-for.ts';

const app = testApp({ checkBooks: false, settings: { PAYMENT_TRY_MS: '200', PAYMENT_TOTAL_MS: '600' } });
const stripe = stripeTestApp(app);
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

const send = (charge = '412.00') =>
  stripe.call(
    booking.book,
    { body: aBookingBody({ course, tee_time: { charge }, credit_card: aCard() }) },
    agent,
  );
async function booked(): Promise<number> {
  const { status, body } = await send();
  expect(status).toBe(200);
  return BookingResult.parse(body).tee_time.id;
}
const cancel = (id: number) =>
  stripe.call(teeTimes.cancel, { body: { id, cancel: true, refund: true, force_cancel: true } }, agent);
const refundOf = (tee_time_id: number) =>
  app.db
    .selectFrom('payment_attempts')
    .select(['id', 'state', 'decline_reason', 'sent_at'])
    .where('id', 'in', attemptsFor(app.db, tee_time_id))
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow();
/** Moves the last refund request that may still reach Stripe 16 minutes back. */
const age = (id: string) =>
  app.db
    .updateTable('payment_attempts')
    .set({ sent_at: sql<string>`now() - interval '16 minutes'` })
    .where('id', '=', id)
    .execute();

test.each(['prepare', 'card', 'confirm'] as const)(
  'five bookings that Stripe refuses at %s for its account are five sentences, and no outage',
  async (step) => {
    stripe.server.faults.push({ step, how: 'restricted', times: 5 });
    for (let sent = 0; sent < 5; sent += 1)
      expect(await send()).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('no money was moved') },
      });
    expect(stripe.context.integrations.breaker.isOpen).toBe(false);
    await booked();
  },
);

test('a refund that is refused behind a try without an answer stays open until that try can arrive no more', async () => {
  const id = await booked();
  stripe.server.faults.push({ step: 'refund', how: 'hang_before', times: 3 });
  expect(await cancel(id)).toMatchObject({ status: 202 });
  stripe.server.faults.push({ step: 'refund', how: 'restricted', times: 2 });
  const open = await refundOf(id);
  await reconcileOnce(stripe.context);
  // A rejected request does not restart the wait for the earlier, unanswered one.
  expect(await refundOf(id)).toEqual({ ...open, state: 'unknown' });
  await age(open.id);
  await reconcileOnce(stripe.context);
  expect(await refundOf(id)).toMatchObject({
    state: 'declined',
    decline_reason: expect.stringContaining('no money was moved'),
  });
  expect(stripe.server.book.refunds).toEqual([]);
});

test('a refund that was refused for a while only is made once the gateway takes it', async () => {
  const id = await booked();
  stripe.server.faults.push({ step: 'refund', how: 'hang_before', times: 3 });
  expect(await cancel(id)).toMatchObject({ status: 202 });
  stripe.server.faults.push({ step: 'refund', how: 'revoked', times: 1 });
  await reconcileOnce(stripe.context);
  await reconcileOnce(stripe.context);
  expect(await refundOf(id)).toMatchObject({ state: 'succeeded' });
  expect(stripe.server.book.refunds).toHaveLength(1);
});

const newest = () =>
  app.db
    .selectFrom('payment_attempts')
    .select(['id', 'state', 'gateway_account'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const told = async (id: string) =>
  (await app.db.selectFrom('notices').select(['kind', 'message']).execute()).filter(({ message }) =>
    message.includes(id),
  );

test('a look-up that is refused settles nothing, however long it is so', async () => {
  stripe.server.faults.push({ step: 'confirm', how: 'hang_after', times: 3 });
  expect(await send()).toMatchObject({ status: 202 });
  await age((await newest()).id);
  stripe.server.faults.push({ step: 'retrieve', how: 'revoked', times: 1 });
  await reconcileOnce(stripe.context);
  expect((await newest()).state).toBe('unknown');
  await reconcileOnce(stripe.context);
  expect((await newest()).state).toBe('succeeded');
});

test("a charge is not given up under another account's key, which knows nothing of it", async () => {
  stripe.server.faults.push({ step: 'confirm', how: 'hang_after', times: 3 });
  expect(await send()).toMatchObject({ status: 202 });
  const { id, gateway_account } = await newest();
  expect(gateway_account).toBe('acct_1');
  await age(id);
  const other = stripe.appWith('sk_test_2');
  await reconcileOnce(other);
  await reconcileOnce(other);
  expect((await newest()).state).toBe('unknown');
  expect(await told(id)).toEqual([{ kind: 'gateway', message: expect.stringContaining('(acct_1)') }]);
  // The refund stays undecided under another gateway, and while the account cannot be looked up.
  await reconcileOnce(app.context);
  stripe.server.faults.push({ step: 'account', how: 'error_before', times: 9 });
  await reconcileOnce(stripe.appWith('sk_test_1'));
  stripe.server.faults.length = 0;
  expect((await newest()).state).toBe('unknown');
  // Another key of the same account can settle the refund.
  await reconcileOnce(stripe.appWith('sk_test_1b'));
  expect((await newest()).state).toBe('succeeded');
});

test("a refund waits for its charge's account as well, and one that is asked for is refused in words", async () => {
  const id = await booked();
  stripe.server.faults.push({ step: 'refund', how: 'hang_before', times: 3 });
  expect(await cancel(id)).toMatchObject({ status: 202 });
  await age((await refundOf(id)).id);
  await reconcileOnce(stripe.appWith('sk_test_2'));
  expect((await refundOf(id)).state).toBe('unknown');
  await reconcileOnce(stripe.context);
  expect((await refundOf(id)).state).toBe('succeeded');

  const sent = { reference: 'b1', payment_id: 'pi_1', raw_amount: 100, signal: AbortSignal.timeout(3000) };
  const { gateway } = stripe.appWith('sk_test_2').integrations;
  await expect(gateway.refund(sent)).rejects.toMatchObject({
    name: 'RequestRefused',
    about: 'account',
    message: expect.stringContaining('made with another account'),
  });
});
