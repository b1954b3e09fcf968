import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';

/** One request during which the process dies, and the tee time's state after recovery. */
export type CrashRequest = {
  card: TestCardBehavior | null;
  /** A cancellation or refund of an earlier booking; the process dies during this request. */
  cancel?: { cancel: boolean; refund: boolean; refund_amount?: number };
  /** True if the booking was changed to five players before, paid by another card, so that there are two charges. */
  isChanged?: true;
  /** A change of an earlier booking; the process dies during this request. */
  change?: { players: number; card?: TestCardBehavior };
  /** The ending of the confirmation number, which tells the course system's simulator how to behave. */
  course?: '-R' | '-L' | '-U';
  ends: 'booked' | 'failed' | 'canceled';
  /** True if the gateway or the course never answers, so that the attempt is given up after its time. */
  isGivenUp?: true;
};
type Scenario = {
  /**
   * The fault point at which the process dies. Null: the process is killed from outside, once the gateway has made a charge
   * or refund (`after`) and does not answer.
   */
  dies: FaultPoint | null;
  after?: 'charges' | 'refunds';
  /** The kinds of request to test at this fault point, in turn. */
  ways: [CrashRequest, ...CrashRequest[]];
};

const paid: CrashRequest = { card: 'approved', ends: 'booked' };
const unpaid: CrashRequest = { card: null, ends: 'booked' };
const declined: CrashRequest = { card: 'declined', ends: 'failed' };
const neverSent: CrashRequest = { card: 'approved', ends: 'failed' };
const neverArrived: CrashRequest = { card: 'approved', ends: 'failed', isGivenUp: true };
const unheard: CrashRequest = { card: 'timeout_before', ends: 'failed', isGivenUp: true };
const unanswered: CrashRequest = { card: 'timeout_after', ends: 'booked' };
const late: CrashRequest = { card: 'appears_late', ends: 'failed', isGivenUp: true };

const all: CrashRequest = { card: 'approved', cancel: { cancel: true, refund: true }, ends: 'canceled' };
const most: CrashRequest = { ...all, cancel: { cancel: true, refund: true, refund_amount: 35_000 } };
const some: CrashRequest = {
  ...all,
  cancel: { cancel: false, refund: true, refund_amount: 5_000 },
  ends: 'booked',
};
const none: CrashRequest = { ...all, cancel: { cancel: true, refund: false } };
const refused: CrashRequest = { ...all, course: '-R', ends: 'booked' };
const slowCourse: CrashRequest = { ...all, course: '-L' };
const silentCourse: CrashRequest = { ...all, course: '-U', ends: 'booked', isGivenUp: true };
const unansweredRefund: CrashRequest = { ...all, card: 'refund_timeout_after' };

/**
 * Every fault point (a place in the code where a test ends the process). The order matters: a new process recovers the work
 * of the earlier ones and must not pass its own fault point while it does so.
 */
export const CRASH_SCENARIOS: Scenario[] = [
  { dies: 'booking.claiming', ways: [paid, unpaid] },
  { dies: 'cancel.claiming', ways: [all, some, none] },
  { dies: 'booking.claimed', ways: [neverSent, unpaid] },
  { dies: 'cancel.claimed', ways: [all, some, none] },
  { dies: 'booking.sent', ways: [neverArrived] },
  { dies: 'cancel.course_answered', ways: [all, none, refused] },
  { dies: 'booking.answered', ways: [paid, declined] },
  { dies: 'cancel.course_refused', ways: [refused] },
  { dies: 'booking.unanswered', ways: [unanswered, unheard] },
  { dies: 'cancel.course_silent', ways: [slowCourse, silentCourse] },
  { dies: 'booking.unknown', ways: [unheard, unanswered] },
  { dies: 'cancel.recording', ways: [all, some, none] },
  { dies: 'booking.settling', ways: [paid, declined] },
  { dies: 'cancel.recorded', ways: [most, some, none] },
  { dies: 'booking.settled', ways: [paid, declined] },
  { dies: 'refund.sent', ways: [all, some] },
  { dies: 'reconciler.asked', ways: [unanswered] },
  { dies: 'refund.answered', ways: [most, some] },
  { dies: 'outbox.taken', ways: [paid] },
  { dies: 'refund.unanswered', ways: [unansweredRefund] },
  { dies: 'outbox.accepted', ways: [unpaid] },
  { dies: 'refund.unknown', ways: [unansweredRefund] },
  { dies: null, after: 'charges', ways: [unanswered] },
  { dies: 'refund.settling', ways: [all, some] },
  { dies: 'reversal.recorded', ways: [late] },
  { dies: 'booking.claimed', ways: [unpaid, neverSent] },
  { dies: 'refund.settled', ways: [most, some] },
  { dies: null, after: 'refunds', ways: [unansweredRefund] },
  { dies: 'booking.answered', ways: [declined, paid] },
  { dies: 'reconciler.resuming', ways: [slowCourse] },
];

const more: CrashRequest = { card: 'approved', change: { players: 5, card: 'approved' }, ends: 'booked' };
const moreOwed: CrashRequest = { ...more, change: { players: 5 } };
const moreDeclined: CrashRequest = { ...more, change: { players: 5, card: 'declined' } };
const moreUnanswered: CrashRequest = { ...more, change: { players: 5, card: 'timeout_after' } };
const moreNeverArrived: CrashRequest = { ...more, isGivenUp: true };
const lessOfTwo: CrashRequest = { card: 'approved', isChanged: true, change: { players: 3 }, ends: 'booked' };
const allOfTwo: CrashRequest = { ...all, isChanged: true };

/**
 * The fault points of a change and of bookings with two charges, ordered so that no recovery passes a later fault point.
 */
export const CHANGE_SCENARIOS: Scenario[] = [
  { dies: 'change.claiming', ways: [more, lessOfTwo, moreOwed] },
  { dies: 'cancel.recorded', ways: [allOfTwo] },
  { dies: 'change.claimed', ways: [lessOfTwo, more] },
  { dies: 'change.answered', ways: [more, moreDeclined] },
  { dies: 'change.sent', ways: [moreNeverArrived] },
  { dies: 'change.unanswered', ways: [moreUnanswered] },
  { dies: 'change.unknown', ways: [moreUnanswered] },
  { dies: 'change.settled', ways: [more, moreDeclined] },
  { dies: 'refund.sent', ways: [allOfTwo] },
  { dies: 'change.settling', ways: [more, moreDeclined] },
  { dies: 'refund.settled', ways: [allOfTwo] },
  { dies: 'change.settling', ways: [lessOfTwo] },
  { dies: 'cancel.claimed', ways: [allOfTwo] },
  { dies: 'booking.answered', ways: [paid] },
  { dies: 'refund.answered', ways: [lessOfTwo, allOfTwo] },
  { dies: 'booking.settled', ways: [paid] },
  { dies: 'refund.settling', ways: [allOfTwo] },
  { dies: 'booking.claimed', ways: [unpaid] },
  { dies: 'refund.sent', ways: [lessOfTwo] },
];

/** A selection of the scenarios, in the same order, for the embedded database. */
export const EMBEDDED_CRASH_SCENARIOS: Scenario[] = [
  { dies: 'booking.claimed', ways: [neverSent] },
  { dies: 'cancel.recorded', ways: [most] },
  { dies: 'booking.answered', ways: [paid] },
  { dies: 'refund.sent', ways: [all] },
  { dies: 'booking.settling', ways: [paid] },
  { dies: 'refund.settling', ways: [all] },
  { dies: 'change.answered', ways: [more] },
  { dies: 'change.claimed', ways: [lessOfTwo] },
];

/** One process death to test: a fault point, a kind of request and the number of the repetition. */
export type ProcessDeath = Omit<Scenario, 'ways'> & { way: CrashRequest; round: number };

export const scenarioName = ({ dies, after }: Omit<Scenario, 'ways'>): string =>
  dies ?? `while the gateway is silent about ${after}`;

export const deathsInScenarios = (scenarios: Scenario[], rounds: number): ProcessDeath[] =>
  Array.from({ length: rounds }, (_, round) =>
    scenarios.map(({ ways, ...scenario }) => ({
      ...scenario,
      way: ways[round % ways.length] ?? ways[0],
      round,
    })),
  ).flat();
