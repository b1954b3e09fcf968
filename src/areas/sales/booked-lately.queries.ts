import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';

const DAYS = 30;

/**
 * How many tee times were booked at courses in the last days, by the course's id; nothing of where there were none. Of the sums
 * as they stand: what was booked within the last minutes may not be in them, and an order of courses does not need it.
 */
export async function bookedLately(
  db: Db,
  courseIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ course_id: number; booked: number }>`
    select course_id, sum(bookings)::int as booked from sales_days
    where summed_by = 'course' and created_on > ${today}::date - ${sql.lit(DAYS)} and course_id = any(${courseIds})
    group by course_id`.execute(db);
  return new Map(rows.map(({ course_id, booked }) => [course_id, booked]));
}
