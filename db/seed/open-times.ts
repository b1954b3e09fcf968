import { sql } from 'kysely';
import { scrapeIntervalMinutes } from '../../src/areas/scraping/plan/plan.rules.ts';
import { kindCountsFromDaySql } from '../../src/areas/scraping/plan/planner.queries.ts';
import { ratesForTimes } from '../../src/areas/rates/open-times/rate-open-times.queries.ts';
import { addDays } from '../../src/contract/dates.ts';
import { COURSE_SYSTEMS, type CourseSystemName } from '../../src/integrations/course/course-system.ts';
import { simulatedCourseById } from '../../src/integrations/course/simulator/courses.ts';
import { simulatedOpenTimes } from '../../src/integrations/course/simulator/open-times.ts';
import { insertRows, type SeedDb } from './insert.ts';
import type { SeededRandom } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Three courses with scraping problems: at the simulator, their ids end in the name of the problem. */
export const TROUBLED_COURSES = new Map<string, 'blocked' | 'limited' | 'closed'>([
  ['Maderas', 'blocked'],
  ['Steele Canyon', 'limited'],
  ['Park Hyatt Aviara', 'closed'],
]);

type Trouble = {
  cause: string | null;
  note: string;
  failures: number;
  /** How long ago the trouble began, and how long until the next scrape, in milliseconds. */
  since: number;
  wait: number;
};
const BEGAN_WITH: Record<'blocked' | 'limited', Trouble> = {
  blocked: {
    cause: 'blocked',
    note: 'The system wants a person (403).',
    failures: 5,
    since: 3 * HOUR,
    wait: 3 * HOUR,
  },
  limited: {
    cause: 'limited',
    note: 'The system was asked too often (429).',
    failures: 6,
    since: 41 * MINUTE,
    wait: 20 * MINUTE,
  },
};
/** How long the course without open times has had none. */
const WITHOUT_TIMES = 9 * DAY;

export type SeedOpenTime = {
  id: number;
  course_id: number;
  available_date: string;
  available_time: number;
  spots: number[];
  holes: 9 | 18 | null;
  starts_at: string;
};
type Clock = { today: string; now: number };
type Seeded = {
  id: number;
  system: CourseSystemName;
  course_ref: string;
  is_realtime: boolean;
  /** The number of days ahead for which the course is scraped. */
  days: number;
  trouble: 'blocked' | 'limited' | 'closed' | undefined;
};

/**
 * Inserts the open times of the simulator's tee sheets for today and the coming days, as if they were scraped in the last
 * hour, so that the first scrapes of a new demonstration change only what has changed since.
 */
export async function fillOpenTimes(db: SeedDb, random: SeededRandom, clock: Clock): Promise<SeedOpenTime[]> {
  const courses = await seededCourses(db);
  const rows: SeedOpenTime[] = [];
  const seen: Parameters<typeof insertRows<'course_days'>>[2] = [];
  for (const course of courses)
    for (let ahead = 0; ahead <= course.days; ahead += 1) {
      const day = addDays(clock.today, ahead);
      const look = lookOf(course, { ahead, now: clock.now, share: random.next() });
      const times = course.trouble === 'closed' ? [] : timesOf(course, day, new Date(look.completed_at));
      rows.push(...times.map((time, at) => ({ ...time, id: rows.length + at + 1 })));
      seen.push({ course_id: course.id, day, ...look, open_count: times.length });
    }
  const found = new Date(clock.now - HOUR).toISOString();
  const rates = await ratesOf(db, rows, clock.today);
  await insertRows(
    db,
    'fore_up_availabilities',
    rows.map((row) => {
      const rate_id = rates.get(timeKey(row)) ?? null;
      const updated_at = rate_id === null ? found : new Date(clock.now).toISOString();
      return { ...row, rate_id, created_at: found, updated_at };
    }),
  );
  await insertRows(db, 'course_days', seen);
  await sql`update course_days d set kinds = k.kinds
    from (select course_id, available_date, jsonb_agg(jsonb_build_object(
          'holes', holes, 'starting_side', starting_side, 'open_count', open_count)) as kinds
      from (select course_id, available_date, holes, starting_side, count(*) as open_count from fore_up_availabilities
        group by 1, 2, 3, 4 order by 1, 2, 3, 4) y group by 1, 2) k
    where k.course_id = d.course_id and k.available_date = d.day`.execute(db);
  await fillSources(db, courses, clock.now);
  await fillCounts(db, clock);
  return rows;
}

type Timed = Pick<SeedOpenTime, 'course_id' | 'available_date' | 'available_time'>;
const timeKey = ({ course_id, available_date, available_time }: Timed): string =>
  `${course_id} ${available_date} ${available_time}`;

/**
 * Computes the rate of each open time before the rows are inserted, because writing the rows a second time would take as
 * long as the first.
 */
async function ratesOf(
  db: SeedDb,
  rows: readonly Timed[],
  today: string,
): Promise<Map<string, number | null>> {
  const courses = new Map<number, Map<string, Set<number>>>();
  for (const { course_id, available_date, available_time } of rows) {
    const days = courses.get(course_id) ?? new Map<string, Set<number>>();
    const times = days.get(available_date) ?? new Set<number>();
    courses.set(course_id, days.set(available_date, times.add(available_time)));
  }
  const rates = new Map<string, number | null>();
  for (const [course_id, byDay] of courses) {
    const days = [...byDay].map(([available_date, times]) => ({ available_date, times: [...times] }));
    for (const { rate_id, ...time } of await ratesForTimes(db, { id: course_id, today, days }))
      rates.set(timeKey({ course_id, ...time }), rate_id);
  }
  return rates;
}

async function seededCourses(db: SeedDb): Promise<Seeded[]> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'course_name', 'is_realtime', 'days_out_to_scrape'])
    .select(['fore_up_id', 'golfnow_id', 'gs_id', 'club_prophet_id'])
    .where('inactive', '=', false)
    .where('internal_only', '=', false)
    .orderBy('id')
    .execute();
  return courses.flatMap((course) => {
    const refs = [course.fore_up_id, course.golfnow_id, course.gs_id, course.club_prophet_id];
    const at = refs.findIndex((ref) => ref !== null);
    const [system, course_ref] = [COURSE_SYSTEMS[at], refs[at]];
    const trouble = TROUBLED_COURSES.get(course.course_name);
    const { id, is_realtime } = course;
    const days = course.days_out_to_scrape ?? 0;
    return system && course_ref ? [{ id, system, course_ref, is_realtime, days, trouble }] : [];
  });
}

type Looking = { ahead: number; now: number; share: number };

/** Returns when a course's day was last scraped, somewhere within its interval, and when its next scrape is due. */
function lookOf({ is_realtime, trouble }: Seeded, { ahead, now, share }: Looking) {
  const interval = scrapeIntervalMinutes(ahead, is_realtime) * MINUTE;
  const began = trouble === 'blocked' || trouble === 'limited' ? BEGAN_WITH[trouble] : null;
  const looked = now - (began ? began.since : Math.min(share * interval, HOUR));
  const at = new Date(looked).toISOString();
  return {
    next_look_at: new Date(began ? now + began.wait : looked + Math.max(interval, HOUR / 30)).toISOString(),
    looked_at: at,
    completed_at: at,
    released_at: trouble === 'closed' ? null : at,
    changed_at: trouble === 'closed' ? new Date(now - WITHOUT_TIMES).toISOString() : at,
    outcome: began ? 'failed' : trouble === 'closed' ? 'none' : 'times',
    cause: began?.cause ?? null,
    note: began?.note ?? '',
    failures: began ? 1 : 0,
  } as const;
}

function timesOf({ id, system, course_ref }: Seeded, day: string, at: Date): Omit<SeedOpenTime, 'id'>[] {
  const course = simulatedCourseById(system, course_ref);
  if (!course) return [];
  return simulatedOpenTimes(course, day, at).map(
    ({ time, starting_side, holes, spots, starts_at, offers }) => ({
      course_id: id,
      available_date: day,
      available_time: Number(time.replace(':', '')),
      starting_side: starting_side ?? '',
      holes,
      spots,
      starts_at,
      offers,
    }),
  );
}

async function fillSources(db: SeedDb, courses: Seeded[], now: number): Promise<void> {
  const ago = (ms: number) => new Date(now - ms).toISOString();
  await insertRows(
    db,
    'course_sources',
    courses.map(({ id, system, course_ref, trouble }) => {
      const began = trouble === 'blocked' || trouble === 'limited' ? BEGAN_WITH[trouble] : null;
      const looked_at = ago(began?.since ?? 0);
      return {
        course_id: id,
        system,
        course_ref,
        looks: 0,
        looked_at,
        host: '',
        since: ago(60 * DAY),
        completed_at: looked_at,
        changed_at: trouble === 'closed' ? ago(WITHOUT_TIMES) : looked_at,
        times_at: trouble === 'closed' ? ago(WITHOUT_TIMES) : looked_at,
        failures: began?.failures ?? 0,
        failing_since: began ? looked_at : null,
        wait_until: began ? ago(-began.wait) : null,
        cause: began?.cause ?? null,
        note: began?.note ?? '',
      };
    }),
  );
}

/**
 * Inserts four weeks of hourly counts of open times, which vary with the hour and the weekend around today's number and
 * keep today's kinds.
 */
async function fillCounts(db: SeedDb, { now, today }: Clock): Promise<void> {
  await sql`insert into course_counts (course_id, counted_at, open_count, kinds)
    select c.course_id, hour, greatest(0, round(c.open_count * (1 + 0.06 * sin(extract(hour from hour) / 3.8 + c.course_id)
      + case when extract(isodow from hour) >= 5 then -0.05 else 0.03 end
      + (hashint8((extract(epoch from hour) / 3600)::bigint * 97 + c.course_id) % 100) / 2500.0))::integer), c.kinds
    from (select o.course_id, sum(o.open_count) as open_count, ${kindCountsFromDaySql(sql`o.course_id`, sql`${today}::date`)} as kinds
        from course_days o where o.open_count > 0 group by o.course_id) c
      cross join generate_series(
        date_trunc('hour', ${new Date(now)}::timestamptz) - interval '28 days', ${new Date(now)}::timestamptz, '1 hour') hour`.execute(
    db,
  );
  // The course without open times had as many as another course, until it had none.
  await sql`insert into course_counts (course_id, counted_at, open_count, kinds)
    select s.course_id, c.counted_at, case when c.counted_at < s.times_at then c.open_count else 0 end,
      case when c.counted_at < s.times_at then c.kinds else '[]' end
    from course_sources s, course_counts c
    where s.times_at <= ${new Date(now - WITHOUT_TIMES)} and c.course_id = (select min(course_id) from course_counts)`.execute(
    db,
  );
}
