import { sql } from 'kysely';

const OVERDUE = sql.raw(`interval '15 minutes'`);
// As Sources has it: a course whose looks fail is so for all of its days.
const FAILS = sql.raw(`d.completed_at is distinct from d.looked_at
  or exists (select from course_sources s where s.course_id = a.course_id and s.cause is not null)`);

/**
 * Of an open time `a` and its day `d`, which may be missing: whether the day has not been told whole since before its plan, with a
 * quarter of an hour's grace for looks that wait or fail. One that was asked for now, whose next look is the epoch, is not late.
 */
export const isStale = (now: string) => sql<boolean>`coalesce(${now}::timestamptz - ${OVERDUE} >
  least(case d.next_look_at when 'epoch' then ${now} else d.next_look_at end, case when ${FAILS} then d.completed_at end), true)`;
