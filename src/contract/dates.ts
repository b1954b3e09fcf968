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

/** The weekday of a `YYYY-MM-DD` day. */
export function dayOfWeek(date: string): Weekday {
  // Day 0, 1970-01-01, was a Thursday.
  const day = WEEKDAYS[(((dayNumber(date) + 3) % 7) + 7) % 7];
  if (!day) throw new RangeError(`not a day: ${date}`);
  return day;
}

/** The day that lies so many days after (below 0: before) a `YYYY-MM-DD` day. */
export const addDays = (date: string, days: number): string => dateOf((dayNumber(date) + days) * DAY);

/** Whole days from one day to another: 1 from a day to the next one, below 0 when the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** A day without its year, as sentences name it: `Nov 1`. */
export function formatMonthDay(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''} ${Number(date.slice(8, 10))}`;
}

/** A day as lists show it: `Fri, Nov 20 2026`. */
export function formatDay(date: string): string {
  return `${dayOfWeek(date)}, ${formatMonthDay(date)} ${date.slice(0, 4)}`;
}

/** The month of a day: `November 2026`. */
export const formatMonth = (date: string): string =>
  new Date(utc(date)).toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A span of days as people read it: one day, or the first to the last; nothing where it has none yet. */
export function daysRead({ start_date, end_date }: { start_date: string; end_date: string }): string {
  if (start_date === '' || end_date === '') return '';
  return start_date === end_date
    ? formatDay(start_date)
    : `${formatDay(start_date)} to ${formatDay(end_date)}`;
}

const realDay = (year: number, month: number, day: number): string | null => {
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && dateOf(instant) === date ? date : null;
};

/** Whether it is a day of the calendar, written `YYYY-MM-DD`. */
export const isCalendarDay = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return realDay(Number(year), Number(month), Number(day)) === text;
};

// Eight years hold a February 29 even around a century that has none.
const nextSuchDay = (month: number, day: number, today: string): string | null => {
  const thisYear = Number(today.slice(0, 4));
  for (let year = thisYear; year <= thisYear + 8; year += 1) {
    const date = realDay(year, month, day);
    if (date && date >= today) return date;
  }
  return null;
};

const dayFrom = (month: number, day: number, year: string | undefined, today: string): string | null => {
  if (year === undefined) return nextSuchDay(month, day, today);
  return realDay(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
};

const MONTH_NAMES = 'january february march april may june july august september october november december';
const WEEKDAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday';
// Three letters or more of a name: `sept`, `thurs`.
const placeOf = (names: string, typed: string): number =>
  names.split(' ').findIndex((name) => typed.length >= 3 && name.startsWith(typed));
const isWeekdayOf = (date: string, typed: string): boolean =>
  WEEKDAYS[placeOf(WEEKDAY_NAMES, typed)] === dayOfWeek(date);

/** The days that are reckoned from today: `today`, `tomorrow`, `+3`, and a weekday's next one, which may be today. */
function dayFromToday(typed: string, today: string): string | null {
  if (typed === 'today') return today;
  if (typed === 'tomorrow') return addDays(today, 1);
  if (/^\+\d{1,3}$/.test(typed)) return addDays(today, Number(typed));
  const days = [0, 1, 2, 3, 4, 5, 6].map((ahead) => addDays(today, ahead));
  return days.find((date) => isWeekdayOf(date, typed)) ?? null;
}

// `dec 5`, `5 dec`, `5th of December`, with a weekday before and a year behind.
const WEEKDAY_BEFORE = /^(?:([a-z]{3,9})\.?,? )?/;
const MONTH_AND_DAY = /([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?/;
const DAY_AND_MONTH = /(\d{1,2})(?:st|nd|rd|th)? ?(?:of )?([a-z]{3,9})\.?/;
const YEAR_BEHIND = /(?:,? ?(\d{4}))?$/;
const NAMED_DAY = new RegExp(
  `${WEEKDAY_BEFORE.source}(?:${MONTH_AND_DAY.source}|${DAY_AND_MONTH.source})${YEAR_BEHIND.source}`,
);

/**
 * Reads a day as people say and type it into `YYYY-MM-DD`, or null for what is no day: `tomorrow`, `sat`, `+3`,
 * `2026-12-01`, `12/1/2026`, `12/01/26`, `Dec 4 2026`, `4 dec`, and as `formatDay` writes it. Without a year
 * (`dec 4`, `12/4`) it is the next such day from `today` on.
 */
export function parseTypedDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(typed);
  if (slashed) return dayFrom(Number(slashed[1]), Number(slashed[2]), slashed[3], today);
  return dayFromToday(typed, today) ?? namedDay(typed, today);
}

function namedDay(typed: string, today: string): string | null {
  const named = NAMED_DAY.exec(typed);
  if (!named) return null;
  const [, weekday, month, day, dayBefore, monthBehind = '', year] = named;
  const date = dayFrom(placeOf(MONTH_NAMES, month ?? monthBehind) + 1, Number(day ?? dayBefore), year, today);
  return date && (!weekday || isWeekdayOf(date, weekday)) ? date : null;
}

const TYPED_TIME = /^(?:(\d{1,2}):(\d{2})(?::[0-5]\d)?|(\d{1,2}?)(\d{2})|(\d{1,2}))(?: ?([ap])m?)?$/i;

/** Reads a time as people type it (`742`, `7:42`, `07:42:00`, `1930`, `7:42 pm`, `7`) into `HH:MM`, or null for no time. */
export function parseTypedTime(text: string): string | null {
  const typed = TYPED_TIME.exec(text.trim());
  if (!typed) return null;
  const hours = Number(typed[1] ?? typed[3] ?? typed[5]);
  const minutes = typed[2] ?? typed[4] ?? '00';
  const hour = typed[6] ? hourOfHalf(hours, typed[6].toLowerCase()) : hours;
  return hour === null || hour > 23 || Number(minutes) > 59 ? null : `${two(hour)}:${minutes}`;
}

function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** Whether this runtime knows a zone by that IANA name. */
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

export type Clock = { readonly date: string; readonly time: string };
let last: { minute: number; timeZone: string; clock: Clock } | undefined;

/** The wall clock of the business zone at an instant: `{ date: 'YYYY-MM-DD', time: 'HH:MM' }`, the same object for a minute. */
export function businessNow(instant: Date, timeZone: string): Clock {
  const minute = Math.floor(instant.getTime() / 60_000);
  if (last?.minute !== minute || last.timeZone !== timeZone) {
    const { date, time } = wallClock(instant.getTime(), timeZone);
    last = { minute, timeZone, clock: { date, time } };
  }
  return last.clock;
}

const offsetAt = (instant: number, timeZone: string): number => {
  const { date, time, seconds } = wallClock(instant, timeZone);
  return utc(date, time) + Number(seconds) * 1000 - Math.floor(instant / 1000) * 1000;
};

type Offsets = { before: number; after: number };
const offsets = new Map<string, Offsets>();
const MOST_OFFSETS = 2000;

/** What a zone is from UTC on either side of a day. A tee sheet asks for the same day a hundred times. */
function offsetsAround(date: string, timeZone: string): Offsets {
  const key = `${date} ${timeZone}`;
  const known = offsets.get(key);
  if (known) return known;
  // A zone is at most 14 hours from UTC, so these two lie on either side of a clock change on that day.
  const noon = utc(date, '12:00');
  const found = { before: offsetAt(noon - 2 * DAY, timeZone), after: offsetAt(noon + 2 * DAY, timeZone) };
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, found);
  return found;
}

/** The instant (ms) of a wall clock in a zone, the first of a time that happens twice; null where the clock jumps over it. */
export function exactInstantOf(date: string, time: string, timeZone: string): number | null {
  const asIfUtc = utc(date, time);
  const { before, after } = offsetsAround(date, timeZone);
  if (before === after) return asIfUtc - before;
  const readings = [asIfUtc - before, asIfUtc - after].filter((instant) => {
    const clock = wallClock(instant, timeZone);
    return clock.date === date && clock.time === time;
  });
  return readings.length > 0 ? Math.min(...readings) : null;
}

/** The same, where a time that the clock jumps over counts from the clock before the jump: it moves forward. */
export const instantOf = (date: string, time: string, timeZone: string): number =>
  exactInstantOf(date, time, timeZone) ?? utc(date, time) - offsetsAround(date, timeZone).before;

/**
 * Hours (with their fraction) from `now` until a play date and time on the wall clock of a zone; below 0 once
 * it has passed. Exact across clock changes: a time that happens twice is its first, one that is skipped moves forward.
 */
export function hoursUntil(playDate: string, playTime: string, now: Date, timeZone: string): number {
  return (instantOf(playDate, playTime.slice(0, 5), timeZone) - now.getTime()) / HOUR;
}
