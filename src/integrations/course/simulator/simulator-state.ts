import { createHash } from 'node:crypto';
import { localInstant } from '../../../contract/dates.ts';
import { unrefDelay, type SimulatorAnswer } from '../../simulator.ts';
import type { CourseSystemName } from '../course-system.ts';
import { simulatedCourseById, quirkInCourseId, type SimulatedCourse } from './courses.ts';
import type { CourseQuirk } from './quirks.ts';
import type { CancellationJournal } from './reservations.ts';
import { nextDay, simulatedTeeSheet, type SimulatedSlot } from './tee-sheet.ts';

/** The state that the simulator's four course systems share. */
export type SimulatorState = {
  now: () => Date;
  sheetsAt: () => Date;
  reservations: CancellationJournal;
  /** The quirks that were set while the simulator runs, by course; null means no quirk, even if the course's id has one. */
  turned: Map<string, CourseQuirk | null>;
  /** The delay of a slow course, in ms. */
  answerLateMs: number;
};

/** The only credentials that the simulator of the course systems accepts. */
export const SIMULATOR_ACCOUNT = {
  email: 'desk@simulator.example',
  userName: 'simulator',
  password: 'simulator-password',
  clientSecret: 'simulator-client-secret',
  channel: '9',
  resellerId: 'STANDIN',
  clientId: 'ric',
} as const;

/** The course that a request is about, with its quirk. */
export type RequestedCourse = { course: SimulatedCourse; quirk: CourseQuirk | null };
/** The form of a course system's answers; `ifNoneMatch` is the ETag that the client sent. */
type Face = { system: CourseSystemName; isXml?: boolean; ifNoneMatch?: string | undefined };

/**
 * Answers a request about a course: by the course's quirk if the quirk is the same for all course systems, else by
 * the system's own function `good`. `unknown` answers for a missing course.
 */
export async function answerCourseRequest(
  shared: SimulatorState,
  { system, isXml = false, ifNoneMatch }: Face,
  id: string,
  face: { good: (played: RequestedCourse) => SimulatorAnswer; unknown: () => SimulatorAnswer },
): Promise<SimulatorAnswer> {
  const course = simulatedCourseById(system, id);
  if (!course) return face.unknown();
  const turned = shared.turned.get(`${system} ${id}`);
  const quirk = turned === undefined ? quirkInCourseId(id) : turned;
  const good = () => face.good({ course, quirk });
  if (quirk === 'slow') await unrefDelay(shared.answerLateMs);
  if (quirk === 'cut') return cut(good());
  if (quirk === 'tagged') return tagged(good(), ifNoneMatch);
  // Golfswitch reports this error in its own form.
  const isItsOwn = isXml && quirk === 'error_in_200';
  const general = quirk === null || isItsOwn ? undefined : FAULTS[quirk];
  return general ? general(isXml, shared.now()) : good();
}

const cut = (answer: SimulatorAnswer): SimulatorAnswer => {
  if (typeof answer === 'string') return answer;
  const { status } = answer;
  return 'text' in answer
    ? { ...answer, isCut: true }
    : { status, text: JSON.stringify(answer.body), type: 'application/json', isCut: true };
};

function tagged(answer: SimulatorAnswer, ifNoneMatch: string | undefined): SimulatorAnswer {
  if (typeof answer === 'string' || answer.status !== 200 || !('body' in answer)) return answer;
  const etag = `"${createHash('sha1').update(JSON.stringify(answer.body)).digest('base64url')}"`;
  return etag === ifNoneMatch
    ? { ...UNCHANGED, headers: { etag } }
    : { ...answer, headers: { ...answer.headers, etag } };
}
const UNCHANGED = { status: 304, text: '', type: 'application/json' };

const page = (status: number, text: string, headers: Record<string, string> = {}): SimulatorAnswer => ({
  status,
  text: `<!doctype html><html><body>${text}</body></html>`,
  type: 'text/html; charset=utf-8',
  headers,
});
const PERSON =
  '<input name="email" value="pat.golfer@example.com"><input name="csrf" value="eyJhbGciOi.J9.abc">';

const FAULTS: Partial<Record<CourseQuirk, (isXml: boolean, now: Date) => SimulatorAnswer>> = {
  limited: () => ({ status: 429, body: { message: 'Too Many Requests' }, headers: { 'retry-after': '30' } }),
  limited_silent: () => ({ status: 429, body: { message: 'Too Many Requests' } }),
  unavailable: (_, now) =>
    page(503, 'Service Unavailable', { 'retry-after': new Date(now.getTime() + 120_000).toUTCString() }),
  only_304: () => UNCHANGED,
  hang: () => 'hang',
  reset: () => 'reset',
  huge: () => ({ status: 200, text: `[${' '.repeat(16 * 1024 * 1024)}]`, type: 'application/json' }),
  html: () => page(200, `<h1>Welcome back, Pat</h1>${PERSON}`),
  odd_shape: (isXml) => (isXml ? ODD_XML : { status: 200, body: ODD }),
  error_in_200: () => ({ status: 200, body: { success: false, msg: 'Refresh required.' } }),
  blocked: () => page(403, '<h1>Just a moment...</h1>', { 'cf-mitigated': 'challenge' }),
  forbidden: () => page(403, 'Forbidden'),
  login_page: () => page(200, '<form>Solve the captcha to go on</form>'),
  moved: () => page(302, 'Found', { location: 'https://new-system.example/courses?session=abc' }),
  left: () => page(410, 'Gone'),
};
const ODD = {
  teeTimesV2: [{ startsAt: '2031-05-04T07:10:00', open: 4 }],
  customer: { first: 'Pat', last: 'Golfer', email: 'pat.golfer@example.com', phone: '619-555-0142' },
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
};
const ODD_XML: SimulatorAnswer = {
  status: 200,
  text: '<Answer><TimesV2><At>710</At></TimesV2><Email>pat.golfer@example.com</Email><AccessKey>k-12345678</AccessKey></Answer>',
  type: 'text/xml; charset=utf-8',
};

/** Returns the slots of a course's day as its quirk changes them. */
export function slotsWithQuirk(
  shared: SimulatorState,
  { course, quirk }: RequestedCourse,
  date: string,
): { isReleased: boolean; slots: SimulatedSlot[] } {
  const sheet = simulatedTeeSheet(course, quirk === 'other_day' ? nextDay(date) : date, shared.sheetsAt());
  return { ...sheet, slots: (quirk && LISTED[quirk]?.(sheet.slots)) ?? sheet.slots };
}

/** The quirks that change the slots of a day, each with the function that changes them. */
const LISTED: Partial<Record<CourseQuirk, (slots: SimulatedSlot[]) => SimulatedSlot[]>> = {
  closed: () => [],
  pairs: (slots) => slots.map(inPairs).filter(({ sizes }) => sizes.length > 0),
  one_class: (slots) =>
    slots.filter(({ holes }) => holes.includes(18)).map((slot) => ({ ...slot, holes: [18] })),
  one_side: (slots) => slots.filter(({ side }) => side === 'Front'),
  odd_price: (slots) => slots.map((slot, at) => (at === 1 ? belowZero(slot) : slot)),
  odd_time: (slots) => slots.map((slot, at) => (at === 1 ? { ...slot, time: '24:30' } : slot)),
  odd_rows: (slots) => slots.map((slot, at) => (at % 3 === 0 ? slot : belowZero(slot))),
  skipped_time: (slots) =>
    slots
      .slice(0, 1)
      .map((slot) => ({ ...slot, time: '02:30' }))
      .concat(slots),
};

const belowZero = (slot: SimulatedSlot): SimulatedSlot => ({ ...slot, raw_green_fee: { 9: -100, 18: -100 } });
const inPairs = (slot: SimulatedSlot): SimulatedSlot => ({
  ...slot,
  sizes: slot.sizes.filter((size) => size === 2 || size === 4),
});

/** Returns a slot's local time as `2031-05-04T07:10:00`; with the quirk `other_clock`, the time in UTC. */
export const slotLocalTime = (slot: SimulatedSlot, quirk: CourseQuirk | null): string =>
  quirk === 'other_clock' ? slot.starts_at.toISOString().slice(0, 19) : `${slot.date}T${slot.time}:00`;

/** Returns the minutes by which a course's clock is ahead of UTC on the slot's day. */
export function minutesAheadOfUtc({ date, time }: SimulatedSlot, timeZone: string): number {
  // With the quirk `odd_time`, the slot has no valid time.
  const at = time < '24' ? time : '12:00';
  return Math.round((Date.parse(`${date}T${at}:00Z`) - localInstant(date, at, timeZone)) / 60_000);
}
export const centsToDollars = (cents: number): number => cents / 100;
