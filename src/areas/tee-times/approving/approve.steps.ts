import type { Context, Db, AppContext, StaffContext } from '../../../server/process/context.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { fingerprintOf } from '../../operations/operations.queries.ts';
import { tendersOf } from '../../payments/ledger.queries.ts';
import { refundableOf } from '../canceling/cancel.queries.ts';
import { claimAndCarryOut, claimPlan, NotValid, requireSomethingToDo } from '../canceling/cancel.steps.ts';
import { splitRefund } from '../canceling/refund.rules.ts';
import { lockCancelable } from '../locks/tee-time-lock.queries.ts';
import { isOver, type StoredRequest } from '../locks/waiting.queries.ts';
import { centsOf } from '../locks/waiting.rules.ts';
import { amountNow } from './approval.rules.ts';
import { decidedText, NOT_OWN, otherAmountText } from './approval.texts.ts';
import { recordDecision, lockRequest } from './requests.queries.ts';

type Approval = { id: number; updated_at?: string | null | undefined };

/**
 * Approves a waiting refund request and carries it out like any cancellation. The approver, who owns the operation,
 * must not be the requester. `valid: false` changed nothing: the request was decided before, is the approver's own,
 * or the refund rules would give another amount now.
 */
export const approve = ({
  app,
  staff,
  body,
  idempotencyKey,
}: Pick<Context, 'app' | 'staff' | 'idempotencyKey'> & { body: Approval }) =>
  claimAndCarryOut(
    { app, actor: staff, idempotencyKey },
    fingerprintOf({ approve: body.id }),
    (db, operation_id) => beginApproved(db, operation_id, { app, staff, body }),
  );

type ApprovalInput = StaffContext & { body: Approval };

async function beginApproved(
  db: Db,
  operation_id: string,
  { app, staff, body }: ApprovalInput,
): Promise<null> {
  const request = await lockRequest(db, body.id);
  const { cancel, force_cancel: force, raw_card: card, raw_certificate: certificate } = request;
  if (request.asked_by_id === staff.id) throw new NotValid(NOT_OWN);
  if (request.state !== 'waiting' || isOver(request, app.now()))
    throw new NotValid(decidedText(request, app.settings.businessTimeZone));
  await lockUnchanged(db, 'tee_times', request.tee_time_id, body.updated_at);
  const teeTime = await lockCancelable(db, request.tee_time_id);
  const meant = { id: teeTime.id, refund: true, cancel, force_cancel: force };
  await requireSomethingToDo(db, { app, actor: staff }, teeTime, meant);
  await requireSameAmount(db, app, request);
  await recordDecision(db, request, {
    state: 'approved',
    staff,
    at: app.now(),
    carried_out_by: operation_id,
  });
  const plan = { cancel, force, card, certificate, staff: staff.name, is_approved: true, call_course: false };
  await claimPlan(db, app, { operation_id, teeTime }, plan);
  return null;
}

// The request reserved the money while it waited, but a refund window may have closed since, so the amount is checked
// again.
async function requireSameAmount(db: Db, app: AppContext, request: StoredRequest): Promise<void> {
  const figures = await refundableOf(db, app, await lockCancelable(db, request.tee_time_id));
  const requested = centsOf(request);
  const now = amountNow(request.choice, requested, figures);
  const { card } = splitRefund(now, await tendersOf(db, request.tee_time_id));
  if (now !== requested || card !== request.raw_card)
    throw new NotValid(otherAmountText(requested, now, figures.why));
}
