import { transact } from '../../server/database/transact.ts';
import type { Desk } from '../../server/process/context.ts';
import { every, type Timer } from '../../server/process/timer.ts';
import { DAYS_AT_ONCE, sumDays } from './sales-days.queries.ts';

const EVERY_MS = 5_000;

/** Keeps the sums of each day; between two rounds whoever reads them counts the changed days anew. */
export const startSummingDays = (desk: Desk): Timer =>
  every(EVERY_MS, 'sales days', async (isStopping) => {
    let days = DAYS_AT_ONCE;
    // What changes meanwhile waits for the next round: there is no end of it while people book.
    while (days === DAYS_AT_ONCE && !isStopping())
      days = await transact(desk.db, (db) => sumDays(db, desk.settings.businessTimeZone));
  });
