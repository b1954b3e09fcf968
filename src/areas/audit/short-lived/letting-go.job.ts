import { sql } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';

const HOUR_MS = 3_600_000;
/** The number of seals whose short-lived entries are deleted in one transaction. */
const SEALS_AT_ONCE = 1_000;

/** Deletes short-lived audit entries after their retention, those of some seals at a time; returns true if there may be more. */
export async function deleteShortLivedEntries(
  db: Db,
  months: number,
  seals = SEALS_AT_ONCE,
): Promise<boolean> {
  const more = await sql<{ more: boolean }>`
    select let_go_of_passing_entries(make_interval(months => ${months}), ${seals}) as more`.execute(db);
  return onlyRow(more).more;
}

/** Starts the job that deletes short-lived audit entries after their retention, every hour. */
export const startDeletingShortLivedEntries = (app: AppContext): RepeatingTimer =>
  startTimer(HOUR_MS, 'audit entries that pass', async (isStopping) => {
    while (!isStopping() && (await deleteShortLivedEntries(app.db, app.settings.auditKeptMonths)));
  });
