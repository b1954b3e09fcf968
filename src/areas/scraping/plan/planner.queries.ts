import { sql, type RawBuilder } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import {
  OFFLINE_WITHOUT_SUCCESS_DAYS,
  OFFLINE_WITHOUT_TIMES_DAYS,
  SCRAPE_INTERVALS,
  MAX_DEMO_SCRAPE_DAYS,
  DEFAULT_SCRAPE_DAYS,
} from './plan.rules.ts';

/** The clock and the settings that the statements of the scraping plan calculate with. */
export type ScrapePlanClock = { now: Date; businessTimeZone: string; isDemonstration: boolean };

/** Selects the courses to scrape: active ones that are not internal only. */
export const liveCourses = (db: Db) =>
  db
    .selectFrom('courses')
    .select(['id', 'time_zone', 'fore_up_id', 'golfnow_id', 'gs_id', 'club_prophet_id'])
    .where('inactive', '=', false)
    .where('internal_only', '=', false)
    .orderBy('id')
    .execute();

/** The course system that a course is scraped from, with the course's id and host in that system. */
export type CourseSource = { course_id: number; system: string; course_ref: string; host: string };

/**
 * Stores the course system and external id of each course. A course that moved to another system or id starts again: all its days
 * are scraped now as if for the first time, and its failures are cleared.
 */
export async function saveCourseSources(
  db: Db,
  sources: CourseSource[],
  { now }: ScrapePlanClock,
): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(sources)})
    as g (course_id bigint, system text, course_ref text, host text)`;
  await sql`
    with gone as (
      delete from course_sources s where not exists (
        select from ${given} where (g.course_id, g.system, g.course_ref) = (s.course_id, s.system, s.course_ref))
      returning s.course_id
    )
    update course_days d set next_look_at = ${now}, completed_at = null, digest = null, failures = 0
      from gone where gone.course_id = d.course_id`.execute(db);
  await sql`
    insert into course_sources as s (course_id, system, course_ref, host, since)
      select g.course_id, g.system, g.course_ref, g.host, ${now} from ${given}
      on conflict (course_id) do update set host = excluded.host where s.host <> excluded.host`.execute(db);
}

/** SQL for today's date on the clock of course `k`. */
export const courseTodaySql = ({ now, businessTimeZone }: ScrapePlanClock): RawBuilder<string> =>
  sql`(${now}::timestamptz at time zone coalesce(k.time_zone, ${businessTimeZone}))::date`;

/** SQL for the last day of course `k` that is scraped, given the course's `today`. */
export const lastScrapeDaySql = ({ isDemonstration }: ScrapePlanClock): RawBuilder<string> =>
  sql`today + least(coalesce(k.days_out_to_scrape, ${sql.lit(DEFAULT_SCRAPE_DAYS)}), ${sql.lit(isDemonstration ? MAX_DEMO_SCRAPE_DAYS : 365)})`;

/**
 * SQL for the number of open times on day `d` of course `k` that can still be booked, without today's times that have begun since
 * the scrape.
 */
export const bookableTimesCount = (clock: ScrapePlanClock): RawBuilder<number> =>
  sql`case when d.day = ${courseTodaySql(clock)} then (select count(*) from fore_up_availabilities a
    where a.course_id = d.course_id and a.available_date = d.day and a.gone_at is null and a.starts_at > ${clock.now})
    else d.open_count end`;

/** SQL for the intervals of `plan.rules.ts`, as a table `p`. */
export const SCRAPE_PLAN_SQL = sql`(values ${sql.join(
  SCRAPE_INTERVALS.map(
    (one) =>
      sql`(${sql.lit(one.is_realtime)}, ${sql.lit(one.from_day)}, ${sql.lit(one.to_day)}, ${sql.lit(one.minutes)})`,
  ),
)}) as p (is_realtime, from_day, to_day, minutes)`;

/** SQL that is true if course `s` is offline at an instant, as `isCourseOffline` decides. */
const isDarkAt = (now: Date): RawBuilder<boolean> => sql`(
  coalesce(s.failing_since <= ${now}::timestamptz - make_interval(days => ${sql.lit(OFFLINE_WITHOUT_SUCCESS_DAYS)}), false)
  or coalesce(s.times_at, s.since) <= ${now}::timestamptz - make_interval(days => ${sql.lit(OFFLINE_WITHOUT_TIMES_DAYS)}))`;

/**
 * Plans the days that have come into view, and moves a scrape forward if the plan now wants it sooner, also one that was postponed
 * while its course was offline. Returns the number of new days.
 */
export async function planScrapeDays(db: Db, clock: ScrapePlanClock): Promise<number> {
  const { now } = clock;
  const { rows } = await sql<{ added: number }>`${PREPARED_STATEMENT_MARK}
    with course as (
      select k.id as course_id, today, ${lastScrapeDaySql(clock)} as last_day, s.looks_on = today and s.looks >= k.round_limit as is_spent,
        k.is_realtime, ${isDarkAt(now)} as is_dark
      from courses k join course_sources s on s.course_id = k.id
        cross join lateral (select ${courseTodaySql(clock)} as today) t
      where not k.inactive and not k.internal_only
    ), added as (
      insert into course_days (course_id, day, next_look_at)
        select c.course_id, c.today + n, ${now}
        from course c cross join lateral generate_series(0, c.last_day - c.today) n
        where not exists (select from course_days d where d.course_id = c.course_id and d.day = c.today + n)
      on conflict do nothing returning 1
    ), sooner as (
      update course_days d set next_look_at = d.looked_at + make_interval(mins => p.minutes)
        from course c, ${SCRAPE_PLAN_SQL}
        where d.course_id = c.course_id and not c.is_dark
          and (d.outcome in ('times', 'none') or d.next_look_at - d.looked_at > interval '2 days') and p.is_realtime = (c.is_realtime and c.is_spent is not true)
          and d.day - c.today between p.from_day and p.to_day and d.day <= c.last_day
          and d.next_look_at > d.looked_at + make_interval(mins => p.minutes, secs => 1)
    )
    select count(*)::integer as added from added`.execute(db);
  return rows[0]?.added ?? 0;
}

/** SQL for the number of open times of day `d` by kind, as its last scrape counted them, as a table `x`. */
export const KIND_COUNTS_OF_DAY_SQL = sql`jsonb_to_recordset(d.kinds) as x (holes integer, starting_side text, open_count integer)`;

/** SQL for the number of open times of each kind that a course has from a day on, as JSON in the form of `course_days.kinds`. */
export const kindCountsFromDaySql = (course_id: RawBuilder<number>, day: RawBuilder<string>) =>
  sql`(select coalesce(jsonb_agg(y), '[]') from (
    select x.holes, x.starting_side, sum(x.open_count) as open_count from course_days d cross join ${KIND_COUNTS_OF_DAY_SQL}
      where d.course_id = ${course_id} and d.day >= ${day} group by x.holes, x.starting_side) y)`;

/** Counts the open times of each course once an hour. */
export async function countOpenTimesHourly(db: Db, clock: ScrapePlanClock): Promise<void> {
  const hour = sql`date_trunc('hour', ${clock.now}::timestamptz)`;
  await sql`insert into course_counts (course_id, counted_at, open_count, kinds)
    select c.course_id, ${hour}, c.open_count, ${kindCountsFromDaySql(sql`c.course_id`, sql`c.today`)}
      from (select d.course_id, min(${courseTodaySql(clock)}) as today, sum(${bookableTimesCount(clock)}) as open_count
        from course_days d join courses k on k.id = d.course_id
        where d.day >= ${courseTodaySql(clock)}
          and not exists (select from course_counts o where o.course_id = d.course_id and o.counted_at = ${hour})
        group by d.course_id) c
    on conflict do nothing`.execute(db);
}

/**
 * Deletes past days after a week, with their open times and wait lists; hourly counts after five weeks; and hosts that are no
 * longer used.
 */
export async function deletePastDays(db: Db, { now }: ScrapePlanClock): Promise<void> {
  const before = sql`${now}::timestamptz - interval '7 days'`;
  await sql`delete from fore_up_availabilities where available_date < (${before})::date - 1`.execute(db);
  await sql`delete from course_days where day < (${before})::date - 1`.execute(db);
  await sql`delete from course_counts where counted_at < ${now}::timestamptz - interval '35 days'`.execute(
    db,
  );
  await sql`delete from course_hosts where coalesce(asked_at, leased_until) < now() - interval '7 days'`.execute(
    db,
  );
}

const FOR_SETTINGS = sql.raw(`('credentials', 'not_connected')`);

/** Makes scrapes due that failed because of settings, since a restart may bring new settings. */
export async function retryAfterSettingsChange(db: Db, { now }: ScrapePlanClock): Promise<void> {
  await sql`update course_sources set wait_until = null
    where cause in ${FOR_SETTINGS} and wait_until is not null`.execute(db);
  await sql`update course_hosts set wait_until = null
    where cause in ${FOR_SETTINGS} and wait_until is not null`.execute(db);
  await sql`update course_days set next_look_at = ${now}
    where outcome = 'failed' and cause in ${FOR_SETTINGS} and next_look_at > ${now}`.execute(db);
}
