import { sql } from 'kysely';
import { PREPARED } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';

export type LockedCourse = {
  id: number;
  course_name: string;
  /** An IANA name; null is the zone of the business. */
  time_zone: string | null;
  inactive: boolean;
};

/**
 * Locks what belongs to the open times of these courses until the caller's transaction is over: the times, their rates, their
 * queues and who waits in them. Whoever changes any of these takes it first, before any other lock of the area, so that a look,
 * a match, a closing, a new lead and a change of rates at one course happen one after the other. The courses are locked in the
 * order of their ids, so that nobody waits in a circle. Answers the courses that there are, by id.
 *
 * It is no lock of the courses' rows, which every booking of a tee time shares: bookings do not wait for it, nor it for them. The
 * rows are only kept from being deleted.
 */
export async function lockOpenTimes(db: Db, course_ids: readonly number[]): Promise<LockedCourse[]> {
  const { rows } = await sql<LockedCourse & { locked: unknown }>`${PREPARED}
    select k.*, pg_advisory_xact_lock(hashtextextended('open times ' || k.id, 0)) as locked from (
      select id, course_name, time_zone, inactive from courses where id = any(${[...course_ids]}::bigint[])
      order by id for key share) k`.execute(db);
  return rows.map(({ locked: _, ...course }) => course);
}
