import { sql } from 'kysely';
import { PREPARED } from '../../server/database/prepared.ts';
import type { Db } from '../../server/process/context.ts';

export type LockedCourse = {
  id: number;
  course_name: string;
  /** An IANA name; null means the business's time zone. */
  time_zone: string | null;
  inactive: boolean;
};

/**
 * Locks the open times of these courses until the caller's transaction ends: the times, their rates, queues and queue entries.
 * Every change of these takes it first, before any other lock of the area, so that a scrape, a match, a closing, a new lead and a
 * change of rates at one course happen one after the other. Courses are locked in the order of their ids, so that no two callers
 * deadlock. Returns the existing courses, by id.
 *
 * It does not lock the courses' rows, which every booking of a tee time shares: neither waits for the other. The rows are only
 * protected from being deleted.
 */
export async function lockOpenTimes(db: Db, course_ids: readonly number[]): Promise<LockedCourse[]> {
  const { rows } = await sql<LockedCourse & { locked: unknown }>`${PREPARED}
    select k.*, pg_advisory_xact_lock(hashtextextended('open times ' || k.id, 0)) as locked from (
      select id, course_name, time_zone, inactive from courses where id = any(${[...course_ids]}::bigint[])
      order by id for key share) k`.execute(db);
  return rows.map(({ locked: _, ...course }) => course);
}
