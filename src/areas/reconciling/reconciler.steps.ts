import { sql } from 'kysely';
import { PaymentOutcomeUnknown, type PaymentOutcome } from '../../integrations/payment/gateway.ts';
import type { AppContext } from '../../server/process/context.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { dieAtFaultPoint } from '../../server/process/fault-points.ts';
import { findOperation, markOperationUnknown, type Operation } from '../operations/operations.queries.ts';
import { leaseAndWork } from '../operations/work-through.steps.ts';
import { lateChargeText } from '../payments/late-charges.texts.ts';
import type { MoneyOperation } from '../payments/money-operation.steps.ts';
import { sendRefund, type SettleAttempt } from '../payments/send.steps.ts';
import {
  attemptAllocations,
  firstAllocatedRecord,
  insertRefunds,
} from '../payments/allocations/allocations.queries.ts';
import {
  leaseOpenAttempts,
  markChargeReversed,
  markAttemptUnknown,
  refundedPaymentId,
  releaseAttemptLease,
  type PaymentAttempt,
} from '../payments/attempts.queries.ts';
import { isCurrentGatewayAccount, notifyOtherGatewayAccount } from './accounts.steps.ts';
import { createNotice } from '../notices/notices.queries.ts';

/** The part of a money operation that the reconciler needs. */
type Reconcilable = Pick<MoneyOperation<never, unknown, object>, 'settle' | 'chargedFor'>;

/** The money operation of each kind, or null if no money moves. The type forces a new kind of operation to be listed. */
export type MoneyOperations = {
  kinds: Record<Operation['kind'], Reconcilable | null>;
  /**
   * Continues the cancellations that have no payment attempt and that no process works on; returns the errors of
   * those that failed.
   */
  resumeCancellations: (app: AppContext) => Promise<unknown[]>;
};
type Reconciling = { app: AppContext; kinds: MoneyOperations['kinds'] };

const AT_ONCE = 4;

/**
 * Settles every undecided payment attempt and cancellation that no process works on. The two run side by side, so
 * that an unanswering gateway or course system delays only its own. A failure stops nothing else and is tried again
 * in the next run.
 */
export async function reconcileOnce(
  app: AppContext,
  { kinds, resumeCancellations }: MoneyOperations,
): Promise<void> {
  const clock = sql<string>`clock_timestamp()`.as('now');
  const { now } = await app.db.selectNoFrom(clock).executeTakeFirstOrThrow();
  const failures = (
    await Promise.all([reconcileAttempts({ app, kinds }, now), resumeCancellations(app)])
  ).flat();
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failures in one round`);
}

async function reconcileAttempts(reconciling: Reconciling, notSince: string): Promise<unknown[]> {
  const { app } = reconciling;
  const { reconcileEveryMs: everyMs, reconcileLeaseMs: leaseMs, paymentWatchMs: watchMs } = app.settings;
  const look = { everyMs, leaseMs, watchMs, notSince, most: AT_ONCE };
  return leaseAndWork(
    () => leaseOpenAttempts(app.db, look),
    (attempt) =>
      reconcile(reconciling, attempt).finally(() => app.live.tell('tee_times', 'queues', 'leads', 'notices')),
  );
}

async function reconcile(reconciling: Reconciling, attempt: PaymentAttempt): Promise<void> {
  const { app } = reconciling;
  const operation = await reconcilableOf(reconciling, attempt);
  const { settle } = operation;
  if (attempt.sent_at === null) return neverSent(app, attempt, settle);
  if ((await isCurrentGatewayAccount(app, attempt)) === false) {
    if (attempt.state !== 'abandoned') await notifyOtherGatewayAccount(app, attempt);
    return leaveUnknown(app, attempt);
  }
  const known = await lookUpPayment(app, attempt);
  if (known === null || known.state === 'running') return releaseAttemptLease(app.db, attempt.id);
  if (attempt.state === 'abandoned')
    return known.state === 'succeeded' ? reverse(app, attempt, known.payment_id, operation) : undefined;
  if (known.state === 'absent') return absent(app, attempt, settle);
  dieAtFaultPoint('reconciler.asked');
  return settle(app, attempt.id, known);
}

// The current gateway account does not know this payment, so its outcome stays unknown.
async function leaveUnknown({ db }: AppContext, { id, state, operation_id }: PaymentAttempt): Promise<void> {
  if (state === 'abandoned') return;
  await markAttemptUnknown(db, id);
  await markOperationUnknown(db, operation_id);
}

async function reconcilableOf(
  { app, kinds }: Reconciling,
  { operation_id }: PaymentAttempt,
): Promise<Reconcilable> {
  const { kind } = await findOperation(app.db, operation_id);
  const found = kinds[kind];
  if (!found) throw new Error(`operation ${operation_id} (${kind}) cannot have a payment attempt`);
  return found;
}

// The process died before it sent the request: a charge is abandoned, because its card is gone, and a refund is sent
// now.
const neverSent = (app: AppContext, attempt: PaymentAttempt, settle: SettleAttempt): Promise<void> =>
  attempt.kind === 'charge'
    ? settle(app, attempt.id, { state: 'abandoned' })
    : sendRefund(app, attempt, settle);

/**
 * Returns the gateway's outcome of an attempt; null if the gateway did not answer, or may not be the one that the
 * attempt was sent to.
 */
export async function lookUpPayment(
  app: AppContext,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome | { state: 'absent' } | { state: 'running' } | null> {
  if (!(await isCurrentGatewayAccount(app, attempt))) return null;
  const payment_id =
    attempt.kind === 'refund' ? await refundedPaymentId(app.db, attempt) : attempt.payment_id;
  try {
    return await app.integrations.gateway.lookUp({
      kind: attempt.kind,
      reference: attempt.id,
      handle: attempt.handle,
      payment_id,
      signal: AbortSignal.timeout(app.settings.paymentTryMs),
    });
  } catch (error) {
    if (error instanceof PaymentOutcomeUnknown || (error instanceof Error && error.name === 'TimeoutError'))
      return null;
    throw error;
  }
}

// A refund that never reached the gateway is sent again under its own reference. A charge cannot be sent again: RIC
// waits, then gives it up.
async function absent(app: AppContext, attempt: PaymentAttempt, settle: SettleAttempt): Promise<void> {
  if (attempt.kind === 'refund') return sendRefund(app, attempt, settle);
  const waitedMs = Date.now() - Date.parse(attempt.sent_at ?? attempt.created_at);
  if (waitedMs >= app.settings.paymentGiveUpMs) return settle(app, attempt.id, { state: 'abandoned' });
  return markAttemptUnknown(app.db, attempt.id);
}

/**
 * Reverses a late charge, which appeared after its booking, change or sale was given up: refunds it under its own
 * reference, and notifies staff.
 */
async function reverse(
  app: AppContext,
  charge: PaymentAttempt,
  payment_id: string,
  { settle, chargedFor }: Reconcilable,
): Promise<void> {
  const [refund] = await runTransaction(app.db, async (db) => {
    if (!(await markChargeReversed(db, charge.id, payment_id))) return [];
    if (!chargedFor) throw new Error(`operation ${charge.operation_id} cannot have a charge`);
    const message = lateChargeText(charge.raw_amount, chargedFor);
    const { tee_time_id } = await firstAllocatedRecord(db, charge.id);
    await createNotice(db, { kind: 'late_charge', message, tee_time_id });
    const allocations = await attemptAllocations(db, charge.id);
    const refunds = [{ charge, cents: charge.raw_amount, allocations }];
    return insertRefunds(db, charge.operation_id, refunds, app.settings.reconcileLeaseMs);
  });
  if (!refund) return;
  dieAtFaultPoint('reversal.recorded');
  await sendRefund(app, refund, settle);
}
