import { createHash, createHmac } from 'node:crypto';
import type { SimulatorRequest, SimulatorAnswer } from '../../simulator.ts';
import {
  centsToDollars,
  slotLocalTime,
  answerCourseRequest,
  slotsWithQuirk,
  SIMULATOR_ACCOUNT,
  type SimulatorState,
  type RequestedCourse,
} from '../simulator/simulator-state.ts';
import type { CourseQuirk } from '../simulator/quirks.ts';
import {
  NO_RESERVATION_TEXT,
  CANCELED_TOO_LATE_TEXT,
  type CancelingResult,
} from '../simulator/reservations.ts';
import type { SimulatedSlot } from '../simulator/tee-sheet.ts';

/** Creates a simulator of GolfNow's affiliate API; `path` of a request is the part after the API's base address. */
export function golfNowSimulator(shared: SimulatorState) {
  const moving = new Map<string, number>();
  return async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const { path, query, headers } = request;
    if (!isSignedIn(request, shared.now())) return refusal(401, 'Authentication failed');
    const [what, channel, facilities, facility = '', last] = path;
    if (what === 'customers') return customerAnswer(shared, request);
    if (what !== 'channel' || channel !== SIMULATOR_ACCOUNT.channel || facilities !== 'facilities')
      return missing;
    if (last !== 'tee-times') return missing;
    return answerCourseRequest(
      shared,
      { system: 'golfnow', ifNoneMatch: headers['if-none-match'] },
      facility,
      {
        good: (played) => {
          const looks = moving.get(facility) ?? 0;
          moving.set(facility, looks + 1);
          return timesAnswer(shared, played, { query, grown: played.quirk === 'moving' ? looks : 0 });
        },
        unknown: () => missing,
      },
    );
  };
}

const refusal = (status: number, Message: string): SimulatorAnswer => ({
  status,
  body: { Message, ErrorCode: status },
});
const missing = refusal(404, 'Not found');

function isSignedIn({ headers }: SimulatorRequest, now: Date): boolean {
  const { userName, password, clientSecret } = SIMULATOR_ACCOUNT;
  if (headers['username'] !== userName) return false;
  if (headers['password'] !== undefined) return headers['password'] === password;
  const stamp = String(headers['timestamp'] ?? '');
  const hashed = createHash('sha1').update(password).digest('base64');
  const expected = createHmac('sha256', clientSecret)
    .update(userName + hashed + stamp)
    .digest('base64');
  // A request's time stamp is valid for a minute.
  return headers['authorization'] === expected && Math.abs(now.getTime() / 1000 - Number(stamp)) <= 60;
}

/** The token for the customer's next request, which each answer contains. */
const fresh = { CustomerToken: 'customer-token-2' };

async function customerAnswer(
  { reservations }: SimulatorState,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const { method, path, headers } = request;
  const [, , what, confirmation = ''] = path;
  if (what === 'authentication-token') return customerToken(request.body);
  if (what !== 'reservations' || !String(headers['customertoken']).startsWith('customer-token'))
    return missing;
  const reservation = { system: 'golfnow', course_ref: '', confirmation } as const;
  if (method === 'DELETE') return canceled(await reservations.cancel(reservation));
  return method === 'GET' && reservations.isCanceled(reservation)
    ? { status: 200, body: { Status: 'Cancelled' } }
    : missing;
}

function customerToken(body: unknown): SimulatorAnswer {
  const { email, password } = SIMULATOR_ACCOUNT;
  const isKnown = JSON.stringify(body) === JSON.stringify({ EMail: email, Password: password });
  return isKnown
    ? { status: 200, body: 'customer-token-1', headers: fresh }
    : refusal(401, 'Authentication failed');
}

function canceled(canceling: CancelingResult): SimulatorAnswer {
  switch (canceling) {
    case 'hang':
      return 'hang';
    case 'failed':
      return refusal(500, 'Something went wrong at the course system.');
    case 'too_late':
      return refusal(409, CANCELED_TOO_LATE_TEXT);
    case 'unknown':
    case 'already':
      return { status: 404, body: { Message: NO_RESERVATION_TEXT }, headers: fresh };
    default:
      return { status: 200, body: {}, headers: fresh };
  }
}

function timesAnswer(
  shared: SimulatorState,
  played: RequestedCourse,
  { query, grown }: { query: URLSearchParams; grown: number },
): SimulatorAnswer {
  const { quirk } = played;
  const date = (query.get('date-min') ?? '').slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return refusal(400, 'date-min is required');
  const players = Number(query.get('players') ?? 0);
  const holes = Number(query.get('holes') ?? 0);
  const all = slotsWithQuirk(shared, played, date)
    .slots.filter(({ side }) => side === 'Front')
    .filter(({ sizes }) => players === 0 || sizes.includes(players));
  const skip = Number(query.get('skip') ?? 0);
  const most = quirk === 'paged' || quirk === 'moving' ? 25 : 100;
  const listed = all.slice(skip, skip + Math.min(Number(query.get('take') ?? 20), most));
  return {
    status: 200,
    body: {
      TeeTimes: listed.map((slot) => rateSet(played, slot, holes)),
      TotalTeeTimes: all.length + grown,
      LimitReached: quirk === 'cut_list',
    },
  };
}

function rateSet({ course, quirk }: RequestedCourse, slot: SimulatedSlot, holes: number) {
  const rates = slot.holes
    .filter((count) => holes === 0 || holes === count)
    .map((count) => rate(course.number, slot, { holes: count, quirk }));
  const at = slot.starts_at;
  return {
    FacilityID: course.id,
    Time: quirk === 'old_dates' ? `/Date(${at.getTime()}+0000)/` : slotLocalTime(slot, quirk),
    PlayDateUtc: at.toISOString().slice(0, 19),
    PlayerRule: slot.seats * 4 - 1,
    HasHotDealRate: slot.place % 9 === 0,
    HasMoreRates: quirk === 'more_rates',
    DisplayRate: rates[0],
    Rates: rates,
  };
}

type RateAt = { holes: 9 | 18; quirk: CourseQuirk | null };

function rate(course: number, slot: SimulatedSlot, { holes, quirk }: RateAt) {
  const price = (cents: number) => ({ CurrencyCode: 'USD', Value: centsToDollars(cents) });
  const fee = slot.raw_green_fee[holes];
  return {
    // GolfNow's ids are numbers of 32 bits, and many are negative.
    TeeTimeRateID: -1 * (course * 10_000_000 + Number(slot.date.slice(8)) * 10_000 + slot.place * 20 + holes),
    [quirk === 'renamed' ? 'RateTitle' : 'RateName']: holes === 9 ? 'Nine with cart' : 'Prepaid with cart',
    RateSetTypeId: 1,
    RateTagCodes: [],
    HoleCount: holes,
    Transportation: 'Riding',
    IsHotDeal: slot.place % 9 === 0,
    SinglePlayerPrice: {
      GreensFees: price(fee),
      DueOnline: price(fee + 299),
      DueAtCourse: price(0),
      TaxesAndFees: price(299),
      TransactionFeesTotal: price(299),
      TotalDue: price(fee + 299),
      MarketRate: price(fee + 1000),
    },
  };
}
