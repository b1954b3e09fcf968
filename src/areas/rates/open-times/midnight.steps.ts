import { businessNow } from '../../../contract/dates.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { coursesWithAdvanceLimit, rerateOpenTimes } from './rate-open-times.queries.ts';

/**
 * Chooses the rates of open times again once a business day, because `max_advance_days` counts from that day. Works course by
 * course, so that no lock is held long. `ratedOn` is the day of the last run. Returns the current day, or `ratedOn` if the
 * process is stopping.
 */
export async function rerateAfterMidnight(
  app: AppContext,
  ratedOn: string | null,
  isStopping: () => boolean,
): Promise<string | null> {
  const today = businessNow(app.now(), app.settings.businessTimeZone).date;
  if (today === ratedOn) return ratedOn;
  for (const course of await coursesWithAdvanceLimit(app.db)) {
    if (isStopping()) return ratedOn;
    await runTransaction(app.db, (db) => rerateOpenTimes(db, app, [course]));
  }
  return today;
}
