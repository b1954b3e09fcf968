import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { REQUESTED_SCRAPE_DUE_AT } from '../plan/plan.rules.ts';
import type { OpenTimeKindCount } from '../merge/merge.rules.ts';
import { HAS_UNREADABLE_ROWS_SQL } from '../odd-rows/odd-rows.queries.ts';
import type { UnreadableRowDays } from '../odd-rows/odd-rows.rules.ts';
import {
  KIND_COUNTS_OF_DAY_SQL,
  lastScrapeDaySql,
  bookableTimesCount,
  courseTodaySql,
  type ScrapePlanClock,
} from '../plan/planner.queries.ts';

/** A live course with all facts about its scraping. */
export type ScrapingFactsRow = UnreadableRowDays & {
  id: number;
  course_name: string;
  is_realtime: boolean;
  days_out_to_scrape: number | null;
  time_zone: string | null;
  fore_up_id: string | null;
  golfnow_id: string | null;
  gs_id: string | null;
  club_prophet_id: string | null;
  /** The first scrape from the present source; null if no system is connected, or nothing was planned yet. */
  since: string | null;
  failures: number;
  failing_since: string | null;
  cause: string | null;
  note: string;
  times_at: string | null;
  host_wait_until: string | null;
  host_cause: string | null;
  looked_at: string | null;
  changed_at: string | null;
  /** The first planned scrape of the course, no sooner than the circuit breakers allow. */
  next_look_at: string | null;
  open_count: number;
};

/** Returns the scraping state of each live course, by name. */
export async function findScrapingFacts(db: Db, clock: ScrapePlanClock): Promise<ScrapingFactsRow[]> {
  const { rows } = await sql<ScrapingFactsRow>`
    select k.id, k.course_name, k.is_realtime, k.days_out_to_scrape, k.time_zone,
      k.fore_up_id, k.golfnow_id, k.gs_id, k.club_prophet_id,
      s.since, coalesce(s.failures, 0) as failures, s.failing_since, s.cause, coalesce(s.note, '') as note, s.times_at,
      h.wait_until as host_wait_until, h.cause as host_cause,
      d.looked_at, d.changed_at, d.open_count, d.odd_day, d.odd_note, d.odd_days,
      case when s.course_id is not null then greatest(d.next_look_at, s.wait_until, h.wait_until) end as next_look_at
    from courses k left join course_sources s on s.course_id = k.id left join course_hosts h on h.host = s.host
      cross join lateral (select ${courseTodaySql(clock)} as today) t
      cross join lateral (
        select max(d.looked_at) as looked_at, max(d.changed_at) as changed_at, min(d.next_look_at) as next_look_at,
          coalesce(sum(${bookableTimesCount(clock)}), 0)::integer as open_count,
          min(d.day) filter (where ${HAS_UNREADABLE_ROWS_SQL}) as odd_day, count(*) filter (where ${HAS_UNREADABLE_ROWS_SQL})::integer as odd_days,
          (array_agg(d.note order by d.day) filter (where ${HAS_UNREADABLE_ROWS_SQL}))[1] as odd_note
        from course_days d where d.course_id = k.id and d.day between today and ${lastScrapeDaySql(clock)}) d
    where not k.inactive and not k.internal_only
    order by fold(k.course_name) collate "C"`.execute(db);
  return rows;
}

export type CourseTimeCounts = { course_id: number; usual: number | null; last_day: number[] };

const hourOf = ({ now }: ScrapePlanClock) => sql`date_trunc('hour', ${now}::timestamptz)`;
/** SQL that is true for hourly counts at this hour of this weekday in the last four weeks. */
const isUsual = (clock: ScrapePlanClock) =>
  sql`counted_at in (${sql.join(
    [7, 14, 21, 28].map((days) => sql`${hourOf(clock)} - make_interval(days => ${sql.lit(days)})`),
  )})`;

/** Returns each course's number of open times at each hour of the last day, and the mean at this hour in the last four weeks. */
export async function findCourseTimeCounts(db: Db, clock: ScrapePlanClock): Promise<CourseTimeCounts[]> {
  const isOfLastDay = sql`counted_at > ${hourOf(clock)} - interval '1 day'`;
  const { rows } = await sql<CourseTimeCounts>`
    select course_id, round(avg(open_count) filter (where ${isUsual(clock)}))::integer as usual,
      coalesce(array_agg(open_count order by counted_at) filter (where ${isOfLastDay}), '{}') as last_day
    from course_counts where ${isOfLastDay} or ${isUsual(clock)}
    group by course_id`.execute(db);
  return rows;
}

export type CourseKindCount = OpenTimeKindCount & { course_id: number; usual: number };

/** Returns the number of open times of each kind for each course, now and in the mean at this hour of the last four weeks. */
export async function openTimesByKind(db: Db, clock: ScrapePlanClock): Promise<CourseKindCount[]> {
  const { rows } = await sql<CourseKindCount>`
    select course_id, holes, starting_side, sum(open_count)::integer as open_count, round(sum(usual))::integer as usual from (
      select d.course_id, x.holes, x.starting_side, x.open_count, 0 as usual
        from course_days d join courses k on k.id = d.course_id
          cross join lateral (select ${courseTodaySql(clock)} as today) t cross join ${KIND_COUNTS_OF_DAY_SQL}
        where d.day between today and ${lastScrapeDaySql(clock)}
      union all
      select d.course_id, x.holes, x.starting_side, 0, x.open_count::numeric / d.hours
        from (select course_id, kinds, count(*) over (partition by course_id) as hours
          from course_counts where ${isUsual(clock)} and kinds is not null) d cross join ${KIND_COUNTS_OF_DAY_SQL}
    ) k group by course_id, holes, starting_side order by course_id, holes, starting_side`.execute(db);
  return rows;
}

/** Makes all days of a course due now and closes its circuit breakers; returns false if the course is not scraped. */
export async function makeCourseDueNow(db: Db, course_id: number): Promise<boolean> {
  const { rows } = await sql<{ host: string }>`
    update course_sources set failures = 0, wait_until = null where course_id = ${course_id} returning host`.execute(
    db,
  );
  const [source] = rows;
  if (!source) return false;
  // A host that asked for a pause (Retry-After) keeps that pause.
  await sql`update course_hosts set failures = 0, wait_until = null
    where host = ${source.host} and cause is distinct from 'limited'`.execute(db);
  await sql`update course_days set next_look_at = ${REQUESTED_SCRAPE_DUE_AT} where course_id = ${course_id}`.execute(
    db,
  );
  return true;
}
