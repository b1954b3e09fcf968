import { formatMoney } from '../../../contract/money.ts';
import { formatClockNumber } from '../../../contract/spoken-times.ts';
import { countWithNoun } from '../../../contract/words.ts';

/** The order in which to call customers about an open time, by docs/algorithms/matchmaker.md. */

/** The open time that callers are offered. `time` is the course's clock as a number, 742 for 07:42. */
export type OfferedTime = {
  time: number;
  spots: readonly number[];
  isGone: boolean;
  isPast: boolean;
  isClosed: boolean;
};

export type WaitingCaller = {
  players: number;
  /** The wanted time (`HH:MM`), as the customer requested it. */
  play_time: string;
  /** The instant from which the lead's age counts. */
  created_at: string;
  queue_position: number;
  has_card: boolean;
  /** The suggested charge for the party in cents; null if no rate covers the time. */
  raw_worth: number | null;
  /** The tee time that the customer has on that day, and whether its payment is pending; null if there is none. */
  booked: { course_name: string; isPending: boolean } | null;
  isUnwanted: boolean;
  /** The instant of the last telephone call to the customer, about any open time; null if there was none. */
  called_at: string | null;
};

/**
 * A caller's place in the calling order. `call_rank` counts 1..n over the callers who can be offered the time; null means that the
 * caller must not be called about it.
 */
export type CallRank = { call_rank: number | null; why: string };

/** Callers who were called within the last two hours rank behind the others. */
export const RECENT_CALL_MS = 2 * 3_600_000;
/** Wanted times within the same quarter of an hour from the open time count as equally close. */
const STEP_MINUTES = 15;
const DAY_MS = 86_400_000;

/** Returns the largest party size that can still be booked; 0 if there is none. */
export const largestParty = (spots: readonly number[]): number => Math.max(0, ...spots);

/** Describes the party sizes that can still be booked: `2 or 4`, `1, 2 or 3`. */
export function partySizesText(spots: readonly number[]): string {
  const sizes = [...spots].sort((one, other) => one - other);
  return sizes.length < 2 ? sizes.join('') : `${sizes.slice(0, -1).join(', ')} or ${sizes.at(-1)}`;
}

/** Returns a short reason why a caller cannot be offered the open time; null if the caller can. */
export function whyNotOffered(
  offered: OfferedTime,
  caller: Omit<WaitingCaller, 'queue_position'>,
): string | null {
  const { booked, isUnwanted, players } = caller;
  if (booked?.isPending) return `is being booked at ${booked.course_name}`;
  if (booked) return `booked ${booked.course_name} that day`;
  if (isUnwanted) return 'does not want it any more';
  if (offered.isPast) return 'this time has passed';
  if (offered.isGone) return 'this time is no longer open';
  if (offered.isClosed) return 'this queue is closed';
  if (offered.spots.includes(players)) return null;
  const party = `${countWithNoun(players, 'player')} ${players === 1 ? 'does' : 'do'} not fit`;
  return offered.spots.length > 0 ? `${party}: ${partySizesText(offered.spots)}` : party;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const msSince = (instant: string, now: Date): number => now.getTime() - Date.parse(instant);

type Places = readonly number[];
function firstDifference(one: Places, other: Places): number {
  for (const [at, place] of one.entries()) {
    const difference = place - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const isLate = (caller: WaitingCaller, now: Date): boolean =>
  caller.called_at !== null && msSince(caller.called_at, now) < RECENT_CALL_MS;

/** Returns the sort keys of a caller, compared one after the other; the smaller comes first. */
function placesOf(offered: OfferedTime, caller: WaitingCaller, now: Date): Places {
  const apart = Math.abs(minutesOf(caller.play_time) - minutesOf(formatClockNumber(offered.time)));
  const called = isLate(caller, now) && caller.called_at ? Date.parse(caller.called_at) : 0;
  return [
    called,
    caller.players === largestParty(offered.spots) ? 0 : 1,
    Math.floor(apart / STEP_MINUTES),
    -Math.floor(msSince(caller.created_at, now) / DAY_MS),
    -(caller.raw_worth ?? 0),
    caller.queue_position,
  ];
}

function whyOf(offered: OfferedTime, caller: WaitingCaller, now: Date): string {
  const days = Math.floor(msSince(caller.created_at, now) / DAY_MS);
  return [
    caller.players === largestParty(offered.spots) ? 'the whole time' : 'fits',
    `wanted ${caller.play_time}`,
    days > 0 && countWithNoun(days, 'day'),
    caller.has_card && 'card left',
    caller.raw_worth !== null && formatMoney(caller.raw_worth).replace(/\.00$/, ''),
    isLate(caller, now) && 'called recently',
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Sorts callers into the order in which to call them. Callers who cannot be offered the time come last, by their position in the
 * queue.
 */
export function rankCallers<C extends WaitingCaller>(
  offered: OfferedTime,
  callers: readonly C[],
  now: Date,
): (C & CallRank)[] {
  const wishes = callers.map((caller) => ({
    caller,
    hindered: whyNotOffered(offered, caller),
    places: placesOf(offered, caller, now),
  }));
  const callable = wishes
    .filter(({ hindered }) => hindered === null)
    .sort((one, other) => firstDifference(one.places, other.places))
    .map(({ caller }, at) => ({ ...caller, call_rank: at + 1, why: whyOf(offered, caller, now) }));
  const others = wishes
    .flatMap(({ caller, hindered }) =>
      hindered === null ? [] : [{ ...caller, call_rank: null, why: hindered }],
    )
    .sort((one, other) => one.queue_position - other.queue_position);
  return [...callable, ...others];
}
