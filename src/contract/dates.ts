export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = 86_400_000;
const HOUR = 3_600_000;

const utc = (date: string, time = '00:00'): number => {
  const instant = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(instant)) throw new RangeError(`not a day and time: ${date} ${time}`);
  return instant;
};
const dayNumber = (date: string): number => Math.floor(utc(date) / DAY);
const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const two = (text: string | number): string => String(text).padStart(2, '0');

/** Returns the weekday of a `YYYY-MM-DD` day. */
export function dayOfWeek(date: string): Weekday {
  // Day 0, 1970-01-01, was a Thursday.
  const day = WEEKDAYS[(((dayNumber(date) + 3) % 7) + 7) % 7];
  if (!day) throw new RangeError(`not a day: ${date}`);
  return day;
}

/** Returns the day that is so many days after a `YYYY-MM-DD` day; before it for a number below 0. */
export const addDays = (date: string, days: number): string => dateOf((dayNumber(date) + days) * DAY);

/** Returns the number of days from one day to another: 1 from a day to the next one, below 0 if the second day is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** Returns a day without its year, for a sentence: `Nov 1`. */
export function formatMonthDay(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''} ${Number(date.slice(8, 10))}`;
}

/** Formats a day for lists: `Fri, Nov 20 2026`. */
export function formatDay(date: string): string {
  return `${dayOfWeek(date)}, ${formatMonthDay(date)} ${date.slice(0, 4)}`;
}

/** The error for a text that is no day: an example as the fields show one, and a format that every parser of days accepts. */
export const UNREADABLE_DAY_TEXT = 'must be a date like Sat, Dec 5 2026 or 12/05/2026 (MM/DD/YYYY)';

/** Returns the month of a day: `November 2026`. */
export const formatMonth = (date: string): string =>
  new Date(utc(date)).toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Describes a range of days: one day, or the first and the last; '' while an end is missing. */
export function daySpanText({ start_date, end_date }: { start_date: string; end_date: string }): string {
  if (start_date === '' || end_date === '') return '';
  return start_date === end_date
    ? formatDay(start_date)
    : `${formatDay(start_date)} to ${formatDay(end_date)}`;
}

/** Returns a calendar day as `YYYY-MM-DD`, or null if there is no such day. */
export const calendarDayOrNull = (year: number, month: number, day: number): string | null => {
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && dateOf(instant) === date ? date : null;
};

/** Returns true for a calendar day written as `YYYY-MM-DD`. */
export const isCalendarDay = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return calendarDayOrNull(Number(year), Number(month), Number(day)) === text;
};

/** Returns true if this runtime knows a time zone by that IANA name. */
export const isTimeZone = (name: string): boolean =>
  name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name);

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  const clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...parts,
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  clocks.set(timeZone, clock);
  return clock;
};

const wallClock = (instant: number, timeZone: string): { date: string; time: string; seconds: string } => {
  const read = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => read.get(name) ?? '';
  return {
    date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
    seconds: part('second'),
  };
};

export type LocalDateTime = { readonly date: string; readonly time: string };
let last: { minute: number; timeZone: string; clock: LocalDateTime } | undefined;

/**
 * Returns the date and time of day in a time zone at an instant: `{ date: 'YYYY-MM-DD', time: 'HH:MM' }`. Both are computed
 * once a minute.
 */
export function businessNow(instant: Date, timeZone: string): LocalDateTime {
  const minute = Math.floor(instant.getTime() / 60_000);
  if (last?.minute !== minute || last.timeZone !== timeZone) {
    const { date, time } = wallClock(instant.getTime(), timeZone);
    last = { minute, timeZone, clock: { date, time } };
  }
  return last.clock;
}

/** Returns a time zone's offset from UTC at an instant; both in milliseconds. */
export const utcOffsetAt = (instant: number, timeZone: string): number => {
  const { date, time, seconds } = wallClock(instant, timeZone);
  return utc(date, time) + Number(seconds) * 1000 - Math.floor(instant / 1000) * 1000;
};

type Offsets = { before: number; after: number };
const offsets = new Map<string, Offsets>();
const MOST_OFFSETS = 2000;

/**
 * Returns the UTC offsets of a time zone before and after a day. They are cached, because a tee sheet asks for the
 * same day a hundred times.
 */
function offsetsAround(date: string, timeZone: string): Offsets {
  const key = `${date} ${timeZone}`;
  const known = offsets.get(key);
  if (known) return known;
  // A time zone is at most 14 hours from UTC, so these two instants lie before and after any clock change on that day.
  const noon = utc(date, '12:00');
  const found = {
    before: utcOffsetAt(noon - 2 * DAY, timeZone),
    after: utcOffsetAt(noon + 2 * DAY, timeZone),
  };
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, found);
  return found;
}

/**
 * Returns the instant (ms) of a date and time of day in a time zone; the first one if the time occurs twice, null if
 * a clock change skips the time.
 */
export function exactLocalInstant(date: string, time: string, timeZone: string): number | null {
  const asIfUtc = utc(date, time);
  const { before, after } = offsetsAround(date, timeZone);
  if (before === after) return asIfUtc - before;
  const readings = [asIfUtc - before, asIfUtc - after].filter((instant) => {
    const clock = wallClock(instant, timeZone);
    return clock.date === date && clock.time === time;
  });
  return readings.length > 0 ? Math.min(...readings) : null;
}

/**
 * Returns the instant (ms) of a date and time of day in a time zone; a time that a clock change skips moves forward,
 * e.g. from 02:30 to 03:30.
 */
export const localInstant = (date: string, time: string, timeZone: string): number =>
  exactLocalInstant(date, time, timeZone) ?? utc(date, time) - offsetsAround(date, timeZone).before;

/**
 * Returns the hours (with a fraction) from `now` until a play date and time in a time zone; below 0 once the time has
 * passed. Exact across clock changes: if the time occurs twice, the first one counts; a time that is skipped moves
 * forward.
 */
export function hoursUntilLocalTime(playDate: string, playTime: string, now: Date, timeZone: string): number {
  return (localInstant(playDate, playTime.slice(0, 5), timeZone) - now.getTime()) / HOUR;
}
