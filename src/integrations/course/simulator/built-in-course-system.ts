import {
  startSimulator,
  type ListenAt,
  type SimulatorRequest,
  type Simulator,
  type SimulatorAnswer,
} from '../../simulator.ts';
import { clubProphetFace } from '../club-prophet/club-prophet-simulator.ts';
import type { CourseSystemName } from '../course-system.ts';
import { foreUpFace } from '../foreup/foreup-simulator.ts';
import { golfNowFace } from '../golfnow/golfnow-simulator.ts';
import { golfswitchFace } from '../golfswitch/golfswitch-simulator.ts';
import { SIMULATOR_MARK } from '../reading/send-request.ts';
import type { SimulatorState } from './simulator-state.ts';
import { limiter, type LimitSettings } from './limit.ts';
import type { Quirk } from './quirks.ts';
import { openReservations, type CanceledReservation } from './reservations.ts';

type BuiltInCourseSystemSettings = ListenAt & {
  /** The file of the cancellations. */
  file: string;
  /** The delay, in ms, of confirmations ending in `-L` and of slow courses. */
  answerLateMs?: number | undefined;
  /** The rate limit of one address at one system; unlimited without it. */
  limit?: LimitSettings | undefined;
  /** The clock that the tee sheets follow. */
  now?: (() => Date) | undefined;
  /** A fixed moment for the tee sheets; now by default. */
  sheetsAt?: (() => Date) | undefined;
};
/** A received request, for tests of pace; `status` is set once it was answered with one. */
type Seen = { at: number; system: CourseSystemName; path: string; userAgent: string; status: number | null };
export type BuiltInCourseSystem = Simulator & {
  /** The cancellations, oldest first. */
  cancellations(): CanceledReservation[];
  /** The newest requests, oldest first, 5,000 at most. */
  requests(): readonly Seen[];
  /** Sets a switch of a running course; null clears it, also one in its id. */
  turn(system: CourseSystemName, id: string, quirk: Quirk | null): void;
};

const MOST_SEEN = 5_000;
const FACES = new Map<string, CourseSystemName>([
  ['foreup', 'fore_up'],
  ['golfnow', 'golfnow'],
  ['golfswitch', 'golfswitch'],
  ['club-prophet', 'club_prophet'],
]);

/** Starts the simulator of the four course systems, each below its own path; every answer bears its mark. */
export async function startBuiltInCourseSystem(
  settings: BuiltInCourseSystemSettings,
): Promise<BuiltInCourseSystem> {
  const { now = () => new Date(), sheetsAt = now, answerLateMs = 12_000 } = settings;
  const reservations = await openReservations(settings.file, answerLateMs);
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

function answering(shared: SimulatorState, seen: Seen[], limit: LimitSettings | undefined) {
  const faces = {
    fore_up: foreUpFace(shared),
    golfnow: golfNowFace(shared),
    golfswitch: golfswitchFace(shared),
    club_prophet: clubProphetFace(shared),
  };
  const overLimit = limit ? limiter(limit, shared.now) : () => null;
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
    : { ...answer, headers: { ...answer.headers, [SIMULATOR_MARK]: 'yes' } };
