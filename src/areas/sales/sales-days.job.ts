import { transact } from '../../server/database/transact.ts';
import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type Timer } from '../../server/process/timer.ts';
import { DAYS_AT_ONCE, sumDays } from './sales-days.queries.ts';

const EVERY_MS = 5_000;

/** Starts the job that updates the stored daily sums. Between two runs, readers count the changed days from the tee times. */
export const startSummingDays = (app: AppContext): Timer =>
  startTimer(EVERY_MS, 'sales days', (isStopping) => sumRound(app, isStopping), {
    commits: app.commits,
    on: /\b(tee_times|ledger_entries|sales_changes)\b/,
  });

/**
 * Sums all days that have changed. Days that change later wait for the next run, or this one would never end while people
 * book.
 */
export async function sumRound(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  isStopping: () => boolean,
) {
  let days = DAYS_AT_ONCE;
  while (days === DAYS_AT_ONCE && !isStopping())
    days = await transact(db, (within) => sumDays(within, settings.businessTimeZone));
}
