import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/database/tables.ts';
import type { Db } from '../../src/server/process/context.ts';
import { aCourse, anOpenTime, aRate } from './factories.ts';

/** An open time as a plain object, for a test's own model of the list of open times. */
export type ModelTime = {
  id: number;
  course_id: number;
  course_name: string;
  group_name: string;
  available_date: string;
  available_time: number;
  spots: number[];
  scraped_at: string;
  raw_rate: number | null;
};

/** The earliest start of the open times in these tests. */
export const EARLIEST_OPEN_TIME = '2030-05-01T19:00:00Z';
const DAYS = ['2030-05-02', '2030-05-03', '2030-05-05'];
const PARTIES = [[1, 2, 3, 4], [2, 4], [1], [2, 3, 4, 5, 6]];
const TIMES = [742, 752, 1436, 610];

/** Creates a course's day for scraping; its next scrape is due at half past six of 2030-05-01 (UTC). */
export const aCourseDay = (
  db: Db,
  given: Partial<Insertable<Tables['course_days']>> & { course_id: number; day: string },
) =>
  db
    .insertInto('course_days')
    .values({ next_look_at: '2030-05-01T18:30:00Z', outcome: 'times', ...given })
    .execute();

type Course = {
  id: number;
  course_name: string;
  groups: string[];
  /** The prices of the course's rates, in cents. */
  rates: number[];
  inactive?: boolean;
};
const coursesWith = (third: number): Course[] => [
  {
    id: 1,
    course_name: 'Torrey Pines South',
    rates: [25_300, 17_100],
    groups: ['Coast courses', 'Twilight'],
  },
  { id: 2, course_name: 'torrey pines North', groups: ['Coast courses'], rates: [18_900] },
  { id: third, course_name: 'Maderas', groups: ['Inland'], rates: [17_100] },
  { id: 4, course_name: 'Aviara 50%', groups: [], rates: [] },
  { id: 5, course_name: 'Torrey Pines Closed', groups: [], rates: [9_000], inactive: true },
];

/**
 * Creates four courses (`third` is the id of Maderas) and an inactive one, with twelve open times each; returns the open
 * times that the list shows.
 */
export async function fillOpenTimes(db: Db, third: number): Promise<ModelTime[]> {
  const groups = new Map<string, number>();
  for (const group_name of ['Twilight', 'Coast courses', 'Inland', 'Nobody']) {
    const made = db.insertInto('course_groups').values({ group_name }).returning('id');
    groups.set(group_name, (await made.executeTakeFirstOrThrow()).id);
  }
  const times: ModelTime[] = [];
  for (const { groups: names, rates, ...course } of coursesWith(third)) {
    await aCourse(db, course);
    for (const name of names) {
      const member = { course_group_id: groups.get(name) ?? 0, course_id: course.id };
      await db.insertInto('course_group_courses').values(member).execute();
    }
    const made = await timesOf(db, course, rates);
    if (!course.inactive) times.push(...made.map((time) => ({ ...time, group_name: names.join(', ') })));
  }
  return times;
}

async function timesOf(
  db: Db,
  { id: course_id, course_name }: Omit<Course, 'rates' | 'groups'>,
  prices: number[],
) {
  const rates: { id: number; raw_rate: number }[] = [];
  for (const raw_rate of prices) rates.push({ ...(await aRate(db, course_id, { raw_rate })), raw_rate });
  const times: Omit<ModelTime, 'group_name'>[] = [];
  for (const [at, available_date] of DAYS.entries()) {
    const scraped_at = `2030-05-01T17:${10 + ((course_id * 7 + at * 11) % 40)}:00.000000Z`;
    await aCourseDay(db, { course_id, day: available_date, looked_at: scraped_at, completed_at: scraped_at });
    for (const available_time of TIMES) {
      const nth = times.length + course_id;
      const rate = rates[nth % (rates.length + 1)];
      const time = {
        course_id,
        available_date,
        available_time,
        spots: PARTIES[(nth * 5) % PARTIES.length] ?? [],
      };
      const { id } = await anOpenTime(db, {
        ...time,
        rate_id: rate?.id ?? null,
        starts_at: EARLIEST_OPEN_TIME,
      });
      times.push({ id, ...time, course_name, scraped_at, raw_rate: rate?.raw_rate ?? null });
    }
  }
  return times;
}
