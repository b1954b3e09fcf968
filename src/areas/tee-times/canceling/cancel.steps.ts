import {
  isPartner,
  type Actor,
  type CallContext,
  type Db,
  type AppContext,
  type Staff,
} from '../../../server/process/context.ts';
import { PendingAnswer, RejectedByRule } from '../../../server/http/errors.ts';
import { leaseEndSql } from '../../../server/database/leases/lease.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { formatMoney } from '../../../contract/money.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { requestFingerprint, findOpenOperation, storePlan } from '../../operations/operations.queries.ts';
import { findPaidByTender, findRefundableAmounts } from './cancel.queries.ts';
import { mayCancelUnconfirmed, courseReservation } from './execution/reservation.steps.ts';
import {
  CANCELLATION_OPERATION,
  type BeginCancellation,
  type CancellationPlan,
} from './execution/carry-out.steps.ts';
import { splitRefund, type RefundableAmounts } from './refund.rules.ts';
import { refundChoiceForAmount } from '../approving/approval.rules.ts';
import {
  insertRefundRequest,
  lapseRefundRequest,
  waitingRefundRequest,
} from '../approving/requests.queries.ts';
import { openOperationText, refundWaitsText } from '../locks/held.texts.ts';
import {
  findCancelableTeeTime,
  lockTeeTimeForCancel,
  type CancelableTeeTime,
} from '../locks/tee-time-lock.queries.ts';
import { isRefundRequestOver, undecidedRefundRequest } from '../locks/waiting.queries.ts';
import { centsWithoutApprovalLeft } from '../refund-limits/refund-limits.queries.ts';
import { needsApproval } from '../refund-limits/refund-limits.rules.ts';
import { ASK_OFFICE_FOR_REFUND_TEXT, OFFICE_CANCELS_TEXT } from './cancel.texts.ts';
import { INTERNAL_TEE_TIME_TEXT } from '../status/status.rules.ts';
import type { CancellationInput, CancellationResult, CancelOptions } from '../tee-times.contract.ts';

/** Thrown with the reason if a request changes nothing. The answer is stored with the idempotency key like any other. */
export class CancellationNotValid extends Error {}

export async function cancelOptions({
  db,
  app,
  staff,
  params,
}: {
  db: Db;
  app: AppContext;
  staff: Staff;
  params: { id: number };
}): Promise<CancelOptions> {
  const teeTime = await findCancelableTeeTime(db, params.id);
  const { standardCents, fullCents, why, rule } = await findRefundableAmounts(db, app, teeTime);
  const tenders = await findTenderTotals(db, teeTime.id);
  const waiting = await waitingRefundRequest(db, { staff, now: app.now() }, teeTime.id);
  const obstacle = await obstacleTo(db, teeTime);
  const isFree = obstacle === null && !waiting;
  return {
    valid: isFree && (teeTime.state === 'booked' || fullCents > 0),
    internal: courseReservation(teeTime, app) === null,
    refund_total: standardCents,
    is_canceled: teeTime.state === 'canceled',
    transaction_total: fullCents,
    why: obstacle ?? why,
    rule,
    paid_by: await findPaidByTender(db, teeTime, tenders),
    free_total: centsWithoutApprovalLeft(app, tenders),
    waiting,
  };
}

type Asking = Pick<CallContext, 'app' | 'idempotencyKey'> & { actor: Actor };

/**
 * Cancels a tee time, refunds it, or both, by the protocol of docs/algorithms/payments.md: claim and reserve, cancel
 * at the course system, refund at the gateway, each recorded before the next starts. An answer with `valid: false`
 * changed nothing; if `waits` is true too, the request waits for an admin's approval.
 */
export const cancelTeeTime = ({ body, ...asking }: Asking & { body: CancellationInput }) =>
  runCancellation(asking, requestFingerprint(body), (db, operation_id) =>
    beginCancellation(db, operation_id, { ...asking, body }),
  );

/** Runs the cancellation protocol for a request whose first step is `begin`. */
export const runCancellation = (
  { app, actor, idempotencyKey: key }: Asking,
  fingerprint: string,
  begin: BeginCancellation,
) =>
  CANCELLATION_OPERATION.run({
    app,
    actor,
    key,
    fingerprint,
    begin: (db, operation_id) => begin(db, operation_id).catch(notValid),
  });

/** Cancels a tee time without a refund. Throws RejectedByRule with the message where `cancel` answers `valid: false`. */
export async function cancelWithoutRefund({ params, ...asking }: Asking & { params: { id: number } }) {
  const body = { id: params.id, cancel: true, refund: false, force_cancel: false };
  const result = await cancelTeeTime({ ...asking, body });
  if (result instanceof PendingAnswer) return result;
  if (!result.valid) throw new RejectedByRule(result.message, result.backend_message);
  return { message: result.message };
}

function notValid(error: unknown): CancellationResult {
  if (!(error instanceof CancellationNotValid)) throw error;
  return { valid: false, message: error.message };
}

type CancelInput = { app: AppContext; actor: Actor; body: CancellationInput };

async function beginCancellation(
  db: Db,
  operation_id: string,
  { app, actor, body }: CancelInput,
): Promise<CancellationResult | null> {
  const teeTime = await lockTeeTimeForCancel(db, body.id);
  const callCourse = mayCancelUnconfirmed(actor, teeTime, app);
  const meant = { ...body, force_cancel: body.force_cancel || callCourse };
  await requireCancellationPossible(db, { app, actor }, teeTime, meant);
  await requireNoWaitingRefund(db, app, teeTime.id);
  const figures = await findRefundableAmounts(db, app, teeTime);
  const amount = body.refund ? refundAmount(figures, body) : 0;
  const tenders = await findTenderTotals(db, teeTime.id);
  const split = splitRefund(amount, tenders);
  if (needsApproval(amount, centsWithoutApprovalLeft(app, tenders))) {
    if (isPartner(actor)) throw new CancellationNotValid(ASK_OFFICE_FOR_REFUND_TEXT);
    const choice = refundChoiceForAmount(body.refund_amount ?? null, body.refund_choice ?? null, figures);
    const input = { operation_id, staff: actor, at: app.now(), teeTime, body, choice, split };
    const message = refundWaitsText(await insertRefundRequest(db, input), app.settings.businessTimeZone);
    return { valid: false, waits: true, message };
  }
  const deeds = { cancel: body.cancel, force: body.force_cancel, ...split };
  const plan = { ...deeds, staff: actor.name, is_approved: false, call_course: callCourse };
  await claimCancellationPlan(db, app, { operation_id, teeTime }, plan);
  return null;
}

/** Records the plan of a cancellation, and that this process works on it. */
export async function claimCancellationPlan(
  db: Db,
  app: AppContext,
  { operation_id, teeTime }: { operation_id: string; teeTime: CancelableTeeTime },
  plan: CancellationPlan,
): Promise<void> {
  const lease_until = leaseEndSql(app.settings.reconcileLeaseMs);
  await storePlan(db, operation_id, plan, { tee_time_id: teeTime.id, lease_until });
  if (plan.cancel)
    await db.updateTable('tee_times').set({ state: 'cancel_pending' }).where('id', '=', teeTime.id).execute();
  dieAtFaultPoint('cancel.claiming');
}

// Throws CancellationNotValid while a refund request waits, because the request reserves its amount, which nobody else may
// refund.
export async function requireNoWaitingRefund(db: Db, app: AppContext, tee_time_id: number): Promise<void> {
  const request = await undecidedRefundRequest(db, tee_time_id);
  if (!request) return;
  if (!isRefundRequestOver(request, app.now()))
    throw new CancellationNotValid(refundWaitsText(request, app.settings.businessTimeZone));
  await lapseRefundRequest(db, request, app.now());
}

/** Throws CancellationNotValid if the state of the tee time does not allow the requested cancellation or refund. */
export async function requireCancellationPossible(
  db: Db,
  { app, actor }: Pick<CancelInput, 'app' | 'actor'>,
  teeTime: CancelableTeeTime,
  body: CancellationInput,
): Promise<void> {
  if (!body.cancel && !body.refund) throw new CancellationNotValid('Tick Refund, Cancel or both.');
  const obstacle = await obstacleTo(db, teeTime);
  if (obstacle !== null) throw new CancellationNotValid(obstacle);
  if (body.cancel && teeTime.state === 'canceled')
    throw new CancellationNotValid('This tee time is canceled already.');
  if (body.cancel && !body.force_cancel && courseReservation(teeTime, app) === null)
    throw new CancellationNotValid(isPartner(actor) ? OFFICE_CANCELS_TEXT : INTERNAL_TEE_TIME_TEXT);
}

/** Returns why a tee time can be neither canceled nor refunded now; null if it can. */
async function obstacleTo(db: Db, teeTime: CancelableTeeTime): Promise<string | null> {
  const open = await findOpenOperation(db, teeTime.id);
  if (open) return openOperationText(open.kind);
  if (teeTime.state === 'pending') return "The payment's outcome is not known yet.";
  return teeTime.state === 'failed' ? 'This booking failed: there is nothing to cancel or refund.' : null;
}

function refundAmount({ standardCents, fullCents, why }: RefundableAmounts, body: CancellationInput): number {
  const amount = body.refund_amount ?? standardCents;
  if (fullCents === 0) throw new CancellationNotValid(why);
  if (amount <= 0)
    throw new CancellationNotValid(
      body.refund_amount === undefined || body.refund_amount === null
        ? why
        : 'The refund must be more than $0.',
    );
  if (amount > fullCents)
    throw new CancellationNotValid(`At most ${formatMoney(fullCents)} can be refunded.`);
  return amount;
}
