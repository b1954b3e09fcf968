import { sql } from 'kysely';

const OVERDUE = sql.raw(`interval '15 minutes'`);
// SQL that is true if the last scrape of day `d` was not complete, or if the course's scrapes fail, which makes all days of the
// course stale as on the screen Sources.
const FAILS = sql.raw(`d.completed_at is distinct from d.looked_at
  or exists (select from course_sources s where s.course_id = a.course_id and s.cause is not null)`);

/**
 * SQL that is true if open time `a` is stale: its day `d`, which may be missing, was not read completely since before its planned
 * scrape, with a quarter of an hour's grace for scrapes that wait or fail. A scrape that a person requested for now (`next_look_at`
 * is the epoch) is not late.
 */
export const isOpenTimeStaleSql = (now: string) => sql<boolean>`coalesce(${now}::timestamptz - ${OVERDUE} >
  least(case d.next_look_at when 'epoch' then ${now} else d.next_look_at end, case when ${FAILS} then d.completed_at end), true)`;
