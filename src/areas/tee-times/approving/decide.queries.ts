import type { Db, AppContext, Staff, StaffContext } from '../../../server/process/context.ts';
import { Forbidden, Refused } from '../../../server/http/errors.ts';
import { notify } from '../../notices/notices.queries.ts';
import { isOver, type StoredRequest } from '../locks/waiting.queries.ts';
import { decidedText, notTheirRequestText, refusedText } from './approval.texts.ts';
import { recordDecision, lockRequest } from './requests.queries.ts';

/** Refuses a waiting refund request with a reason, and notifies the requester. A second refusal is harmless. */
export async function refuseRequest(
  db: Db,
  { app, staff }: StaffContext,
  { id, why }: { id: number; why: string },
) {
  const request = await lockRequest(db, id);
  if (isDone(request, 'refused', staff)) return {};
  requireWaiting(request, app);
  await recordDecision(db, request, { state: 'refused', staff, at: app.now(), why });
  if (request.asked_by_id !== staff.id)
    await notify(db, {
      kind: 'refund_request',
      message: refusedText(request, staff.name, why),
      tee_time_id: request.tee_time_id,
      staff_user_id: request.asked_by_id,
    });
  return {};
}

/**
 * Withdraws a waiting refund request. Throws Forbidden unless the user is the requester or an admin. A second
 * withdrawal is harmless.
 */
export async function withdrawRequest(db: Db, { app, staff }: StaffContext, id: number) {
  const request = await lockRequest(db, id);
  if (request.asked_by_id !== staff.id && staff.level !== 'admin')
    throw new Forbidden(notTheirRequestText(request.asked_by));
  if (isDone(request, 'withdrawn', staff)) return {};
  requireWaiting(request, app);
  await recordDecision(db, request, { state: 'withdrawn', staff, at: app.now() });
  return {};
}

const isDone = ({ state, decided_by_id }: StoredRequest, as: StoredRequest['state'], { id }: Staff) =>
  state === as && decided_by_id === id;

function requireWaiting(request: StoredRequest, { now, settings }: AppContext): void {
  if (request.state !== 'waiting' || isOver(request, now()))
    throw new Refused(decidedText(request, settings.businessTimeZone));
}
