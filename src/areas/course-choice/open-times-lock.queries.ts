import { PREPARED } from '../../server/database/prepared.ts';
import type { Db } from '../../server/process/context.ts';

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
 * order of their ids, so that nobody waits in a circle. Answers the courses that there are, by id. Nothing that only refers to
 * a course waits for it.
 */
export const lockOpenTimes = (db: Db, course_ids: readonly number[]): Promise<LockedCourse[]> =>
  db
    .selectFrom('courses')
    .select(['id', 'course_name', 'time_zone', 'inactive'])
    .where('id', '=', ({ fn, val }) => fn.any(val([...course_ids])))
    .orderBy('id')
    .forNoKeyUpdate()
    .modifyEnd(PREPARED)
    .execute();
