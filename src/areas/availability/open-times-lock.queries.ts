import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import type { Db } from '../../server/process/context.ts';

export type LockedCourse = {
  id: number;
  course_name: string;
  /** The course's IANA time zone; null means the business's time zone. */
  time_zone: string | null;
  inactive: boolean;
};

/**
 * Locks the open times of these courses, with their rates, queues and queue entries, until the caller's transaction ends. Every
 * change of these takes this lock before any other lock of the area, so that a scrape, a match, the closing of a queue, a new lead
 * and a change of rates at one course run one after the other. Courses are locked in the order of their ids, so that no two
 * transactions deadlock. Returns the courses that exist, by id. The courses' own rows are only protected from being deleted;
 * bookings of tee times share them, so that neither a booking nor this lock waits for the other.
 */
export async function lockOpenTimes(db: Db, course_ids: readonly number[]): Promise<LockedCourse[]> {
  const { rows } = await sql<LockedCourse & { locked: unknown }>`${PREPARED_STATEMENT_MARK}
    select k.*, pg_advisory_xact_lock(hashtextextended('open times ' || k.id, 0)) as locked from (
      select id, course_name, time_zone, inactive from courses where id = any(${[...course_ids]}::bigint[])
      order by id for key share) k`.execute(db);
  return rows.map(({ locked: _, ...course }) => course);
}
