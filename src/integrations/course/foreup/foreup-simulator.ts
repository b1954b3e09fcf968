import type { SimulatorRequest, SimulatorAnswer } from '../../simulator.ts';
import {
  centsToDollars,
  minutesAheadOfUtc,
  answerCourseRequest,
  slotsWithQuirk,
  SIMULATOR_ACCOUNT,
  type SimulatorState,
  type RequestedCourse,
} from '../simulator/simulator-state.ts';
import { NO_RESERVATION_TEXT, CANCELED_TOO_LATE_TEXT } from '../simulator/reservations.ts';
import type { SimulatedSlot } from '../simulator/tee-sheet.ts';

const TOKEN_LIVES_MS = 30 * 86_400_000;

/** Creates a simulator of foreUP's partner API; `path` of a request is the part after the API's base address. */
export function foreUpSimulator(shared: SimulatorState) {
  const used = new Set<string>();
  let made = 0;
  const token = () => {
    made += 1;
    return `token.${shared.now().getTime()}.${made}`;
  };
  const isSignedIn = (bearer: string, facility: string): boolean => {
    const at = Number(/^Bearer token\.(\d+)\./.exec(bearer)?.[1] ?? 0);
    return shared.now().getTime() - at <= TOKEN_LIVES_MS && isUsable(bearer, facility, used);
  };
  return async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const [what, facility = '', sheets] = request.path;
    if (request.method === 'POST' && what === 'tokens') return tokenAnswer(request.body, token);
    if (!isSignedIn(String(request.headers['x-authorization']), facility)) return forbidden;
    return what === 'courses' && sheets === 'teesheets' ? sheetAnswer(shared, request) : missing;
  };
}

async function sheetAnswer(
  shared: SimulatorState,
  { method, path, query, headers }: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const [, facility = '', , sheet = '', kind, confirmation = ''] = path;
  if (path.length === 3) return { status: 200, body: { data: sheetsOf(facility) } };
  if (kind === 'bookings') return bookingAnswer(shared, method, { facility, confirmation });
  if (kind !== 'teetimes' || !sheetsOf(facility).some(({ id }) => id === sheet)) return missing;
  return answerCourseRequest(shared, { system: 'fore_up', ifNoneMatch: headers['if-none-match'] }, facility, {
    good: (played) => timesAnswer(shared, played, query),
    unknown: () => missing,
  });
}

// With the quirk `token_over`, a token expires after one use: foreUP answers 403 then, as it does for a course that
// withdrew its permission.
function isUsable(bearer: string, facility: string, used: Set<string>): boolean {
  if (facility.endsWith('-withdrawn')) return false;
  if (!facility.endsWith('-token_over')) return true;
  const before = used.has(bearer);
  used.add(bearer);
  return !before;
}

const refusal = (status: number, detail: string): SimulatorAnswer => ({
  status,
  body: { errors: [{ detail }] },
});
const forbidden = refusal(403, 'Forbidden');
const missing = refusal(404, 'Not found');

function tokenAnswer(body: unknown, token: () => string): SimulatorAnswer {
  const { email, password } = SIMULATOR_ACCOUNT;
  const isKnown = JSON.stringify(body) === JSON.stringify({ email, password });
  if (!isKnown) return refusal(401, 'Invalid email or password');
  return { status: 200, body: { data: { type: 'tokens', id: token() } } };
}

const sheetsOf = (facility: string) =>
  (facility.endsWith('-two_sheets') ? ['1', '2'] : ['1']).map((id) => ({
    type: 'teesheets',
    id,
    attributes: { title: `Sheet ${id}`, holes: 18 },
  }));

async function bookingAnswer(
  { reservations }: SimulatorState,
  method: string,
  { facility, confirmation }: { facility: string; confirmation: string },
): Promise<SimulatorAnswer> {
  const reservation = { system: 'fore_up', course_ref: facility, confirmation } as const;
  if (method === 'GET')
    return reservations.isCanceled(reservation)
      ? {
          status: 200,
          body: { data: { type: 'bookings', id: confirmation, attributes: { status: 'deleted' } } },
        }
      : missing;
  if (method !== 'DELETE') return missing;
  switch (await reservations.cancel(reservation)) {
    case 'hang':
      return 'hang';
    case 'failed':
      return refusal(500, 'Something went wrong at the course system.');
    case 'too_late':
      return refusal(409, CANCELED_TOO_LATE_TEXT);
    case 'unknown':
      return refusal(404, NO_RESERVATION_TEXT);
    case 'already':
      return missing;
    default:
      return {
        status: 200,
        body: { data: { type: 'bookings', id: confirmation, attributes: { status: 'deleted' } } },
      };
  }
}

function timesAnswer(
  shared: SimulatorState,
  played: RequestedCourse,
  query: URLSearchParams,
): SimulatorAnswer {
  const date = query.get('date') ?? '';
  const [from, to] = [query.get('startTime') ?? '', query.get('endTime') ?? ''];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{4}$/.test(from) || !/^\d{4}$/.test(to))
    return refusal(400, 'date, startTime and endTime are required');
  const holes = query.get('holes') ?? '18';
  const isAllSides = query.get('scheduleSideId') === 'all';
  const slots = slotsWithQuirk(shared, played, date).slots.filter(
    ({ time, side }) =>
      isAllSides || (side === 'Front' && time.replace(':', '') >= from && time.replace(':', '') <= to),
  );
  const records = slots.flatMap((slot, at) =>
    slot.holes
      .filter((count) => holes === 'Both' || holes === String(count))
      .map((count) => record(played, slot, { holes: count, isOdd: at === 1 })),
  );
  return { status: 200, body: records };
}

type Recorded = { holes: 9 | 18; isOdd: boolean };

function record({ course, quirk }: RequestedCourse, slot: SimulatedSlot, { holes, isOdd }: Recorded) {
  const back = { scheduleSideId: 2, scheduleSideName: 'Back', reroundScheduleSideId: 1 };
  const front = { scheduleSideId: 1, scheduleSideName: 'Front', reroundScheduleSideId: 2 };
  return {
    id: `${course.number}-${slot.date}-${slot.place}-${holes}`,
    time:
      quirk === 'other_clock'
        ? `${slot.starts_at.toISOString().slice(0, 19)}+0000`
        : withOffset(slot, course.time_zone),
    holes,
    scheduleId: 1,
    scheduleName: 'Main',
    bookingClassId: 5,
    availableSpots: quirk === 'odd_record' && isOdd ? null : slot.seats,
    [quirk === 'renamed' ? 'groupSizes' : 'allowedGroupSizes']: slot.sizes,
    greenFee: centsToDollars(slot.raw_green_fee[holes]),
    greeFeeTax: 2.25,
    cartFee: centsToDollars(slot.raw_cart),
    cartFeeTax: 0,
    rateType: 'both',
    hasSpecial: false,
    ...(slot.side === 'Back' ? back : front),
  };
}

function withOffset(slot: SimulatedSlot, timeZone: string): string {
  const minutes = minutesAheadOfUtc(slot, timeZone);
  const size = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${slot.date}T${slot.time}:00${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}
