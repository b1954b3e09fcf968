import type { Db, AppContext, Staff, StaffContext } from '../../../server/process/context.ts';
import { Forbidden, RejectedByRule } from '../../../server/http/errors.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import { isRefundRequestOver, type StoredRefundRequest } from '../locks/waiting.queries.ts';
import { decidedRequestText, cannotWithdrawText, refundRequestRefusedText } from './approval.texts.ts';
import { recordRefundDecision, lockRefundRequest } from './requests.queries.ts';

/** Refuses a waiting refund request with a reason, and notifies the requester. A second refusal is harmless. */
export async function refuseRefundRequest(
  db: Db,
  { app, staff }: StaffContext,
  { id, why }: { id: number; why: string },
) {
  const request = await lockRefundRequest(db, id);
  if (isDone(request, 'refused', staff)) return {};
  requireWaiting(request, app);
  await recordRefundDecision(db, request, { state: 'refused', staff, at: app.now(), why });
  if (request.asked_by_id !== staff.id)
    await createNotice(db, {
      kind: 'refund_request',
      message: refundRequestRefusedText(request, staff.name, why),
      tee_time_id: request.tee_time_id,
      staff_user_id: request.asked_by_id,
    });
  return {};
}

/**
 * Withdraws a waiting refund request. Throws Forbidden unless the user is the requester or an admin. A second
 * withdrawal is harmless.
 */
export async function withdrawRefundRequest(db: Db, { app, staff }: StaffContext, id: number) {
  const request = await lockRefundRequest(db, id);
  if (request.asked_by_id !== staff.id && staff.level !== 'admin')
    throw new Forbidden(cannotWithdrawText(request.asked_by));
  if (isDone(request, 'withdrawn', staff)) return {};
  requireWaiting(request, app);
  await recordRefundDecision(db, request, { state: 'withdrawn', staff, at: app.now() });
  return {};
}

const isDone = (
  { state, decided_by_id }: StoredRefundRequest,
  as: StoredRefundRequest['state'],
  { id }: Staff,
) => state === as && decided_by_id === id;

function requireWaiting(request: StoredRefundRequest, { now, settings }: AppContext): void {
  if (request.state !== 'waiting' || isRefundRequestOver(request, now()))
    throw new RejectedByRule(decidedRequestText(request, settings.businessTimeZone));
}
