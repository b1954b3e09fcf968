import { dayOfWeek, daysBetween, formatMonthDay, WEEKDAYS } from '../../../contract/dates.ts';

export type RateRange = {
  id: number;
  golf_rate_id: number;
  start: string;
  end: string;
  /** The first time of the range, `HH:MM`; empty or null means the start of the day. */
  time_start: string | null;
  /** The end of the range, `HH:MM`, exclusive; empty or null means the end of the day. */
  time_end: string | null;
  /** The days that the range covers: `Mon` to `Sun`, `M` for the course's maintenance windows, `H` for its holidays. */
  rate_days: readonly string[];
};

/** The terms of a rate; amounts are cents per player. */
export type PricedRate = {
  id: number;
  type: 'RicGolfRate' | 'ApiGolfRate';
  raw_rate: number;
  raw_deposit: number;
  raw_service_fee: number;
  raw_wholesale_rate: number;
  raw_max_refund: number;
  raw_non_refundable: number;
  raw_course_balance: number;
  cancel_hours: number;
  max_advance_days: number;
  /** The commission in cents, if the flag below is true; otherwise in hundredths of a percent. */
  raw_commission: number;
  is_commission_dollars: boolean;
  raw_golfswitch_commission: number;
  is_golfswitch_commission_dollars: boolean;
  is_dynamic_greater: boolean;
  disabled: boolean;
  archived: boolean;
  rate_date_ranges: readonly RateRange[];
};

/** The fields of a rate that decide which rate is chosen. */
export type RateCandidate = Pick<
  PricedRate,
  | 'id'
  | 'type'
  | 'raw_rate'
  | 'max_advance_days'
  | 'is_dynamic_greater'
  | 'disabled'
  | 'archived'
  | 'rate_date_ranges'
>;

export type TeeTimeToMatch = {
  play_date: string;
  play_time: string;
  /** The number of players does not affect the choice; it is accepted because screens pass whole tee times. */
  players?: number | undefined;
  /** The current day in the business time zone, on which the tee time would be booked. */
  today: string;
  isHoliday: boolean;
  isMaintenance: boolean;
};

type Match<R> = { rate: R; range: RateRange; kind: number };

/** The kinds of day that a date range may match, the least specific first. */
const KINDS_OF_DAY = ['weekday', 'maintenance', 'holiday'] as const;
type KindOfDay = (typeof KINDS_OF_DAY)[number];

/**
 * The chosen rate and its date range, the kind of day that the range matched, and the price of the other type's rate in cents,
 * if one covers the tee time too.
 */
export type ChosenRateOf<R> = {
  rate: R;
  range: RateRange;
  why: string;
  kind_of_day: KindOfDay;
  raw_other_rate: number | null;
};

/** Returns the rate that covers a tee time, with its date range and a sentence that gives the reason; null if none does. */
export function chooseRate<R extends RateCandidate>(
  rates: readonly R[],
  round: TeeTimeToMatch,
): ChosenRateOf<R> | null {
  const matches = rates.filter((rate) => isOpen(rate, round)).flatMap((rate) => matchesOf(rate, round));
  const own = mostSpecific(matches.filter(({ rate }) => rate.type === 'RicGolfRate'));
  const api = mostSpecific(matches.filter(({ rate }) => rate.type === 'ApiGolfRate'));
  const chosen = own && api ? (isOwnPreferred(own, api) ? own : api) : (own ?? api);
  if (!chosen) return null;
  const why = [rangeSentence(chosen.range), daySentence(round), own && api ? typeSentence(chosen) : ''];
  return {
    rate: chosen.rate,
    range: chosen.range,
    why: why.filter(Boolean).join(' '),
    kind_of_day: KINDS_OF_DAY[chosen.kind - 1] ?? 'weekday',
    raw_other_rate: (chosen === own ? api : own)?.rate.raw_rate ?? null,
  };
}

function isOpen(rate: RateCandidate, { today, play_date }: TeeTimeToMatch): boolean {
  const tooFar = rate.max_advance_days > 0 && daysBetween(today, play_date) > rate.max_advance_days;
  return !rate.disabled && !rate.archived && !tooFar;
}

function matchesOf<R extends RateCandidate>(rate: R, round: TeeTimeToMatch): Match<R>[] {
  return rate.rate_date_ranges
    .filter((range) => coversTime(range, round))
    .map((range) => ({ rate, range, kind: kindOf(range, round) }))
    .filter(({ kind }) => kind > 0);
}

// The database may return times with seconds. Only HH:MM is compared, because as text 12:00 sorts before 12:00:00.
const opens = (range: RateRange): string => range.time_start?.slice(0, 5) || '00:00';
const closes = (range: RateRange): string => range.time_end?.slice(0, 5) || '24:00';

function coversTime(range: RateRange, round: TeeTimeToMatch): boolean {
  const time = round.play_time.slice(0, 5);
  const onDay = range.start <= round.play_date && round.play_date <= range.end;
  return onDay && opens(range) <= time && time < closes(range);
}

/**
 * Returns the rank of the kind of day for which a date range covers a day: holiday 3, maintenance 2, weekday 1; 0 if it does
 * not.
 */
function kindOf({ rate_days }: RateRange, { play_date, isHoliday, isMaintenance }: TeeTimeToMatch): number {
  if (isHoliday && rate_days.includes('H')) return 3;
  if (isMaintenance && rate_days.includes('M')) return 2;
  return rate_days.includes(dayOfWeek(play_date)) ? 1 : 0;
}

function mostSpecific<R>(matches: readonly Match<R>[]): Match<R> | undefined {
  return [...matches].sort(
    (a, b) =>
      b.kind - a.kind ||
      daysLong(a.range) - daysLong(b.range) ||
      minutesLong(a.range) - minutesLong(b.range) ||
      b.range.id - a.range.id,
  )[0];
}

const daysLong = (range: RateRange): number => daysBetween(range.start, range.end);
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const minutesLong = (range: RateRange): number => minuteOf(closes(range)) - minuteOf(opens(range));

const isOwnPreferred = <R extends RateCandidate>(own: Match<R>, api: Match<R>): boolean =>
  api.rate.is_dynamic_greater && own.rate.raw_rate < api.rate.raw_rate;

function rangeSentence(range: RateRange): string {
  // The years are shown only if the range is so long that month and day alone would be ambiguous.
  const yearOf = (date: string): string => (daysLong(range) >= 365 ? ` ${date.slice(0, 4)}` : '');
  const dates = [range.start, range.end].map((date) => formatMonthDay(date) + yearOf(date)).join(' to ');
  return `Range ${dates}, ${[daysText(range.rate_days), timesText(range)].filter(Boolean).join(' ')}.`;
}

function daysText(days: readonly string[]): string {
  const listed = WEEKDAYS.filter((day) => days.includes(day));
  const [first, last] = [listed[0], listed.at(-1)];
  const isRun = first && last && WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === listed.length - 1;
  const weekdays = isRun && listed.length > 2 ? `${first} to ${last}` : listed.join(', ');
  const kinds = [days.includes('M') ? 'maintenance' : '', days.includes('H') ? 'holidays' : ''];
  return [listed.length === 7 ? 'every day' : weekdays, ...kinds].filter(Boolean).join(', ');
}

function timesText(range: RateRange): string {
  const [from, until] = [opens(range), closes(range)];
  if (from === '00:00') return until === '24:00' ? '' : `before ${until}`;
  return until === '24:00' ? `from ${from} on` : `${from} to ${until}`;
}

const daySentence = ({ isHoliday, isMaintenance }: TeeTimeToMatch): string =>
  `${isHoliday ? 'A holiday' : 'Not a holiday'}, ${isMaintenance ? 'in maintenance' : 'no maintenance'}.`;

const typeSentence = ({ rate }: Match<RateCandidate>): string =>
  rate.type === 'ApiGolfRate'
    ? 'The API rate goes before the RIC rate.'
    : 'The RIC rate is lower than the API rate.';

/** Returns the suggested charge for the whole party, in cents. */
export function suggestedChargeCents(
  rate: Pick<PricedRate, 'raw_rate' | 'raw_service_fee'>,
  players: number,
): number {
  return (rate.raw_rate + rate.raw_service_fee) * players;
}

/** Returns the amount owed to the course for the whole party, in cents; 0 without a rate. */
export function courseCostCents(
  rate: Pick<PricedRate, 'raw_wholesale_rate'> | null,
  players: number,
): number {
  return rate ? rate.raw_wholesale_rate * players : 0;
}
