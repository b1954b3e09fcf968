import { transact } from '../../server/database/transact.ts';
import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type Timer } from '../../server/process/timer.ts';
import { DAYS_AT_ONCE, sumDays } from './sales-days.queries.ts';

const EVERY_MS = 5_000;

/** Updates the sums of each day; between two rounds a reader counts the changed days again. */
export const startSummingDays = (app: AppContext): Timer =>
  startTimer(EVERY_MS, 'sales days', (isStopping) => sumRound(app, isStopping), {
    commits: app.commits,
    on: /\b(tee_times|ledger_entries|sales_changes)\b/,
  });

/** Runs one round over all changed days. Later changes wait for the next round, or it would never end while people book. */
export async function sumRound(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  isStopping: () => boolean,
) {
  let days = DAYS_AT_ONCE;
  while (days === DAYS_AT_ONCE && !isStopping())
    days = await transact(db, (within) => sumDays(within, settings.businessTimeZone));
}
