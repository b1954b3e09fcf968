import {
  startSimulator,
  type ListenAddress,
  type SimulatorRequest,
  type Simulator,
  type SimulatorAnswer,
} from '../../simulator.ts';
import { clubProphetSimulator } from '../club-prophet/club-prophet-simulator.ts';
import type { CourseSystemName } from '../course-system.ts';
import { foreUpSimulator } from '../foreup/foreup-simulator.ts';
import { golfNowSimulator } from '../golfnow/golfnow-simulator.ts';
import { golfswitchSimulator } from '../golfswitch/golfswitch-simulator.ts';
import { SIMULATOR_HEADER } from '../reading/send-request.ts';
import type { SimulatorState } from './simulator-state.ts';
import { requestLimiter, type RequestLimitSettings } from './limit.ts';
import type { CourseQuirk } from './quirks.ts';
import { openCancellationJournal, type CanceledReservation } from './reservations.ts';

type BuiltInCourseSystemSettings = ListenAddress & {
  /** The file with the journal of cancellations. */
  file: string;
  /** The delay, in ms, of answers about confirmations ending in `-L` and of slow courses. */
  answerLateMs?: number | undefined;
  /** The rate limit of one client address at one course system; unlimited if absent. */
  limit?: RequestLimitSettings | undefined;
  /** Returns the time by which the simulator's tee sheets change. */
  now?: (() => Date) | undefined;
  /** Returns a fixed time for the tee sheets; the present time by default. */
  sheetsAt?: (() => Date) | undefined;
};
/** A request that the simulator received, for tests of pace; `status` is set once the request was answered. */
type Seen = { at: number; system: CourseSystemName; path: string; userAgent: string; status: number | null };
export type BuiltInCourseSystem = Simulator & {
  /** Returns the cancellations, oldest first. */
  cancellations(): CanceledReservation[];
  /** Returns the newest requests, oldest first, at most 5,000. */
  requests(): readonly Seen[];
  /** Sets the quirk of a simulated course; null clears any quirk, even one in the course's id. */
  turn(system: CourseSystemName, id: string, quirk: CourseQuirk | null): void;
};

const MOST_SEEN = 5_000;
const FACES = new Map<string, CourseSystemName>([
  ['foreup', 'fore_up'],
  ['golfnow', 'golfnow'],
  ['golfswitch', 'golfswitch'],
  ['club-prophet', 'club_prophet'],
]);

/** Starts the simulator of the four course systems, each under its own path; every answer has the header that marks a simulator. */
export async function startBuiltInCourseSystem(
  settings: BuiltInCourseSystemSettings,
): Promise<BuiltInCourseSystem> {
  const { now = () => new Date(), sheetsAt = now, answerLateMs = 12_000 } = settings;
  const reservations = await openCancellationJournal(settings.file, answerLateMs);
  const shared: SimulatorState = { now, sheetsAt, reservations, turned: new Map(), answerLateMs };
  const seen: Seen[] = [];
  const server = await startSimulator(
    { ...settings, accepts: ['text/xml', 'application/x-www-form-urlencoded'] },
    answering(shared, seen, settings.limit),
  ).catch(async (error: unknown) => {
    await reservations.close();
    throw error;
  });
  return {
    url: server.url,
    cancellations: () => reservations.canceled(),
    requests: () => seen,
    turn: (system, id, quirk) => void shared.turned.set(`${system} ${id}`, quirk),
    async close() {
      await server.close();
      await reservations.close();
    },
  };
}

function answering(shared: SimulatorState, seen: Seen[], limit: RequestLimitSettings | undefined) {
  const faces = {
    fore_up: foreUpSimulator(shared),
    golfnow: golfNowSimulator(shared),
    golfswitch: golfswitchSimulator(shared),
    club_prophet: clubProphetSimulator(shared),
  };
  const overLimit = limit ? requestLimiter(limit, shared.now) : () => null;
  return async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const [first = '', ...path] = request.path;
    const system = FACES.get(first);
    if (!system) return marked({ status: 404, body: { message: 'There is nothing here.' } });
    const one: Seen = {
      at: shared.now().getTime(),
      system,
      path: path.join('/'),
      userAgent: request.headers['user-agent'] ?? '',
      status: null,
    };
    seen.push(one);
    if (seen.length > MOST_SEEN) seen.shift();
    const blockedMs = overLimit(`${system} ${request.from}`);
    if (blockedMs !== null) return marked(tooOften(blockedMs));
    const answer = await faces[system]({ ...request, path });
    if (typeof answer !== 'string') one.status = answer.status;
    return marked(answer);
  };
}

const tooOften = (ms: number): SimulatorAnswer => ({
  status: 429,
  body: { message: 'Too Many Requests' },
  headers: { 'retry-after': String(Math.ceil(ms / 1000)) },
});

const marked = (answer: SimulatorAnswer): SimulatorAnswer =>
  typeof answer === 'string'
    ? answer
    : { ...answer, headers: { ...answer.headers, [SIMULATOR_HEADER]: 'yes' } };
