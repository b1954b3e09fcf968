import type { CallContext, Db, AppContext, StaffContext } from '../../../server/process/context.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { requestFingerprint } from '../../operations/operations.queries.ts';
import { findTenderTotals } from '../../payments/ledger.queries.ts';
import { findRefundableAmounts } from '../canceling/cancel.queries.ts';
import {
  runCancellation,
  claimCancellationPlan,
  CancellationNotValid,
  requireCancellationPossible,
} from '../canceling/cancel.steps.ts';
import { splitRefund } from '../canceling/refund.rules.ts';
import { lockTeeTimeForCancel } from '../locks/tee-time-lock.queries.ts';
import { isRefundRequestOver, type StoredRefundRequest } from '../locks/waiting.queries.ts';
import { requestedRefundCents } from '../locks/waiting.rules.ts';
import { currentRefundAmount } from './approval.rules.ts';
import { decidedRequestText, OTHER_ADMIN_APPROVES_TEXT, refundAmountChangedText } from './approval.texts.ts';
import { recordRefundDecision, lockRefundRequest } from './requests.queries.ts';

type Approval = { id: number; updated_at?: string | null | undefined };

/**
 * Approves a waiting refund request and carries it out like any cancellation. The approver, who owns the operation,
 * must not be the requester. `valid: false` changed nothing: the request was decided before, is the approver's own,
 * or the refund rules would give another amount now.
 */
export const approveRefundRequest = ({
  app,
  staff,
  body,
  idempotencyKey,
}: Pick<CallContext, 'app' | 'staff' | 'idempotencyKey'> & { body: Approval }) =>
  runCancellation(
    { app, actor: staff, idempotencyKey },
    requestFingerprint({ approve: body.id }),
    (db, operation_id) => beginApproved(db, operation_id, { app, staff, body }),
  );

type ApprovalInput = StaffContext & { body: Approval };

async function beginApproved(
  db: Db,
  operation_id: string,
  { app, staff, body }: ApprovalInput,
): Promise<null> {
  const request = await lockRefundRequest(db, body.id);
  const { cancel, force_cancel: force, raw_card: card, raw_certificate: certificate } = request;
  if (request.asked_by_id === staff.id) throw new CancellationNotValid(OTHER_ADMIN_APPROVES_TEXT);
  if (request.state !== 'waiting' || isRefundRequestOver(request, app.now()))
    throw new CancellationNotValid(decidedRequestText(request, app.settings.businessTimeZone));
  await lockUnchanged(db, 'tee_times', request.tee_time_id, body.updated_at);
  const teeTime = await lockTeeTimeForCancel(db, request.tee_time_id);
  const meant = { id: teeTime.id, refund: true, cancel, force_cancel: force };
  await requireCancellationPossible(db, { app, actor: staff }, teeTime, meant);
  await requireSameAmount(db, app, request);
  await recordRefundDecision(db, request, {
    state: 'approved',
    staff,
    at: app.now(),
    carried_out_by: operation_id,
  });
  const plan = { cancel, force, card, certificate, staff: staff.name, is_approved: true, call_course: false };
  await claimCancellationPlan(db, app, { operation_id, teeTime }, plan);
  return null;
}

// The request reserved the money while it waited, but a refund window may have closed since, so the amount is checked
// again.
async function requireSameAmount(db: Db, app: AppContext, request: StoredRefundRequest): Promise<void> {
  const figures = await findRefundableAmounts(db, app, await lockTeeTimeForCancel(db, request.tee_time_id));
  const requested = requestedRefundCents(request);
  const now = currentRefundAmount(request.choice, requested, figures);
  const { card } = splitRefund(now, await findTenderTotals(db, request.tee_time_id));
  if (now !== requested || card !== request.raw_card)
    throw new CancellationNotValid(refundAmountChangedText(requested, now, figures.why));
}
