import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { OutcomeUnknown, type Outcome } from '../../integrations/payment/gateway.ts';
import type { Desk } from '../../server/process/context.ts';
import { faultPoint } from '../../server/process/fault-points.ts';
import { findOperation, markOperationUnknown, type Operation } from '../operations/operations.queries.ts';
import { workThrough } from '../operations/work-through.steps.ts';
import { sendRefund, type Settle } from '../payments/send.steps.ts';
import {
  insertAttempt,
  leaseOpenAttempts,
  markReversed,
  markUnknown,
  paymentOf,
  releaseLease,
  type Attempt,
} from '../payments/attempts.queries.ts';
import { isOurAccount, notifyOtherAccount } from './accounts.steps.ts';
import { notify } from '../notices/notices.queries.ts';

type Kind = Operation['kind'];
/** The kinds of operations that have payment attempts. */
type MoneyKind = Exclude<Kind, 'adjust' | 'create' | 'lead' | 'send'>;
type Settling = {
  refund: Settle;
  /** `appearedText` tells staff of a charge (cents) that appeared after its operation was given up. Null: it never charges. */
  charge: { settle: Settle; appearedText: (cents: number) => string } | null;
};

/** The part of each flow that the reconciler carries on without knowing the flow. A new kind does not compile without its own. */
export type MoneyOperations = {
  settling: Record<MoneyKind, Settling>;
  /** Carries on the cancellations without a payment attempt that no process works on; returns the errors of those that failed. */
  resumeCancellations: (desk: Desk) => Promise<unknown[]>;
};
type Reconciling = { desk: Desk; settling: MoneyOperations['settling'] };

const AT_ONCE = 4;

/**
 * Makes one round over every undecided attempt and cancellation that no process works on. Neither waits for the other: a gateway or a
 * course system that hangs holds up its own work only. A failure is left for a later round and stops nothing else of this
 * one.
 */
export async function reconcileOnce(
  desk: Desk,
  { settling, resumeCancellations }: MoneyOperations,
): Promise<void> {
  const clock = sql<string>`clock_timestamp()`.as('now');
  const { now } = await desk.db.selectNoFrom(clock).executeTakeFirstOrThrow();
  const failures = (
    await Promise.all([reconcileAttempts({ desk, settling }, now), resumeCancellations(desk)])
  ).flat();
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failures in one round`);
}

async function reconcileAttempts(reconciling: Reconciling, notSince: string): Promise<unknown[]> {
  const { desk } = reconciling;
  const { reconcileEveryMs: everyMs, reconcileLeaseMs: leaseMs, paymentWatchMs: watchMs } = desk.settings;
  const look = { everyMs, leaseMs, watchMs, notSince, most: AT_ONCE };
  return workThrough(
    () => leaseOpenAttempts(desk.db, look),
    (attempt) =>
      reconcile(reconciling, attempt).finally(() =>
        desk.live.tell('tee_times', 'queues', 'leads', 'notices'),
      ),
  );
}

async function reconcile(reconciling: Reconciling, attempt: Attempt): Promise<void> {
  const { desk } = reconciling;
  const settle = settleOf(attempt, await settlingOf(reconciling, attempt));
  if (attempt.sent_at === null) return neverSent(desk, attempt, settle);
  if ((await isOurAccount(desk, attempt)) === false) {
    if (attempt.state !== 'abandoned') await notifyOtherAccount(desk, attempt);
    return leaveUnknown(desk, attempt);
  }
  const asked = await lookUp(desk, attempt);
  if (asked === null || asked.state === 'running') return releaseLease(desk.db, attempt.id);
  if (attempt.state === 'abandoned')
    return asked.state === 'succeeded' ? reverse(reconciling, attempt, asked.payment_id) : undefined;
  if (asked.state === 'absent') return absent(desk, attempt, settle);
  faultPoint('reconciler.asked');
  return settle(desk, attempt.id, asked);
}

// Nothing that this account's gateway says is of it.
async function leaveUnknown({ db }: Desk, { id, state, operation_id }: Attempt): Promise<void> {
  if (state === 'abandoned') return;
  await markUnknown(db, id);
  await markOperationUnknown(db, operation_id);
}

async function settlingOf({ desk, settling }: Reconciling, { operation_id }: Attempt): Promise<Settling> {
  const { kind } = await findOperation(desk.db, operation_id);
  if (kind === 'adjust' || kind === 'create' || kind === 'lead' || kind === 'send')
    throw new Error(`operation ${operation_id} (${kind}) cannot have a payment attempt`);
  return settling[kind];
}

function chargeOf({ operation_id }: Attempt, { charge }: Settling): NonNullable<Settling['charge']> {
  if (charge === null) throw new Error(`operation ${operation_id} cannot have a charge`);
  return charge;
}

const settleOf = (attempt: Attempt, settling: Settling): Settle =>
  attempt.kind === 'charge' ? chargeOf(attempt, settling).settle : settling.refund;

// The process died before it sent anything: a charge is abandoned (its card is gone), a refund is sent now.
const neverSent = (desk: Desk, attempt: Attempt, settle: Settle): Promise<void> =>
  attempt.kind === 'charge'
    ? settle(desk, attempt.id, { state: 'abandoned' })
    : sendRefund(desk, attempt, settle);

/** Returns the gateway's outcome of an attempt; null if it did not say, or may not be the gateway that it was sent to. */
export async function lookUp(
  desk: Desk,
  attempt: Attempt,
): Promise<Outcome | { state: 'absent' } | { state: 'running' } | null> {
  if (!(await isOurAccount(desk, attempt))) return null;
  const payment_id = attempt.kind === 'refund' ? await paymentOf(desk.db, attempt) : attempt.payment_id;
  try {
    return await desk.outside.gateway.lookUp({
      kind: attempt.kind,
      reference: attempt.id,
      handle: attempt.handle,
      payment_id,
      signal: AbortSignal.timeout(desk.settings.paymentTryMs),
    });
  } catch (error) {
    if (error instanceof OutcomeUnknown || (error instanceof Error && error.name === 'TimeoutError'))
      return null;
    throw error;
  }
}

// A refund that never arrived is sent again under its own reference. A charge cannot be: it is waited for, then given up.
async function absent(desk: Desk, attempt: Attempt, settle: Settle): Promise<void> {
  if (attempt.kind === 'refund') return sendRefund(desk, attempt, settle);
  const waitedMs = Date.now() - Date.parse(attempt.sent_at ?? attempt.created_at);
  if (waitedMs >= desk.settings.paymentGiveUpMs) return settle(desk, attempt.id, { state: 'abandoned' });
  return markUnknown(desk.db, attempt.id);
}

/**
 * Reverses a late charge, which appeared after its booking, change or sale was given up: refunds it under its own key, and
 * notifies staff.
 */
async function reverse(reconciling: Reconciling, charge: Attempt, payment_id: string): Promise<void> {
  const { desk } = reconciling;
  const settling = await settlingOf(reconciling, charge);
  const message = chargeOf(charge, settling).appearedText(charge.raw_amount);
  const refund = await desk.db.transaction().execute(async (db) => {
    if (!(await markReversed(db, charge.id, payment_id))) return null;
    await notify(db, { kind: 'late_charge', message, tee_time_id: charge.tee_time_id });
    return insertAttempt(db, {
      id: randomUUID(),
      operation_id: charge.operation_id,
      tee_time_id: charge.tee_time_id,
      kind: 'refund',
      gateway: charge.gateway,
      gateway_account: charge.gateway_account,
      raw_amount: charge.raw_amount,
      charge_attempt_id: charge.id,
      leaseMs: desk.settings.reconcileLeaseMs,
    });
  });
  if (!refund) return;
  faultPoint('reversal.recorded');
  await sendRefund(desk, refund, settling.refund);
}
