import { join } from 'node:path';
import type { CourseAdapter, RequestPolicy } from './adapter.ts';
import { clubProphet } from './club-prophet/club-prophet.ts';
import type { ClubProphetSettings } from './club-prophet/club-prophet-visit.ts';
import { COURSE_SYSTEMS, type CourseSystemName, type CourseSystems } from './course-system.ts';
import { courseSystems, type ConnectedSystems } from './course-systems.ts';
import { foreUp, type ForeUpSettings } from './foreup/foreup.ts';
import { golfNow, type GolfNowSettings } from './golfnow/golfnow.ts';
import { golfswitch, type GolfswitchSettings } from './golfswitch/golfswitch.ts';
import { startBuiltInCourseSystem } from './simulator/built-in-course-system.ts';
import { SIMULATOR_ACCOUNT } from './simulator/simulator-state.ts';

export type CourseSystemSettings = {
  /** True for the demonstration company, where a simulator may be started. */
  demo: boolean;
  /** The address of a running simulator; it stands in for the systems that have no settings. */
  url: string | undefined;
  /** The time-out of one request, in ms. */
  tryMs: number;
  /** The contact that requests carry, for the course systems' operators. */
  contact: string;
  foreUp: ForeUpSettings | null;
  golfNow: GolfNowSettings | null;
  golfswitch: GolfswitchSettings | null;
  clubProphet: ClubProphetSettings | null;
};

/** The folder of the answers that could not be read, redacted. */
export const samplesOf = (dataDir: string) => join(dataDir, 'outside', 'course-samples');

type Opening = { dataDir: string; answerLateMs?: number | undefined };
type Opened = { courses: CourseSystems; close(): Promise<void> };

const MOST_BYTES = 4 * 1024 * 1024;
/**
 * The demonstration company's scraper sends four requests a second at most; more than this would be abuse that no real
 * system would bear.
 */
const DEMO_LIMIT = { perMinute: 600, blockMs: 10_000 };

/**
 * Connects each system whose settings are given. The simulator at `url` stands in for the others; without one, and only
 * for a demonstration company that has no real system, a simulator is started here. All others are not connected.
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
  const connected: ConnectedSystems = {};
  for (const system of COURSE_SYSTEMS) {
    const adapter = real[system] ?? played[system];
    if (adapter) connected[system] = { adapter, manners: mannersOf(settings, real[system] === undefined) };
  }
  return { courses: courseSystems(connected, samplesOf(dataDir)), close: async () => started?.close() };
}

type Adapters = Partial<Record<CourseSystemName, CourseAdapter>>;

const realAdapters = (settings: CourseSystemSettings): Adapters => ({
  ...(settings.foreUp && { fore_up: foreUp(settings.foreUp) }),
  ...(settings.golfNow && { golfnow: golfNow(settings.golfNow) }),
  ...(settings.golfswitch && { golfswitch: golfswitch(settings.golfswitch) }),
  ...(settings.clubProphet && { club_prophet: clubProphet(settings.clubProphet) }),
});

/** The adapters for the simulator's four systems. */
export function simulatorAdapters(url: string): Record<CourseSystemName, CourseAdapter> {
  const { email, userName, password, clientSecret, channel, resellerId, clientId } = SIMULATOR_ACCOUNT;
  return {
    fore_up: foreUp({ apiUrl: `${url}/foreup`, email, password }),
    golfnow: golfNow({
      apiUrl: `${url}/golfnow`,
      userName,
      password,
      clientSecret,
      channel,
      customer: { email, password },
    }),
    golfswitch: golfswitch({ apiUrl: `${url}/golfswitch/golfService.asmx`, resellerId }),
    club_prophet: clubProphet({
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
