import { join } from 'node:path';
import type { CourseAdapter, RequestPolicy } from './adapter.ts';
import { clubProphetAdapter } from './club-prophet/club-prophet.ts';
import type { ClubProphetSettings } from './club-prophet/club-prophet-visit.ts';
import { COURSE_SYSTEMS, type CourseSystemName, type CourseSystems } from './course-system.ts';
import { combineCourseSystems, type ConnectedCourseSystems } from './course-systems.ts';
import { foreUpAdapter, type ForeUpSettings } from './foreup/foreup.ts';
import { golfNowAdapter, type GolfNowSettings } from './golfnow/golfnow.ts';
import { golfswitchAdapter, type GolfswitchSettings } from './golfswitch/golfswitch.ts';
import { startBuiltInCourseSystem } from './simulator/built-in-course-system.ts';
import { SIMULATOR_ACCOUNT } from './simulator/simulator-state.ts';

export type CourseSystemSettings = {
  /** True for the demonstration company, for which a simulator may be started. */
  demo: boolean;
  /** The address of a running simulator, which takes the place of the course systems without settings. */
  url: string | undefined;
  /** The time-out of one request, in ms. */
  tryMs: number;
  /** The contact that requests name, for the operators of course systems. */
  contact: string;
  foreUp: ForeUpSettings | null;
  golfNow: GolfNowSettings | null;
  golfswitch: GolfswitchSettings | null;
  clubProphet: ClubProphetSettings | null;
};

/** Returns the folder of the redacted answers that could not be read. */
export const answerSampleFolder = (dataDir: string) => join(dataDir, 'outside', 'course-samples');

type Opening = { dataDir: string; answerLateMs?: number | undefined };
type Opened = { courses: CourseSystems; close(): Promise<void> };

const MOST_BYTES = 4 * 1024 * 1024;
/**
 * The rate limit of the demonstration's simulator. The demonstration company's scraper sends at most four requests a
 * second; more than this limit would be abuse that no real system would accept.
 */
const DEMO_LIMIT = { perMinute: 600, blockMs: 10_000 };

/**
 * Connects each course system whose settings are set. The simulator at `url` takes the place of the others. Without
 * `url`, a simulator is started here, but only for a demonstration company that has no real course system; otherwise
 * the other systems are not connected.
 */
export async function openCourseSystems(
  settings: CourseSystemSettings,
  { dataDir, answerLateMs }: Opening,
): Promise<Opened> {
  const real = realAdapters(settings);
  const isReal = Object.keys(real).length > 0;
  const started =
    settings.url === undefined && settings.demo && !isReal
      ? await startBuiltInCourseSystem({
          file: join(dataDir, 'outside', 'course-systems.jsonl'),
          answerLateMs,
          limit: DEMO_LIMIT,
        })
      : null;
  const url = settings.url ?? started?.url;
  const played: Adapters = url === undefined ? {} : simulatorAdapters(url);
  const connected: ConnectedCourseSystems = {};
  for (const system of COURSE_SYSTEMS) {
    const adapter = real[system] ?? played[system];
    if (adapter) connected[system] = { adapter, manners: mannersOf(settings, real[system] === undefined) };
  }
  return {
    courses: combineCourseSystems(connected, answerSampleFolder(dataDir)),
    close: async () => started?.close(),
  };
}

type Adapters = Partial<Record<CourseSystemName, CourseAdapter>>;

const realAdapters = (settings: CourseSystemSettings): Adapters => ({
  ...(settings.foreUp && { fore_up: foreUpAdapter(settings.foreUp) }),
  ...(settings.golfNow && { golfnow: golfNowAdapter(settings.golfNow) }),
  ...(settings.golfswitch && { golfswitch: golfswitchAdapter(settings.golfswitch) }),
  ...(settings.clubProphet && { club_prophet: clubProphetAdapter(settings.clubProphet) }),
});

/** Returns the adapters for the simulator's four course systems. */
export function simulatorAdapters(url: string): Record<CourseSystemName, CourseAdapter> {
  const { email, userName, password, clientSecret, channel, resellerId, clientId } = SIMULATOR_ACCOUNT;
  return {
    fore_up: foreUpAdapter({ apiUrl: `${url}/foreup`, email, password }),
    golfnow: golfNowAdapter({
      apiUrl: `${url}/golfnow`,
      userName,
      password,
      clientSecret,
      channel,
      customer: { email, password },
    }),
    golfswitch: golfswitchAdapter({ apiUrl: `${url}/golfswitch/golfService.asmx`, resellerId }),
    club_prophet: clubProphetAdapter({
      apiUrl: `${url}/club-prophet/demo`,
      clientId,
      member: { userName, password },
    }),
  };
}

const mannersOf = ({ tryMs, contact }: CourseSystemSettings, isSimulator: boolean): RequestPolicy => ({
  tryMs,
  mostBytes: MOST_BYTES,
  userAgent: `RIC/1 (tee-time reseller; ${contact})`,
  isSimulator,
  now: () => new Date(),
});
