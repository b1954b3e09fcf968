import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';

const DAYS = 30;

/**
 * Returns the number of tee times booked in the last days, by course id, to sort courses by. Courses without bookings are
 * left out, and so may be bookings of the last minutes, because the stored sums are read.
 */
export async function countRecentBookings(
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
