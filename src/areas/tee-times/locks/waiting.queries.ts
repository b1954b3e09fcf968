import type { Selectable } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { RefundRequests } from '../../../server/database/tables.ts';
import { waitsText } from './held.texts.ts';

/** A refund that needs an approval, and its outcome. A change of one requires the lock on its tee time. */
export type StoredRequest = Selectable<RefundRequests>;

/** Returns the undecided request of a tee time, also if it is about to lapse. */
export const undecidedRequest = (db: Db, tee_time_id: number): Promise<StoredRequest | undefined> =>
  db
    .selectFrom('refund_requests')
    .selectAll()
    .where('tee_time_id', '=', tee_time_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();

/** Returns true if the request has lapsed. */
export const isOver = ({ lapses_at }: Pick<StoredRequest, 'lapses_at'>, now: Date): boolean =>
  Date.parse(lapses_at) <= now.getTime();

/** Returns the request that waits for a tee time, or null. */
async function waitingOf(db: Db, tee_time_id: number, now: Date): Promise<StoredRequest | null> {
  const request = await undecidedRequest(db, tee_time_id);
  return request && !isOver(request, now) ? request : null;
}

/** Returns a sentence saying that a refund of this tee time waits for its approval, or null. */
export async function waitingText(db: Db, app: AppContext, tee_time_id: number): Promise<string | null> {
  const waiting = await waitingOf(db, tee_time_id, app.now());
  return waiting && waitsText(waiting, app.settings.businessTimeZone);
}
