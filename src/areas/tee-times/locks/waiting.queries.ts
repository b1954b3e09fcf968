import type { Selectable } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { RefundRequests } from '../../../server/database/tables.ts';
import { refundWaitsText } from './held.texts.ts';

/** A stored refund request and its outcome. Changing one requires the lock on its tee time. */
export type StoredRefundRequest = Selectable<RefundRequests>;

/** Returns the undecided refund request of a tee time, even if its time is over. */
export const undecidedRefundRequest = (
  db: Db,
  tee_time_id: number,
): Promise<StoredRefundRequest | undefined> =>
  db
    .selectFrom('refund_requests')
    .selectAll()
    .where('tee_time_id', '=', tee_time_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();

/** Returns true if the time of a refund request is over. */
export const isRefundRequestOver = (
  { lapses_at }: Pick<StoredRefundRequest, 'lapses_at'>,
  now: Date,
): boolean => Date.parse(lapses_at) <= now.getTime();

/** Returns the waiting refund request of a tee time, or null. */
async function waitingOf(db: Db, tee_time_id: number, now: Date): Promise<StoredRefundRequest | null> {
  const request = await undecidedRefundRequest(db, tee_time_id);
  return request && !isRefundRequestOver(request, now) ? request : null;
}

/** Returns a sentence saying that a refund of this tee time waits for approval, or null. */
export async function waitingRefundText(
  db: Db,
  app: AppContext,
  tee_time_id: number,
): Promise<string | null> {
  const waiting = await waitingOf(db, tee_time_id, app.now());
  return waiting && refundWaitsText(waiting, app.settings.businessTimeZone);
}
