import { sql } from 'kysely';

const OVERDUE = sql.raw(`interval '15 minutes'`);
// The same rule as in Sources: a course whose scrapes fail is stale on all of its days.
const FAILS = sql.raw(`d.completed_at is distinct from d.looked_at
  or exists (select from course_sources s where s.course_id = a.course_id and s.cause is not null)`);

/**
 * SQL for an open time `a` and its day `d`, which may be missing: true if the day was not read whole since before its planned
 * scrape, with a quarter of an hour's grace for scrapes that wait or fail. A scrape that was requested for now (its next look is
 * the epoch) is not late.
 */
export const isStaleSql = (now: string) => sql<boolean>`coalesce(${now}::timestamptz - ${OVERDUE} >
  least(case d.next_look_at when 'epoch' then ${now} else d.next_look_at end, case when ${FAILS} then d.completed_at end), true)`;
