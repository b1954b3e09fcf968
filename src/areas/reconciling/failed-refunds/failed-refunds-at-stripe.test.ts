import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { stripeTestApp } from '../../../../test/support/stripe.ts';
import { BookingResult, booking } from '../../booking/booking.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { reconcileOnce } from '../../../../test/support/reconcile.ts';
import { checkSettledRefunds } from './failed-refunds.job.ts';
import { attemptsFor } from '../../../../test/support/attempts-for.ts';

const app = testApp({ checkBooks: false, settings: { PAYMENT_TRY_MS: '200', PAYMENT_TOTAL_MS: '600' } });
const stripe = stripeTestApp(app);
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

const send = () => stripe.call(booking.book, { body: aBookingBody({ course, credit_card: aCard() }) }, agent);
async function refunded(): Promise<number> {
  const { id } = BookingResult.parse((await send()).body).tee_time;
  const body = { id, cancel: true, refund: true, force_cancel: true };
  expect(await stripe.call(teeTimes.cancel, { body }, agent)).toMatchObject({
    status: 200,
    body: { valid: true },
  });
  return id;
}
/** Moves all refunds, and the time of their last checks, back by so many hours. */
const pass = (hours: number) =>
  app.db
    .updateTable('payment_attempts')
    .set({
      settled_at: sql<string>`settled_at - make_interval(hours => ${hours})`,
      last_asked_at: sql<string>`last_asked_at - make_interval(hours => ${hours})`,
    })
    .where('kind', '=', 'refund')
    .execute();
const asked = async (check = () => checkSettledRefunds(stripe.context)) => {
  const before = stripe.server.sentTo('list').length;
  await check();
  return stripe.server.sentTo('list').length - before;
};
const stateOf = async (tee_time_id: number) =>
  app.db
    .selectFrom('payment_attempts')
    .select(['state', 'decline_reason'])
    .where('id', 'in', attemptsFor(app.db, tee_time_id))
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow();
const paidOf = async (id: number) => (await app.ok(teeTimes.show, { params: { id } }, agent)).paid;

test('a refund is asked about once a day for 30 days, by one of several processes, until it fails', async () => {
  const id = await refunded();
  expect(await asked()).toBe(0);
  await pass(25);
  const both = () => Promise.all([checkSettledRefunds(stripe.context), checkSettledRefunds(stripe.context)]);
  expect(await asked(async () => void (await both()))).toBe(1);
  expect(await asked()).toBe(0);
  await pass(25);
  stripe.server.faults.push({ step: 'list', how: 'error_before', times: 1 });
  // A refund whose look-up got no answer is also checked again only after a day.
  expect(await asked()).toBe(1);
  expect(await asked()).toBe(0);
  expect(await stateOf(id)).toMatchObject({ state: 'succeeded' });
  await pass(25);
  const [made] = stripe.server.book.refunds;
  if (made) made.status = 'failed';
  expect(await asked()).toBe(1);
  expect(await stateOf(id)).toEqual({ state: 'failed', decline_reason: 'The bank refused the refund.' });
  expect(await paidOf(id)).toBe('412.00');
  await pass(25);
  expect(await asked()).toBe(0);
});

test('one that is older than 30 days is not asked about', async () => {
  await refunded();
  await pass(31 * 24);
  expect(await asked()).toBe(0);
});

test("nothing fails under another account's key, which knows no refund", async () => {
  const id = await refunded();
  await pass(25);
  await checkSettledRefunds(stripe.appWith('sk_test_2'));
  expect(await stateOf(id)).toMatchObject({ state: 'succeeded' });
});

test('of a charge that had appeared too late only staff are told', async () => {
  stripe.server.faults.push({ step: 'confirm', how: 'hang_after', times: 3 });
  expect(await send()).toMatchObject({ status: 202 });
  const intent = [...stripe.server.book.intents.values()].at(-1)!;
  const age = () =>
    app.db
      .updateTable('payment_attempts')
      .set({
        sent_at: sql<string>`sent_at - interval '16 minutes'`,
        last_asked_at: sql<string>`last_asked_at - interval '16 minutes'`,
      })
      .where('handle', '=', intent.id)
      .execute();
  intent.status = 'requires_payment_method';
  await age();
  await reconcileOnce(stripe.context);
  intent.status = 'succeeded';
  await age();
  await reconcileOnce(stripe.context);
  const charge = await app.db
    .selectFrom('payment_attempts')
    .innerJoin('payment_allocations as l', 'l.payment_attempt_id', 'payment_attempts.id')
    .select(['state', 'l.tee_time_id'])
    .where('handle', '=', intent.id)
    .executeTakeFirstOrThrow();
  expect(charge.state).toBe('reversed');
  const id = charge.tee_time_id ?? 0;
  expect(await stateOf(id)).toMatchObject({ state: 'succeeded' });
  const made = stripe.server.book.refunds.find(({ payment_intent }) => payment_intent === intent.id);
  if (made) made.status = 'failed';
  await pass(25);
  await checkSettledRefunds(stripe.context);
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  const messages = await app.db
    .selectFrom('notices')
    .select('message')
    .where('tee_time_id', '=', id)
    .execute();
  expect(messages.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /failed after it had been made: .* It was for a charge that had appeared too late\./,
    ),
  );
  const posted = app.db.selectFrom('ledger_transactions').select('id').where('tee_time_id', '=', id);
  expect(await posted.execute()).toEqual([]);
});
