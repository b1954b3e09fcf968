import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { businessNow, addDays } from '../../../contract/dates.ts';
import { afterAll, beforeAll } from 'vitest';
import type { CourseAdapter, RequestPolicy } from '../adapter.ts';
import {
  COURSE_SYSTEMS,
  type CourseSystemName,
  type CourseSystems,
  type DayScrapeRequest,
  type DayScrapeResult,
} from '../course-system.ts';
import { combineCourseSystems, type ConnectedCourseSystems } from '../course-systems.ts';
import { simulatorAdapters } from '../open-course-systems.ts';
import { startBuiltInCourseSystem, type BuiltInCourseSystem } from './built-in-course-system.ts';
import { simulatedCourseById } from './courses.ts';
import { simulatedTeeSheet, type SimulatedSlot } from './tee-sheet.ts';

/** A Wednesday in spring, when daylight-saving time is on in every time zone that has it. */
export const TEST_CLOCK_START = '2031-04-30T15:00:00Z';
export const TEST_REQUEST_POLICY: RequestPolicy = {
  tryMs: 1500,
  mostBytes: 4 * 1024 * 1024,
  userAgent: 'RIC/1 (tee-time reseller; desk@ric.example)',
  isSimulator: true,
  now: () => new Date(),
};

/** Starts the simulator with a test clock, and creates adapters for it, for the tests of one file. */
export function courseSimulatorForTests() {
  let folder = '';
  let server: BuiltInCourseSystem | undefined;
  let clock = new Date(TEST_CLOCK_START);
  const now = () => clock;
  const simulator = (): BuiltInCourseSystem => {
    if (!server) throw new Error('The simulator runs while tests run only.');
    return server;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ric-reading-'));
    server = await startBuiltInCourseSystem({ file: join(folder, 'book.jsonl'), answerLateMs: 12_000, now });
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });
  const opened = ({ manners, adapters }: Own): CourseSystems => {
    const connected: ConnectedCourseSystems = Object.fromEntries(
      COURSE_SYSTEMS.map((system) => {
        const adapter = adapters?.[system] ?? simulatorAdapters(simulator().url)[system];
        return [system, { adapter, manners: { ...TEST_REQUEST_POLICY, now, ...manners } }];
      }),
    );
    return combineCourseSystems(connected, join(folder, 'samples'));
  };
  return {
    get simulator() {
      return simulator();
    },
    get samples() {
      return join(folder, 'samples');
    },
    now,
    setClock: (instant: string) => {
      clock = new Date(instant);
    },
    /** Scrapes a day with new adapters, which have no session; `reader` returns adapters that keep their session. */
    read: (
      system: CourseSystemName,
      course_ref: string,
      { manners, adapters, ...more }: Partial<DayScrapeRequest> & Own = {},
    ) => readWith(opened({ manners, adapters }), { system, course_ref, now, more }),
    reader: (own: Own = {}) => {
      const kept = opened(own);
      return (system: CourseSystemName, course_ref: string, more: Partial<DayScrapeRequest> = {}) =>
        readWith(kept, { system, course_ref, now, more });
    },
    /** Returns the tee sheet of a simulated course at the time of the test clock. */
    sheet: (system: CourseSystemName, id: string, date: string): SimulatedSlot[] => {
      const course = simulatedCourseById(system, id);
      return course ? simulatedTeeSheet(course, date, clock).slots : [];
    },
  };
}

type Own = {
  manners?: Partial<RequestPolicy> | undefined;
  adapters?: Partial<Record<CourseSystemName, CourseAdapter>> | undefined;
};
type Reading = {
  system: CourseSystemName;
  course_ref: string;
  now: () => Date;
  more: Partial<DayScrapeRequest>;
};

function readWith(
  courses: CourseSystems,
  { system, course_ref, now, more }: Reading,
): Promise<DayScrapeResult> {
  const time_zone = simulatedCourseById(system, course_ref)?.time_zone ?? 'America/Los_Angeles';
  return courses.readDay({
    course: { system, course_ref, time_zone },
    date: addDays(businessNow(now(), time_zone).date, 3),
    signal: AbortSignal.timeout(15_000),
    deadline: now().getTime() + 60_000,
    ...more,
  });
}
