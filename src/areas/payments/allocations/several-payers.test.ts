import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attemptsFor } from '../../../../test/support/attempts-for.ts';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCard } from '../../../../test/support/bookings.ts';
import { aCourse, aCustomer } from '../../../../test/support/factories.ts';
import type { TestCardBehavior } from '../../../integrations/payment/test-cards.ts';
import type { Db } from '../../../server/process/context.ts';
import { storePlan } from '../../operations/operations.queries.ts';
import { ledgerProblems } from '../../reconciling/ledger-check.queries.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { attemptAllocations } from './allocations.queries.ts';
import { hasAttemptSucceeded, type PaymentAttempt } from '../attempts.queries.ts';
import { recordTransaction } from '../ledger.queries.ts';
import { MoneyOperation, type MoneyRequest, type DecidedOperation } from '../money-operation.steps.ts';

const app = testApp();
let admin: HeaderFields;
let staff: number;
let course: number;
let customer: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  ({ id: staff } = await app.db.selectFrom('staff_users').select('id').executeTakeFirstOrThrow());
  ({ id: course } = await aCourse(app.db));
  ({ id: customer } = await aCustomer(app.db));
});

/** The cents of each payer's card for each tee time, in their order. */
type Shares = { card: TestCardBehavior; cents: number[] }[];
const Plan = z.object({ tee_time_ids: z.number().array() });
type Plan = z.infer<typeof Plan>;
const Answer = z.object({ charged: z.number() });
type Request = MoneyRequest & { shares: Shares };

const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);

// An operation with several payers and tee times. A share whose charge did not succeed stays on account.
const GROUP = new MoneyOperation<Request, Plan, z.infer<typeof Answer>>({
  kind: 'book',
  subject: 'tee_time',
  points: { claimed: 'booking.claimed', settling: 'booking.settling' },
  answer: Answer,
  plan: Plan,
  chargedFor: null,
  begin: async (db, { shares }, operation_id) => {
    const prices = (shares[0]?.cents ?? []).map((_, at) => sum(shares.map(({ cents }) => cents[at] ?? 0)));
    const ids = await insertPending(db, prices);
    await storePlan(db, operation_id, { tee_time_ids: ids }, { tee_time_id: ids[0] ?? 0 });
    const charges = shares.map(({ card, cents }) => ({
      at: 'booking' as const,
      cents: sum(cents),
      allocations: ids
        .map((tee_time_id, at) => ({ tee_time_id, raw_amount: cents[at] ?? 0 }))
        .filter(({ raw_amount }) => raw_amount > 0),
      choice: { pay: 'card' as const, card: aCard(card) },
      description: 'A group',
    }));
    return { charges };
  },
  lock: (db, id) => sql`select from tee_times where id = ${id} for update`.execute(db),
  record: async (db, step) => {
    await bookAll(db, step);
    return { charged: sum(step.attempts.filter(hasAttemptSucceeded).map(({ raw_amount }) => raw_amount)) };
  },
  failed: {
    neverArrived: 'Nothing was charged.',
    answer: (_attempt, reason) => ({ errors: { card: [reason] } }),
    release: async (db, { plan }) => {
      await db
        .updateTable('tee_times')
        .set({ state: 'failed' })
        .where('id', 'in', plan.tee_time_ids)
        .execute();
      return 'Agent';
    },
  },
});

const insertPending = async (db: Db, prices: number[]) => {
  const row = {
    state: 'pending',
    source: 'internal',
    agent: 'Agent',
    course_id: course,
    customer_id: customer,
    play_date: '2030-06-01',
    play_time: '08:00',
    players: 2,
    players_booked: 2,
    confirmation: 'GROUP',
    is_card: true,
  } as const;
  const rows = prices.map((raw_charge) => ({ ...row, raw_charge, raw_total: raw_charge }));
  const made = await db.insertInto('tee_times').values(rows).returning('id').execute();
  return made.map(({ id }) => id).toSorted((a, b) => a - b);
};

async function bookAll(db: Db, { operation_id, plan, attempts }: DecidedOperation<Plan>): Promise<void> {
  const paid = await Promise.all(
    attempts.filter(hasAttemptSucceeded).map(({ id }) => attemptAllocations(db, id)),
  );
  for (const id of plan.tee_time_ids) {
    const card = sum(
      paid
        .flat()
        .filter(({ tee_time_id }) => tee_time_id === id)
        .map(({ raw_amount }) => raw_amount),
    );
    const { raw_total } = await db
      .updateTable('tee_times')
      .set({ state: 'booked', raw_paid: card, raw_open: sql<number>`raw_total - ${card}::bigint` })
      .where('id', '=', id)
      .returning('raw_total')
      .executeTakeFirstOrThrow();
    await recordTransaction(db, { kind: 'booking', tee_time_id: id, operation_id, made_by: 'Agent' }, [
      { account: 'tee_time', raw_amount: -raw_total },
      { account: 'card', raw_amount: card },
      { account: 'on_account', raw_amount: raw_total - card },
    ]);
  }
}

async function bookGroup(shares: Shares) {
  const key = randomUUID();
  const actor = { id: staff, name: 'Agent', email: '', level: 'admin', client: '', address: '' } as const;
  const answered = await GROUP.run({ app: app.context, actor, key, fingerprint: key, shares }).catch(
    (error: unknown) => error,
  );
  const operation = await app.db
    .selectFrom('operations')
    .select(['id', 'plan'])
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  const ids = Plan.parse(operation.plan).tee_time_ids;
  const attempts = await app.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('operation_id', '=', operation.id)
    .orderBy('created_at')
    .execute();
  return { answered, ids, attempts };
}

const statesOf = (attempts: PaymentAttempt[]) => attempts.map(({ state }) => state);
const booked = () => app.gatewayBook().filter(({ state }) => state === 'succeeded');
const standing = (ids: number[]) =>
  app.db
    .selectFrom('tee_times')
    .select(['state', 'raw_paid', 'raw_open'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
const refundsOf = (id: number) =>
  app.db
    .selectFrom('payment_attempts')
    .select(['charge_attempt_id', 'raw_amount'])
    .where('kind', '=', 'refund')
    .where('id', 'in', attemptsFor(app.db, id))
    .orderBy('created_at')
    .execute();
const cancel = (id: number) =>
  app.ok(teeTimes.cancel, { body: { id, cancel: true, refund: true, force_cancel: true } }, admin);

describe('two payers and two tee times', () => {
  test('each card is charged once for its part of both, and a refund of one tee time takes only its cents, the newest charge first', async () => {
    const { answered, ids, attempts } = await bookGroup([
      { card: 'approved', cents: [200_00, 100_00] },
      { card: 'approved', cents: [0, 100_00] },
    ]);
    expect(answered).toEqual({ charged: 400_00 });
    expect(statesOf(attempts)).toEqual(['succeeded', 'succeeded']);
    expect(await standing(ids)).toEqual([
      { state: 'booked', raw_paid: 200_00, raw_open: 0 },
      { state: 'booked', raw_paid: 200_00, raw_open: 0 },
    ]);
    const [organizer, other] = attempts;
    await cancel(ids[1] ?? 0);
    expect(await refundsOf(ids[1] ?? 0)).toEqual([
      { charge_attempt_id: other?.id, raw_amount: 100_00 },
      { charge_attempt_id: organizer?.id, raw_amount: 100_00 },
    ]);
    expect(await refundsOf(ids[0] ?? 0)).toEqual([]);
    await cancel(ids[0] ?? 0);
    expect(await refundsOf(ids[0] ?? 0)).toEqual([{ charge_attempt_id: organizer?.id, raw_amount: 200_00 }]);
  });

  test('the first charge decides: it is declined, so the other card is never sent and nothing is booked', async () => {
    const before = booked().length;
    const { answered, ids, attempts } = await bookGroup([
      { card: 'declined', cents: [200_00, 0] },
      { card: 'approved', cents: [0, 200_00] },
    ]);
    expect(answered).toMatchObject({ status: 422 });
    expect(statesOf(attempts)).toEqual(['declined', 'abandoned']);
    expect(attempts[1]?.sent_at).toBeNull();
    expect(booked()).toHaveLength(before);
    expect((await standing(ids)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  test('a later charge is declined: the first one stands, and what is not paid is open', async () => {
    const { answered, ids, attempts } = await bookGroup([
      { card: 'approved', cents: [100_00, 100_00] },
      { card: 'declined', cents: [0, 100_00] },
      { card: 'approved', cents: [50_00, 0] },
    ]);
    expect(answered).toEqual({ charged: 250_00 });
    expect(statesOf(attempts)).toEqual(['succeeded', 'declined', 'succeeded']);
    expect(await standing(ids)).toEqual([
      { state: 'booked', raw_paid: 150_00, raw_open: 0 },
      { state: 'booked', raw_paid: 100_00, raw_open: 100_00 },
    ]);
  });
});

test('the ledger checks find allocations that do not sum to the charge, or give back more than was for a tee time', async () => {
  const { ids, attempts } = await bookGroup([{ card: 'approved', cents: [100_00, 100_00] }]);
  await cancel(ids[1] ?? 0);
  const [refund] = await app.db
    .selectFrom('payment_allocations')
    .select('payment_attempt_id')
    .where('tee_time_id', '=', ids[1] ?? 0)
    .where('payment_attempt_id', '!=', attempts[0]?.id ?? '')
    .execute();
  const allocate = (attempt: string | undefined, id: number | undefined, cents: number) =>
    app.db
      .updateTable('payment_allocations')
      .set({ raw_amount: cents })
      .where('payment_attempt_id', '=', attempt ?? '')
      .where('tee_time_id', '=', id ?? 0)
      .execute();
  const found = async () => [
    ...new Set((await ledgerProblems(app.db)).map((line) => line.split(':')[0] ?? '')),
  ];
  expect(await found()).toEqual([]);
  await allocate(attempts[0]?.id, ids[1], 99_00);
  expect(await found()).toEqual(['check_5_charges', 'check_13_given_back', 'check_17_allocations']);
  await allocate(attempts[0]?.id, ids[0], 101_00);
  expect(await found()).toEqual(['check_5_charges', 'check_13_given_back']);
  await allocate(attempts[0]?.id, ids[0], 100_00);
  await allocate(attempts[0]?.id, ids[1], 100_00);
  await allocate(refund?.payment_attempt_id, ids[1], 101_00);
  expect(await found()).toEqual(['check_13_given_back', 'check_17_allocations']);
  await allocate(refund?.payment_attempt_id, ids[1], 100_00);
});
