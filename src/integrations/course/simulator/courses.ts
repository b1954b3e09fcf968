import { COURSE_SYSTEMS, type CourseSystemName } from '../course-system.ts';
import { seededRandom } from './seeded-random.ts';
import { isCourseQuirk, type CourseQuirk } from './quirks.ts';

/** A course of the simulator. Amounts are in cents. */
export type SimulatedCourse = {
  /** The course's id at its course system, with the name of a quirk if it has one. */
  id: string;
  system: CourseSystemName;
  /** The index of the course among all simulated courses, from 0; everything else about the course follows from this index. */
  number: number;
  time_zone: string;
  /** The minutes between two tee times. */
  interval: number;
  /** The weekday price of 18 holes in the main season, in cents. */
  raw_base: number;
  /** The smallest party that may book. */
  least: 1 | 2;
  /** True if the course also sells nine holes from the tenth tee, early in the morning. */
  hasBackNine: boolean;
  /** How many days ahead the course sells tee times. */
  days: number;
};

/** The number of simulated courses: those of the demonstration company and others, a quarter at each course system. */
export const SIMULATED_COURSE_COUNT = 160;
/** The number of courses in California, the first ones, which the demonstration company sells. */
const IN_CALIFORNIA = 60;
const ZONES = ['America/Denver', 'America/Phoenix', 'America/Los_Angeles'] as const;

/** The id of the first course of each course system: course n has the id of this number plus n, if it belongs to the system. */
const FIRST_ID: Record<CourseSystemName, number> = {
  fore_up: 19_000,
  golfnow: 1_500,
  golfswitch: 7_000,
  club_prophet: 300,
};
/** The remainder by which courses belong to a course system: every fourth course is at the same one. */
const AT: Record<CourseSystemName, number> = { fore_up: 0, golfnow: 1, golfswitch: 2, club_prophet: 3 };

/** Returns all simulated courses of a course system, without quirks. */
export const simulatedCourses = (system: CourseSystemName): SimulatedCourse[] =>
  Array.from(
    { length: SIMULATED_COURSE_COUNT / COURSE_SYSTEMS.length },
    (_, at) => at * COURSE_SYSTEMS.length + AT[system],
  )
    .map((number) => simulatedCourseById(system, String(FIRST_ID[system] + number)))
    .filter((course) => course !== null);

/** Returns the simulated course with an id (`19004`, `19004-blocked`), or null if there is none. */
export function simulatedCourseById(system: CourseSystemName, id: string): SimulatedCourse | null {
  const number = Number(/^\d+/.exec(id)?.[0] ?? -1) - FIRST_ID[system];
  const isThere =
    number >= 0 && number < SIMULATED_COURSE_COUNT && number % COURSE_SYSTEMS.length === AT[system];
  if (!isThere) return null;
  const drawn = (what: string) => seededRandom('course', number, what);
  return {
    id,
    system,
    number,
    time_zone: number < IN_CALIFORNIA ? 'America/Los_Angeles' : (ZONES[number % ZONES.length] ?? ZONES[0]),
    interval: 8 + (number % 3),
    raw_base: 4_500 + Math.floor(drawn('price') * 180) * 100,
    least: number % 5 === 4 ? 2 : 1,
    hasBackNine: number % 3 === 0,
    days: system === 'club_prophet' ? 14 : 90,
  };
}

/** Returns the quirk in a course id, `blocked` in `19004-blocked`, or null. */
export function quirkInCourseId(id: string): CourseQuirk | null {
  const name = id.slice(id.indexOf('-') + 1);
  return id.includes('-') && isCourseQuirk(name) ? name : null;
}
