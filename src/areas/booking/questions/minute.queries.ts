import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { TeeTimeAtMinute, CourseMinute } from '../booking.contract.ts';

// No course has as many at once.
const MOST_AT_ONCE = 20;

/**
 * Returns the booked tee times of a course at this minute. One whose charge is under way is left out, because the
 * charge may fail.
 */
export async function teeTimesAtMinute(
  db: Db,
  { course_id, play_date, play_time }: CourseMinute,
): Promise<TeeTimeAtMinute[]> {
  const { rows } = await sql<TeeTimeAtMinute>`
    select t.id, t.players, c.first_name, c.last_name, c.email
    from tee_times t join customers c on c.id = t.customer_id
    where t.course_id = ${course_id} and t.play_date = ${play_date}::date and t.play_time = ${play_time}
      and t.state = 'booked'
    order by t.id limit ${MOST_AT_ONCE}`.execute(db);
  return rows;
}
