import { transact } from '../../server/database/transact.ts';
import type { Desk } from '../../server/process/context.ts';
import { every, type Timer } from '../../server/process/timer.ts';
import { DAYS_AT_ONCE, sumDays } from './sales-days.queries.ts';

const EVERY_MS = 5_000;

/** Keeps the sums of each day; between two rounds whoever reads them counts the changed days anew. */
export const startSummingDays = (desk: Desk): Timer =>
  every(EVERY_MS, 'sales days', (isStopping) => sumRound(desk, isStopping), {
    commits: desk.commits,
    on: /\b(tee_times|ledger_entries|sales_changes)\b/,
  });

/** One round: all days that have changed. What changes meanwhile waits for the next: there is no end of it while people book. */
export async function sumRound({ db, settings }: Pick<Desk, 'db' | 'settings'>, isStopping: () => boolean) {
  let days = DAYS_AT_ONCE;
  while (days === DAYS_AT_ONCE && !isStopping())
    days = await transact(db, (within) => sumDays(within, settings.businessTimeZone));
}
