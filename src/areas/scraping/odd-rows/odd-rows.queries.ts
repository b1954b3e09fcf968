import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { UNREADABLE_ROWS_CAUSE } from './odd-rows.rules.ts';

/** SQL that is true if the last scrape of day `d` left out rows that could not be read. */
export const HAS_UNREADABLE_ROWS_SQL = sql<boolean>`d.outcome = 'times' and d.cause = ${sql.lit(UNREADABLE_ROWS_CAUSE)}`;

/**
 * Returns the name of a course, and whether one of its days from `today` on has unreadable rows; null if the course was deleted.
 */
export async function findUnreadableRowDays(
  db: Db,
  { course_id, today }: { course_id: number; today: string },
) {
  const { rows } = await sql<{ course_name: string; has_odd_days: boolean }>`
    select k.course_name, exists (
      select from course_days d where d.course_id = k.id and d.day >= ${today}::date and ${HAS_UNREADABLE_ROWS_SQL}) as has_odd_days
    from courses k where k.id = ${course_id}`.execute(db);
  return rows[0] ?? null;
}
