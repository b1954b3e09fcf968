import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { startGatewayProxy, requestSwallowed } from '../../../test/faults/gateway-proxy.ts';
import { APPEAR_LATE_MS, chargedBookings } from '../../../test/support/charged-bookings.ts';
import { ageToGiveUp, reconcileOnce, reconcileUntil } from '../../../test/support/reconcile.ts';
import type { TestCardBehavior } from '../../integrations/payment/test-cards.ts';
import { builtInGatewayClient } from '../../integrations/payment/built-in-client.ts';
import { BookingResult } from '../booking/booking.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { ledgerProblems } from './ledger-check.queries.ts';
import { attemptsFor } from '../../../test/support/attempts-for.ts';

const { app, at, send, charge, show, reconcile, settled, inBook } = chargedBookings();

async function whereItStands({
  tee_time_id,
  certificate_id,
}: {
  tee_time_id: number;
  certificate_id: number;
}) {
  const one = app.db.selectFrom('tee_times').select(['state', 'raw_paid']).where('id', '=', tee_time_id);
  const attempts = app.db
    .selectFrom('payment_attempts')
    .select(['kind', 'state'])
    .where('id', 'in', attemptsFor(app.db, tee_time_id))
    .orderBy('created_at');
  const certificate = app.db
    .selectFrom('gift_certificates')
    .select('raw_balance')
    .where('id', '=', certificate_id);
  const holds = app.db
    .selectFrom('certificate_holds')
    .select('raw_amount')
    .where('tee_time_id', '=', tee_time_id);
  const mails = app.db.selectFrom('outbox').select('kind').where('tee_time_id', '=', tee_time_id);
  const bookings = app.db
    .selectFrom('ledger_transactions')
    .select('kind')
    .where('tee_time_id', '=', tee_time_id);
  return {
    ...(await one.executeTakeFirstOrThrow()),
    attempts: (await attempts.execute()).map(({ kind, state }) => `${kind} ${state}`),
    balance: (await certificate.executeTakeFirstOrThrow()).raw_balance,
    held: (await holds.execute()).map(({ raw_amount }) => raw_amount),
    mails: (await mails.execute()).map(({ kind }) => kind).sort(),
    ledger: (await bookings.execute()).map(({ kind }) => kind),
  };
}
const FAILED = { state: 'failed', raw_paid: 0, balance: 10_000, held: [], mails: [], ledger: [] };
const BOOKED = {
  state: 'booked',
  raw_paid: 31_200,
  balance: 0,
  held: [],
  attempts: ['charge succeeded'],
  mails: ['course_receipt', 'receipt'],
  ledger: ['booking'],
};
const WAITING = { state: 'pending', raw_paid: 0, balance: 10_000, held: [10_000], mails: [], ledger: [] };
const NOT_KNOWN = "The payment's outcome is not known yet. Do not book again.";

describe('a declined card', () => {
  it.each<[TestCardBehavior, string]>([
    ['declined', 'Your card was declined.'],
    ['insufficient_funds', 'Your card has insufficient funds.'],
    ['expired', 'Your card has expired.'],
    ['incorrect_cvc', "Your card's security code is incorrect."],
  ])('%s fails the booking and takes nothing', async (behaviour, sentence) => {
    const made = await charge(behaviour);
    expect(made.answered).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': [sentence] } },
    });
    expect(await whereItStands(made)).toEqual({ ...FAILED, attempts: ['charge declined'] });
    expect(await inBook(made.tee_time_id)).toEqual([]);
    await reconcile();
    expect(await ledgerProblems(app.db)).toEqual([]);
  });
});

describe('a fault that a retry settles', () => {
  it.each<TestCardBehavior>([
    'error_before',
    'error_after',
    'reset_after',
    'broken_json_after',
    'answers_late',
  ])('%s is booked and charged once', async (behaviour) => {
    const made = await charge(behaviour);
    expect(made.answered.status).toBe(200);
    expect(await whereItStands(made)).toEqual(BOOKED);
    expect(await inBook(made.tee_time_id)).toEqual(['charge 31200']);
  });
});

describe('a gateway that does not say', () => {
  test('and never got the charge: 202, waited for, then failed', async () => {
    const made = await charge('timeout_before');
    expect(made.answered).toMatchObject({
      status: 202,
      body: { operation: { id: expect.any(String), state: 'unknown' }, message: NOT_KNOWN },
    });
    await reconcile();
    expect(await whereItStands(made)).toEqual({ ...WAITING, attempts: ['charge unknown'] });
    expect(await show(made.answered)).toMatchObject({ state: 'unknown', message: NOT_KNOWN, answer: null });
    await ageToGiveUp(app);
    await settled(made.answered);
    expect(await whereItStands(made)).toEqual({ ...FAILED, attempts: ['charge abandoned'] });
    expect(await show(made.answered)).toMatchObject({
      state: 'settled',
      answer_status: 422,
      answer: { errors: { 'credit_card.number': [expect.stringContaining('Nothing was charged')] } },
    });
    expect(await inBook(made.tee_time_id)).toEqual([]);
  });

  test('but charged: 202, then booked once, with its receipts once', async () => {
    const made = await charge('timeout_after');
    expect(made.answered.status).toBe(202);
    expect(await whereItStands(made)).toEqual({ ...WAITING, attempts: ['charge unknown'] });
    expect(await send(made.body, made.key)).toMatchObject({ status: 202, body: made.answered.body });
    await Promise.all([reconcile(), reconcile()]);
    await settled(made.answered);
    await reconcile();
    expect(await whereItStands(made)).toEqual(BOOKED);
    expect(await inBook(made.tee_time_id)).toEqual(['charge 31200']);
    const followed = await show(made.answered);
    expect(followed).toMatchObject({ state: 'settled', answer_status: 200 });
    expect(followed).not.toHaveProperty('message');
    expect(BookingResult.parse(followed.answer).tee_time.id).toBe(made.tee_time_id);
    const again = await send(made.body, made.key);
    expect(again).toMatchObject({ status: 200, body: followed.answer });
  });

  test('until after we gave up: the late charge is given back once, and staff are told', async () => {
    const made = await charge('appears_late');
    expect(made.answered.status).toBe(202);
    await ageToGiveUp(app);
    await settled(made.answered);
    expect(await whereItStands(made)).toEqual({ ...FAILED, attempts: ['charge abandoned'] });
    app.advanceGatewayClock(APPEAR_LATE_MS);
    await reconcileUntil(app, async () => (await inBook(made.tee_time_id)).length === 2);
    await reconcileUntil(app, async () =>
      (await whereItStands(made)).attempts.every((one) => /reversed|succeeded/.test(one)),
    );
    expect(await inBook(made.tee_time_id)).toEqual(['charge 31200', 'refund 31200']);
    expect(await whereItStands(made)).toEqual({
      ...FAILED,
      attempts: ['charge reversed', 'refund succeeded'],
    });
    await reconcile();
    const told = app.db.selectFrom('notices').select('message').where('tee_time_id', '=', made.tee_time_id);
    expect(await told.execute()).toEqual([
      { message: 'A charge of $312.00 appeared after its booking had failed. It is being refunded.' },
    ]);
    expect(await show(made.answered)).toMatchObject({ state: 'settled', answer_status: 422 });
  });
});

test('many that were given up do not hold up what is undecided', async () => {
  const { tee_time_id } = await charge('declined');
  const attempt = app.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', 'in', attemptsFor(app.db, tee_time_id));
  const { operation_id, gateway, raw_amount } = await attempt.executeTakeFirstOrThrow();
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const given = {
    ...({ operation_id, gateway, raw_amount, kind: 'charge', state: 'abandoned' } as const),
    sent_at: anHourAgo,
    last_asked_at: anHourAgo,
    created_at: anHourAgo,
  };
  const many = Array.from({ length: 120 }, () => ({ ...given, id: randomUUID() }));
  await app.db.insertInto('payment_attempts').values(many).execute();
  const made = await charge('timeout_after');
  await reconcile();
  expect(await whereItStands(made)).toEqual(BOOKED);
  await app.db.deleteFrom('payment_attempts').where('created_at', '=', anHourAgo).execute();
});

describe('a process that died', () => {
  test('before it sent the charge: the booking fails, and nothing is sent', async () => {
    const made = await charge('declined');
    await app.db
      .updateTable('tee_times')
      .set({ state: 'pending' })
      .where('id', '=', made.tee_time_id)
      .execute();
    await app.db
      .updateTable('payment_attempts')
      .set({ state: 'created', sent_at: null, settled_at: null, decline_reason: null, lease_until: null })
      .where('id', 'in', attemptsFor(app.db, made.tee_time_id))
      .execute();
    await app.db
      .updateTable('operations')
      .set({ state: 'running', answer: null, answer_status: null })
      .where('tee_time_id', '=', made.tee_time_id)
      .execute();
    expect((await send(made.body, made.key)).status).toBe(409);
    await reconcile();
    expect(await whereItStands(made)).toMatchObject({ ...FAILED, attempts: ['charge abandoned'] });
    expect((await send(made.body, made.key)).status).toBe(422);
  });
});

test('a gateway that hangs holds up no cancellation', { timeout: 60_000 }, async () => {
  // The course fails once, and the reconciler asks it again.
  const { tee_time_id } = await charge('approved', { confirmation: 'HELD-E' });
  const waiting = await Promise.all(Array.from({ length: 8 }, () => charge('timeout_after')));
  const body = { id: tee_time_id, cancel: true, refund: false };
  const canceled = await app.call(teeTimes.cancel, { body }, at.agent);
  expect(canceled.status).toBe(202);
  const proxy = await startGatewayProxy(app.gatewayUrl);
  proxy.meets('look-up', requestSwallowed);
  const integrations = { ...app.context.integrations, gateway: builtInGatewayClient(proxy.url) };
  let isOver = false;
  const round = reconcileOnce({ ...app.context, integrations }).then(() => (isOver = true));
  await expect.poll(async () => (await show(canceled)).state, { timeout: 30_000 }).toBe('settled');
  expect(isOver).toBe(false);
  await round;
  await proxy.close();
  for (const { answered } of waiting) await settled(answered);
});
