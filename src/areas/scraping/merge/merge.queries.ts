import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import type { DayBeforeScrape, OpenTimeKindCount, StoredOpenTime, OpenTimeToInsert } from './merge.rules.ts';

export type CourseDay = { course_id: number; day: string };

/** The result of a scrape, successful or failed, as stored in the row of its day. Instants are ISO in UTC. */
export type RecordedScrape = {
  looked_at: string;
  next_look_at: string;
  outcome: 'times' | 'none' | 'not_released' | 'failed';
  cause: string | null;
  note: string;
  opens_at: string | null;
};

const isOfDay = ({ course_id, day }: CourseDay) => sql`course_id = ${course_id} and day = ${day}::date`;

/** The course system that a course is scraped from, and the course's id in that system. */
export type CourseIdAtSystem = { system: string; course_ref: string };

const isAt = (course_id: number, source: CourseIdAtSystem | undefined) =>
  source === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from course_sources where course_id = ${course_id} and system = ${source.system}
        and course_ref = ${source.course_ref})`;

/** Returns true if the course is still scraped from this system under this id. */
export async function isStillScrapedFrom(
  db: Db,
  course_id: number,
  source: CourseIdAtSystem | undefined,
): Promise<boolean> {
  if (source === undefined) return true;
  const { rows } = await sql<{ is_still: boolean }>`${PREPARED_STATEMENT_MARK}
    select ${isAt(course_id, source)} as is_still`.execute(db);
  return rows[0]?.is_still ?? false;
}

const notedColumns = (noted: RecordedScrape) => sql`looked_at = ${noted.looked_at}::timestamptz,
  next_look_at = ${noted.next_look_at}::timestamptz, outcome = ${noted.outcome}, cause = ${noted.cause},
  note = ${noted.note}, opens_at = ${noted.opens_at}::timestamptz`;

/**
 * Records a scrape that learned nothing about the day's times: it failed, or nobody confirmed that the day has none. Ignores a
 * scrape that is older than the stored state, and a course that was deleted concurrently, because such a course has no days.
 */
export async function recordScrapeWithoutTimes(db: Db, at: CourseDay, noted: RecordedScrape): Promise<void> {
  const failures = sql.lit(noted.outcome === 'failed' ? 1 : 0);
  await sql`${PREPARED_STATEMENT_MARK}
    insert into course_days as d (course_id, day, looked_at, next_look_at, outcome, cause, note, opens_at, failures)
    select id, ${at.day}::date, ${noted.looked_at}::timestamptz, ${noted.next_look_at}::timestamptz,
      ${noted.outcome}, ${noted.cause}, ${noted.note}, ${noted.opens_at}::timestamptz, ${failures}
    from courses where id = ${at.course_id}
    on conflict (course_id, day) do update set ${notedColumns(noted)}, failures = (d.failures + 1) * ${failures}
    where d.looked_at is null or d.looked_at <= excluded.looked_at`.execute(db);
}

type Counted = { open_count: number; kinds: OpenTimeKindCount[] };
type Unchanged = Counted & { noted: RecordedScrape; digest: string; source: CourseIdAtSystem | undefined };

/**
 * Records a complete scrape that found the same open times as the previous one, in one statement that touches no row of open times
 * (the fast path). Returns false, and records nothing, if there may be differences.
 */
export async function recordUnchangedScrape(db: Db, at: CourseDay, unchanged: Unchanged): Promise<boolean> {
  const { noted, digest, source, open_count, kinds } = unchanged;
  const { rows } = await sql`${PREPARED_STATEMENT_MARK}
    with noted as (
      update course_days set ${notedColumns(noted)}, completed_at = ${noted.looked_at}::timestamptz, failures = 0,
        open_count = ${open_count}::int, kinds = ${JSON.stringify(kinds)}::jsonb,
        released_at = case when ${noted.outcome} = 'not_released' then null else released_at end
      where ${isOfDay(at)} and digest = ${digest} and looked_at <= ${noted.looked_at}::timestamptz
        and ${isAt(at.course_id, source)}
      returning outcome),
    source as (
      update course_sources s set completed_at = ${noted.looked_at}::timestamptz,
        times_at = case when noted.outcome = 'times' then ${noted.looked_at}::timestamptz else s.times_at end
      from noted where s.course_id = ${at.course_id})
    select from noted`.execute(db);
  return rows.length > 0;
}

/** Returns the stored open times of a day, including those that are gone. */
export async function findStoredOpenTimes(db: Db, { course_id, day }: CourseDay): Promise<StoredOpenTime[]> {
  return db
    .selectFrom('fore_up_availabilities')
    .select(['id', 'available_time', 'starting_side', 'holes', 'spots', 'offers', 'starts_at'])
    .select(['new_at', 'missed_at', 'gone_at'])
    .where('course_id', '=', course_id)
    .where('available_date', '=', day)
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .execute();
}

export async function findDayBeforeScrape(db: Db, { course_id, day }: CourseDay) {
  const known = await db
    .selectFrom('course_days')
    .select(['looked_at', 'completed_at', 'released_at', 'changed_at', 'digest'])
    .where('course_id', '=', course_id)
    .where('day', '=', day)
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  return known ?? { looked_at: null, completed_at: null, released_at: null, changed_at: null, digest: null };
}

export type OpenTimeWithRate = OpenTimeToInsert & { rate_id: number | null };

/** Inserts open times of a day in one statement; returns the new ids. */
export async function insertOpenTimes(db: Db, { course_id, day }: CourseDay, times: OpenTimeWithRate[]) {
  if (times.length === 0) return [];
  const { rows } = await sql<{ id: number }>`${PREPARED_STATEMENT_MARK}
    insert into fore_up_availabilities (course_id, available_date, available_time, starting_side, holes, spots, offers,
      starts_at, new_at, rate_id)
    select ${course_id}::bigint, ${day}::date, x.* from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as x
      (available_time int, starting_side text, holes int, spots int[], offers jsonb, starts_at timestamptz,
      new_at timestamptz, rate_id bigint)
    order by x.available_time, x.starting_side, x.holes
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Updates stored open times of a day in one statement. */
export async function updateOpenTimes(db: Db, times: readonly StoredOpenTime[]): Promise<void> {
  if (times.length === 0) return;
  await sql`${PREPARED_STATEMENT_MARK}
    update fore_up_availabilities a set spots = x.spots, offers = x.offers, starts_at = x.starts_at, new_at = x.new_at,
      missed_at = x.missed_at, gone_at = x.gone_at, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as x (id bigint, spots int[], offers jsonb,
      starts_at timestamptz, new_at timestamptz, missed_at timestamptz, gone_at timestamptz)
    where a.id = x.id`.execute(db);
}

export type MergedScrape = DayBeforeScrape & Counted & { changed_at: string | null; digest: string | null };

/** Records, for the day and for the course's source, a scrape that was compared with the stored open times. */
export async function recordMergedScrape(
  db: Db,
  at: CourseDay,
  noted: RecordedScrape,
  merged: MergedScrape,
): Promise<void> {
  const { changed_at, completed_at } = merged;
  const row = { ...noted, ...merged, kinds: JSON.stringify(merged.kinds), failures: 0 };
  await db
    .insertInto('course_days')
    .values({ ...at, ...row })
    .onConflict((same) => same.columns(['course_id', 'day']).doUpdateSet(row))
    .execute();
  await sql`update course_sources set completed_at = greatest(completed_at, ${completed_at}::timestamptz),
      changed_at = greatest(changed_at, ${changed_at}::timestamptz),
      times_at = case when ${noted.outcome} = 'times' then ${noted.looked_at}::timestamptz else times_at end
    where course_id = ${at.course_id}`.execute(db);
}
