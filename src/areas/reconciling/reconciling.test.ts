import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { testApp, type Answered, type Headers } from '../../../test/support/app.ts';
import { aBooking, aCard, operationOf, sendBooking } from '../../../test/support/bookings.ts';
import { aCertificate, aCourse } from '../../../test/support/factories.ts';
import { passGiveUpTime, reconcileOnce, reconcileUntil } from '../../../test/support/reconcile.ts';
import { startGatewayProxy, swallowed } from '../../../test/faults/gateway-proxy.ts';
import type { Behaviour } from '../../integrations/payment/test-cards.ts';
import { builtInGateway } from '../../integrations/payment/built-in-client.ts';
import { Booked } from '../booking/booking.contract.ts';
import { operations } from '../operations/operations.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { ledgerProblems } from './ledger-check.queries.ts';
import { deleteOldAnswers } from '../operations/operations.queries.ts';
import { knownButOpen } from './ledger-check.job.ts';

const APPEAR_LATE_MS = 600_000;
const app = testApp({ delays: { appearLateMs: APPEAR_LATE_MS } });
let agent: Headers;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db, { email: 'pro@course.example' })).id;
});

/** Books on a card with this behavior and a certificate of $100.00. */
async function charge(behaviour: Behaviour, tee_time = {}) {
  const certificate = await aCertificate(app.db);
  const paid = { credit_card: aCard(behaviour), gift_cert_serial: certificate.serial };
  const body = aBooking({ course, tee_time, ...paid });
  const key = randomUUID();
  const answered = await sendBooking(app, body, agent, key);
  const teeTime = await app.db
    .selectFrom('tee_times')
    .select('id')
    .where('gift_certificate_id', '=', certificate.id)
    .executeTakeFirstOrThrow();
  return { answered, body, key, tee_time_id: teeTime.id, certificate_id: certificate.id };
}

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
    .where('tee_time_id', '=', tee_time_id)
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

const show = async (answered: Answered) =>
  app.ok(operations.show, { params: { id: operationOf(answered) } }, agent);
const reconcile = () => reconcileOnce(app.context);
const settled = async (answered: Answered) =>
  reconcileUntil(app, async () => (await show(answered)).state === 'settled');
const inBook = async (tee_time_id: number) => {
  const ours = await app.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('tee_time_id', '=', tee_time_id)
    .execute();
  const ids = new Set(ours.map(({ id }) => id));
  return app
    .gatewayBook()
    .filter((line) => ids.has(line.reference) && line.state === 'succeeded')
    .map(({ kind, raw_amount }) => `${kind} ${raw_amount}`);
};
const NOT_KNOWN = "The payment's outcome is not known yet. Do not book again.";

describe('a declined card', () => {
  it.each<[Behaviour, string]>([
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
  it.each<Behaviour>(['error_before', 'error_after', 'reset_after', 'broken_json_after', 'answers_late'])(
    '%s is booked and charged once',
    async (behaviour) => {
      const made = await charge(behaviour);
      expect(made.answered.status).toBe(200);
      expect(await whereItStands(made)).toEqual(BOOKED);
      expect(await inBook(made.tee_time_id)).toEqual(['charge 31200']);
    },
  );
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
    await passGiveUpTime(app);
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
    expect(await sendBooking(app, made.body, agent, made.key)).toMatchObject({
      status: 202,
      body: made.answered.body,
    });
    await Promise.all([reconcile(), reconcile()]);
    await settled(made.answered);
    await reconcile();
    expect(await whereItStands(made)).toEqual(BOOKED);
    expect(await inBook(made.tee_time_id)).toEqual(['charge 31200']);
    const followed = await show(made.answered);
    expect(followed).toMatchObject({ state: 'settled', answer_status: 200 });
    expect(followed).not.toHaveProperty('message');
    expect(Booked.parse(followed.answer).tee_time.id).toBe(made.tee_time_id);
    const again = await sendBooking(app, made.body, agent, made.key);
    expect(again).toMatchObject({ status: 200, body: followed.answer });
  });

  test('until after we gave up: the late charge is given back once, and staff are told', async () => {
    const made = await charge('appears_late');
    expect(made.answered.status).toBe(202);
    await passGiveUpTime(app);
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
  const attempt = app.db.selectFrom('payment_attempts').selectAll().where('tee_time_id', '=', tee_time_id);
  const { operation_id, gateway, raw_amount } = await attempt.executeTakeFirstOrThrow();
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const given = {
    ...({ operation_id, tee_time_id, gateway, raw_amount, kind: 'charge', state: 'abandoned' } as const),
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
      .where('tee_time_id', '=', made.tee_time_id)
      .execute();
    await app.db
      .updateTable('operations')
      .set({ state: 'running', answer: null, answer_status: null })
      .where('tee_time_id', '=', made.tee_time_id)
      .execute();
    expect((await sendBooking(app, made.body, agent, made.key)).status).toBe(409);
    await reconcile();
    expect(await whereItStands(made)).toMatchObject({ ...FAILED, attempts: ['charge abandoned'] });
    expect((await sendBooking(app, made.body, agent, made.key)).status).toBe(422);
  });
});

test('a double click with one key books once', async () => {
  const body = aBooking({ course, credit_card: aCard() });
  const key = randomUUID();
  const clicks = await Promise.all([1, 2, 3].map(() => sendBooking(app, body, agent, key)));
  const statuses = clicks.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const { email } = body.booking.customer;
  const made = await app.db
    .selectFrom('tee_times')
    .innerJoin('customers', 'customers.id', 'tee_times.customer_id')
    .select('tee_times.id')
    .where('customers.email', '=', email)
    .execute();
  expect(made).toHaveLength(1);
  expect(await inBook(made[0]?.id ?? 0)).toEqual(['charge 41200']);
});

test("the gateway's book is compared with ours by reference and amount", async () => {
  const made = await charge('approved');
  const lines = app.gatewayBook().filter((line) => line.state === 'succeeded');
  const book = {
    charges: lines.filter((line) => line.kind === 'charge'),
    refunds: lines.filter((line) => line.kind === 'refund'),
  };
  expect(await ledgerProblems(app.db, book)).toEqual([]);
  const ours = await app.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('tee_time_id', '=', made.tee_time_id)
    .executeTakeFirstOrThrow();
  const charges = book.charges.map((line) =>
    line.reference === ours.id ? { ...line, raw_amount: 1 } : line,
  );
  expect(await ledgerProblems(app.db, { ...book, charges })).toEqual([
    `check_6: the gateway has no charge ${ours.id} of 31200 cents`,
    `check_6: we have no charge ${ours.id} of 1 cents`,
  ]);
});

test('an operation that is not there is a 404, and one without a uuid a 422', async () => {
  expect((await app.call(operations.show, { params: { id: randomUUID() } }, agent)).status).toBe(404);
  expect((await app.call(operations.show, { params: { id: 'x' } }, agent)).status).toBe(422);
});

test('what the gateway knows for more than 60 s and we do not is a finding', async () => {
  const made = await charge('timeout_after');
  expect(await knownButOpen(app.context)).toEqual([]);
  const { id } = await app.db
    .updateTable('payment_attempts')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .where('tee_time_id', '=', made.tee_time_id)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await knownButOpen(app.context)).toEqual([
    `check_7: attempt ${id} is unknown here, but succeeded at the gateway`,
  ]);
  await settled(made.answered);
  expect(await knownButOpen(app.context)).toEqual([]);
});

test('an answer is forgotten after its days; its key stays taken and nothing is booked twice', async () => {
  const old = await charge('approved');
  const young = await charge('approved');
  const { id } = await app.db
    .updateTable('operations')
    .set({ updated_at: new Date(Date.now() - 30.1 * 86_400_000) })
    .where('tee_time_id', '=', old.tee_time_id)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await deleteOldAnswers(app.db, 31)).toBe(0);
  expect(await deleteOldAnswers(app.db, 30)).toBe(1);
  const forgotten = { message: 'This request was answered long ago, and its answer is no longer kept.' };
  expect(await sendBooking(app, old.body, agent, old.key)).toMatchObject({ status: 410, body: forgotten });
  expect(await app.ok(operations.show, { params: { id } }, agent)).toMatchObject({
    answer: null,
    ...forgotten,
  });
  expect((await sendBooking(app, young.body, agent, young.key)).body).toEqual(young.answered.body);
  expect(await inBook(old.tee_time_id)).toEqual(['charge 31200']);
});

test('a gateway that hangs holds up no cancellation', { timeout: 60_000 }, async () => {
  // The course fails once, and the reconciler asks it again.
  const { tee_time_id } = await charge('approved', { confirmation: 'HELD-E' });
  const waiting = await Promise.all(Array.from({ length: 8 }, () => charge('timeout_after')));
  const body = { id: tee_time_id, cancel: true, refund: false };
  const canceled = await app.call(teeTimes.cancel, { body }, agent);
  expect(canceled.status).toBe(202);
  const proxy = await startGatewayProxy(app.gatewayUrl);
  proxy.meets('look-up', swallowed);
  const integrations = { ...app.context.integrations, gateway: builtInGateway(proxy.url) };
  let isOver = false;
  const round = reconcileOnce({ ...app.context, integrations }).then(() => (isOver = true));
  await expect.poll(async () => (await show(canceled)).state, { timeout: 30_000 }).toBe('settled');
  expect(isOver).toBe(false);
  await round;
  await proxy.close();
  for (const { answered } of waiting) await settled(answered);
});
