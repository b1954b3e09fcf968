import { runTransaction } from '../../server/database/transact.ts';
import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';
import { DAYS_PER_STATEMENT, sumNewestChangedDays } from './sales-days.queries.ts';

const EVERY_MS = 5_000;

/** Starts the job that updates the stored daily sums. Between two runs, readers count the changed days from the tee times. */
export const startSummingDays = (app: AppContext): RepeatingTimer =>
  startTimer(EVERY_MS, 'sales days', (isStopping) => sumChangedDays(app, isStopping), {
    commits: app.commits,
    on: /\b(tee_times|ledger_entries|sales_changes)\b/,
  });

/**
 * Sums all days that have changed. Days that change later wait for the next run, or this one would never end while people
 * book.
 */
export async function sumChangedDays(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  isStopping: () => boolean,
) {
  let days = DAYS_PER_STATEMENT;
  while (days === DAYS_PER_STATEMENT && !isStopping())
    days = await runTransaction(db, (within) => sumNewestChangedDays(within, settings.businessTimeZone));
}
