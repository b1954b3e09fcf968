import { z } from 'zod';
import type { SimulatorRequest, SimulatorAnswer } from '../../simulator.ts';
import { simulatedCourses } from '../simulator/courses.ts';
import {
  centsToDollars,
  slotLocalTime,
  answerCourseRequest,
  slotsWithQuirk,
  SIMULATOR_ACCOUNT,
  type SimulatorState,
  type RequestedCourse,
} from '../simulator/simulator-state.ts';
import { COURSE_QUIRKS } from '../simulator/quirks.ts';
import { NO_RESERVATION_TEXT, CANCELED_TOO_LATE_TEXT } from '../simulator/reservations.ts';
import type { SimulatedSlot } from '../simulator/tee-sheet.ts';

const TOKEN_LIVES_MS = 600_000;
const API = 'onlineres/onlineapi/api/v1/onlinereservation/';
const KEY = 'simulator-key';
const WEBSITE = '7d8f0a34-2c55-4c8e-9a56-1d9e7b1c0f11';

/** The state that the Club Prophet simulator remembers about its clients. */
type Memory = {
  shared: SimulatorState;
  made: number;
  used: Set<string>;
  transactions: Map<string, number>;
  /** The transaction that first requested a course's day, by course and day. */
  firstLook: Map<string, string>;
};

/**
 * Creates a simulator of Club Prophet, whose addresses begin with a tenant's name. A tenant whose name begins with
 * `v4` runs an older version.
 */
export function clubProphetSimulator(shared: SimulatorState) {
  const memory: Memory = { shared, made: 0, used: new Set(), transactions: new Map(), firstLook: new Map() };
  return (request: SimulatorRequest): Promise<SimulatorAnswer> | SimulatorAnswer => {
    const [tenant = '', ...rest] = request.path;
    const isOld = tenant.startsWith('v4');
    const path = rest.join('/');
    if (path === 'onlineresweb/Home/Configuration')
      return { status: 200, body: { siteName: tenant, ...(isOld && { apiKey: KEY }) } };
    if (path === 'identityapi/myconnect/token/short')
      return isOld ? missing : shortToken(memory, request.text);
    if (path === 'identityapi/connect/token') return memberToken(request.text);
    if (!path.startsWith(API)) return missing;
    return apiAnswer(memory, request, { name: path.slice(API.length), isOld });
  };
}

const missing: SimulatorAnswer = { status: 404, body: { message: 'Not found' } };
const bad = (message: string): SimulatorAnswer => ({ status: 400, body: { message } });
const unauthorized: SimulatorAnswer = { status: 401, body: { message: 'Unauthorized' } };

function shortToken(memory: Memory, form: string): SimulatorAnswer {
  if (new URLSearchParams(form).get('client_id') !== SIMULATOR_ACCOUNT.clientId) return bad('invalid_client');
  memory.made += 1;
  const access_token = `short.${memory.shared.now().getTime()}.${memory.made}`;
  return { status: 200, body: { access_token, expires_in: 600, token_type: 'Bearer' } };
}

function memberToken(form: string): SimulatorAnswer {
  const sent = new URLSearchParams(form);
  const { userName, password } = SIMULATOR_ACCOUNT;
  const isKnown = sent.get('username') === userName && sent.get('password') === password;
  return isKnown ? { status: 200, body: { access_token: 'member', expires_in: 3600 } } : bad('invalid_grant');
}

type Named = { name: string; isOld: boolean };

type Route = () => Promise<SimulatorAnswer> | SimulatorAnswer;

function apiAnswer(
  memory: Memory,
  request: SimulatorRequest,
  named: Named,
): Promise<SimulatorAnswer> | SimulatorAnswer {
  const { name, isOld } = named;
  if (isOld ? request.headers['x-apikey'] !== KEY : !isSignedIn(memory, request)) return unauthorized;
  if (name.startsWith('GetAllOptions/')) return { status: 200, body: { webSiteId: WEBSITE, terminalId: 3 } };
  if (name === 'OnlineCourses') return { status: 200, body: listedCourses() };
  const missingHeader = HEADERS.find(([header, value]) => request.headers[header] !== value)?.[0];
  if (missingHeader) return bad(`Invalid ${missingHeader.slice(2)} request header`);
  const routes = new Map<string, Route>([
    ['RegisterTransactionId', () => (isOld ? missing : register(memory, request.body))],
    ['CancelReservation', () => cancel(memory.shared, request.body)],
    ['BookingRuleModels', () => ({ status: 200, body: rules })],
    ['TeeTimes', () => teeTimes(memory, request, named)],
  ]);
  return routes.get(name)?.() ?? missing;
}

const HEADERS = [
  ['x-componentid', '1'],
  ['x-siteid', '1'],
  ['x-websiteid', WEBSITE],
] as const;

function teeTimes(
  memory: Memory,
  { query, headers }: SimulatorRequest,
  { isOld }: Named,
): Promise<SimulatorAnswer> | SimulatorAnswer {
  if (!isOld && !isLive(memory, query.get('transactionId') ?? '')) return bad('Invalid Transaction Id');
  return answerCourseRequest(
    memory.shared,
    { system: 'club_prophet', ifNoneMatch: headers['if-none-match'] },
    query.get('courseIds') ?? '',
    {
      good: (played) => timesAnswer(memory, played, { query, isOld }),
      unknown: () => ({ status: 200, body: [] }),
    },
  );
}

const rules = {
  bookingRuleByClass: [
    { bookingRuleByCourse: [{ daysInAdvance: 14, daysInAdvanceWeekend: 14, time: '00:00' }] },
  ],
};

function isSignedIn({ shared, used }: Memory, { headers, query, path }: SimulatorRequest): boolean {
  // A client reads the tenant's open configuration without a token, because it knows nothing of the tenant yet.
  if (/GetAllOptions|OnlineCourses/.test(path.join('/'))) return true;
  const bearer = String(headers['authorization'] ?? '');
  if (bearer === 'Bearer member') return true;
  const made = /^Bearer short\.(\d+)\./.exec(bearer)?.[1];
  if (made === undefined || shared.now().getTime() - Number(made) > TOKEN_LIVES_MS) return false;
  if (!query.get('courseIds')?.endsWith('-token_over')) return true;
  const before = used.has(bearer);
  used.add(bearer);
  return !before;
}

// Lists each course under its plain id and once for each quirk that an id can end in.
const listedCourses = () =>
  simulatedCourses('club_prophet').flatMap(({ id, number, time_zone }) =>
    ['', ...Object.keys(COURSE_QUIRKS).map((name) => `-${name}`)].map((ending) => ({
      courseId: id + ending,
      courseName: `Stand-in ${number}`,
      siteId: 1,
      websiteId: WEBSITE,
      holes: 18,
      timezoneId: time_zone,
    })),
  );

function register({ shared, transactions }: Memory, body: unknown): SimulatorAnswer {
  const id =
    typeof body === 'object' && body !== null && 'transactionId' in body ? String(body.transactionId) : '';
  transactions.set(id, shared.now().getTime());
  return { status: 200, body: true };
}

const isLive = ({ shared, transactions }: Memory, id: string): boolean =>
  shared.now().getTime() - (transactions.get(id) ?? -Infinity) <= TOKEN_LIVES_MS;

type Looking = { query: URLSearchParams; isOld: boolean };

function timesAnswer(memory: Memory, played: RequestedCourse, { query, isOld }: Looking): SimulatorAnswer {
  const { course, quirk } = played;
  const date = dayOf(query.get('searchDate') ?? '');
  if (date === null) return bad('Invalid search date');
  const transactionId = query.get('transactionId') ?? '';
  const sheet = slotsWithQuirk(memory.shared, played, date);
  if (!sheet.isReleased)
    return bad(
      'You are not able to book this tee time currently. Tee times can be booked 14 days in advance.',
    );
  const first = memory.firstLook.get(`${course.id} ${date}`) ?? transactionId;
  memory.firstLook.set(`${course.id} ${date}`, first);
  const isFalse = quirk === 'false_none' && first === transactionId;
  const slots = isFalse ? [] : sheet.slots.map((slot) => slotOf(slot, played));
  const content = slots.length > 0 ? slots : { messageKey: 'NO_TEETIMES' };
  const isBare = isOld || quirk === 'bare_list';
  return { status: 200, body: isBare ? content : { transactionId, isSuccess: true, content } };
}

// Parses `Sun May 04 2031`, the form in which browsers print a day.
function dayOf(text: string): string | null {
  const [, month = '', day, year] = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{4})$/.exec(text) ?? [];
  const at = 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month) / 3;
  return day === undefined || !Number.isInteger(at)
    ? null
    : `${year}-${String(at + 1).padStart(2, '0')}-${day}`;
}

function slotOf(slot: SimulatedSlot, { course, quirk }: RequestedCourse) {
  const digits = (holes: 9 | 18) => (quirk === 'no_codes' ? '' : String(holes));
  const price = (code: string, cents: number) => ({
    shItemCode: code,
    price: centsToDollars(cents),
    displayPrice: centsToDollars(cents),
    taxInclusivePrice: (cents + 150) / 100,
    taxCode: 'T1',
    rateCode: 'ONLINE',
    classCode: 'R',
    priceTypeName: 'Public online',
  });
  const taken = 4 - slot.seats;
  return {
    teeSheetId: course.number * 1000 + slot.place,
    startTime: slotLocalTime(slot, quirk),
    courseId: Number(course.id.split('-')[0]),
    siteId: 2,
    courseName: `Stand-in ${course.number}`,
    startingTee: slot.side === 'Back' ? 10 : 1,
    // The value is wrong on purpose: the real system was reported to say 18 for a nine-hole round.
    holes: 18,
    defaultHoles: 18,
    holesDisplay: quirk === 'no_codes' ? '' : slot.holes.join(' or '),
    is9HoleOnly: slot.side === 'Back',
    isDisabled18Hole: !slot.holes.includes(18),
    [quirk === 'renamed' ? 'leastPlayers' : 'minPlayer']: slot.sizes[0],
    maxPlayer: 4,
    isNotAllowSingleBooking: slot.sizes[0] !== 1,
    // The numbers of the free seats: [3, 4] means two seats.
    availableParticipantNo: Array.from({ length: slot.seats }, (_, at) => taken + at + 1),
    // The real system also lists prices for rounds that cannot be played; the flags tell which.
    shItemPrices: (quirk === 'one_class' ? ([18] as const) : ([9, 18] as const)).flatMap((holes) => [
      price(`GreenFee${digits(holes)}Online`, slot.raw_green_fee[holes]),
      price(`FullCart${digits(holes)}Online`, slot.raw_cart),
    ]),
    defaultClassCode: 'R',
  };
}

const CancelSent = z.object({ bookingIds: z.tuple([z.string()]), courseId: z.string() });

async function cancel({ reservations }: SimulatorState, body: unknown): Promise<SimulatorAnswer> {
  const { bookingIds, courseId } = CancelSent.parse(body);
  const answerOf = (isSuccess: boolean, ...errors: string[]): SimulatorAnswer => ({
    status: 200,
    body: { isSuccess, errors },
  });
  const reservation = { course_ref: courseId, confirmation: bookingIds[0] };
  switch (await reservations.cancel({ system: 'club_prophet', ...reservation })) {
    case 'hang':
      return 'hang';
    case 'failed':
      return { status: 500, body: { message: 'Something went wrong at the course system.' } };
    case 'too_late':
      return answerOf(false, CANCELED_TOO_LATE_TEXT);
    case 'unknown':
      return answerOf(false, NO_RESERVATION_TEXT);
    case 'already':
      return answerOf(false, 'The booking is already cancelled.');
    default:
      return answerOf(true);
  }
}
