import { addDays, dayOfWeek, daysBetween, calendarDayOrNull, WEEKDAYS } from '../dates.ts';
import { cleanTypedText } from './clean-typed.ts';
import type { DateDirection } from './date-direction.ts';

const two = (text: string | number): string => String(text).padStart(2, '0');

/** The context in which a typed day is parsed: today, and the direction in which a day without a year is looked for. */
export type DayParsingContext = { today: string; lean: DateDirection };

/** The days from today in the order in which a direction tries them, as offsets; today is first. */
const OFFSETS: Record<DateDirection, (step: number) => number> = {
  ahead: (step) => step,
  back: (step) => -step,
  nearest: (step) => (step % 2 === 1 ? (step + 1) / 2 : -step / 2),
};

// Any eight years in a row contain a February 29, even around a century without one, so eight in each direction are enough.
const YEARS = Array.from({ length: 17 }, (_, at) => at - 8);
function suchDay(month: number, day: number, { today, lean }: DayParsingContext): string | null {
  const thisYear = Number(today.slice(0, 4));
  const days = YEARS.map((years) => calendarDayOrNull(thisYear + years, month, day)).filter(
    (date) => date !== null,
  );
  const next = days.find((date) => date >= today) ?? null;
  const last = days.findLast((date) => date <= today) ?? null;
  if (lean === 'ahead' || last === null) return next;
  if (lean === 'back' || next === null) return last;
  return daysBetween(today, next) <= daysBetween(last, today) ? next : last;
}

const dayFrom = (
  month: number,
  day: number,
  year: string | undefined,
  from: DayParsingContext,
): string | null => {
  if (year === undefined) return suchDay(month, day, from);
  return calendarDayOrNull(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
};

const MONTH_NAMES = 'january february march april may june july august september october november december';
const WEEKDAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday';
// Finds a name by at least three of its first letters: `sept`, `thurs`.
const placeOf = (names: string, typed: string): number =>
  names.split(' ').findIndex((name) => typed.length >= 3 && name.startsWith(typed));
const isWeekdayOf = (date: string, typed: string): boolean =>
  WEEKDAYS[placeOf(WEEKDAY_NAMES, typed)] === dayOfWeek(date);

// From one 31st to the next there are at most two months; the steps may alternate between both directions.
const MOST_STEPS = 2 * 62;

/**
 * Returns the number of a month by its name or at least its first three letters, in lower case (`dec`, `sept`); 0 for
 * any other text.
 */
export const monthNumberOfName = (name: string): number => placeOf(MONTH_NAMES, name) + 1;

/** Parses `yesterday`, `today` and `tomorrow`, or at least their first three letters; null for any other text. */
export function parseNamedDay(typed: string, today: string): string | null {
  const near = placeOf('yesterday today tomorrow', typed);
  return near < 0 ? null : addDays(today, near - 1);
}

const DAY_OF_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?$/;

/**
 * Parses a day that is counted from today: `today`, `tom`, `yesterday`, `+3`, and a weekday (`sat`) or day of a month
 * (`5`, `5th`) in the field's direction, which may be today.
 */
function dayFromToday(typed: string, { today, lean }: DayParsingContext): string | null {
  const near = parseNamedDay(typed, today);
  if (near !== null) return near;
  if (/^\+\d{1,3}$/.test(typed)) return addDays(today, Number(typed));
  const [, dayOfMonth] = DAY_OF_MONTH.exec(typed) ?? [];
  if (dayOfMonth === undefined && placeOf(WEEKDAY_NAMES, typed) < 0) return null;
  const isMeant = (date: string) =>
    dayOfMonth === undefined ? isWeekdayOf(date, typed) : date.slice(8) === two(dayOfMonth);
  const days = Array.from({ length: MOST_STEPS }, (_, step) => addDays(today, OFFSETS[lean](step)));
  return days.find(isMeant) ?? null;
}

// Match `dec 5`, `5 dec`, `5th of December`, which a year may follow.
const MONTH_AND_DAY = /([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?/;
const DAY_AND_MONTH = /(\d{1,2})(?:st|nd|rd|th)? ?(?:of )?([a-z]{3,9})\.?/;
// Matches a year at the end. A year of two digits needs a sign or a blank before it, because otherwise `dec 126` would
// be a day too.
const YEAR_BEHIND = /(?:,? ?(\d{4})|(?:,? ?['’]|, ?| )(\d\d))?$/;
const NAMED_DAY = new RegExp(`^(?:${MONTH_AND_DAY.source}|${DAY_AND_MONTH.source})${YEAR_BEHIND.source}`);

// Matches a day as spreadsheets write it: `5-Dec`, `05-Dec-26`.
const SPREADSHEET_DAY = /^(\d{1,2})-([a-z]{3,9})(?:-(\d{4}|\d\d))?$/;

// Match `12/5`, `12-5-26`, and without separators `1205`, `120526`.
const NUMBERS = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d\d))?$/;
const CLOSE_NUMBERS = /^(\d\d)()(\d\d)(\d{4}|\d\d)?$/;

const WEEKDAY_BEFORE = /^([a-z]{3,9})\.?,? (?=\S)/;
/** The most letters of a typed day or time. */
const LONGEST = 80;

// Matches the time of a pasted instant, which is removed to find the day: `Nov 28, 18:12` as a list shows it, `11/28
// 6:12 PM`, `2026-11-28T18:12:00Z`.
const TIME_BEHIND = /,?[ t]\d{1,2}:[\d:.]{2,15}z?(?: ?[ap]\.?m\.?)?$/;
/** Returns the day of a pasted instant, in the form that the parsers of days accept. */
export const withoutTimeOfDay = (text: string): string => normalizeTypedText(text).replace(TIME_BEHIND, '');

/** Returns typed text in the form that the parsers of days and times accept; '' if the text is too long to be a day or time. */
export const normalizeTypedText = (text: string): string =>
  text.length > LONGEST ? '' : cleanTypedText(text).toLowerCase();

/**
 * Parses a day as people say and type it into `YYYY-MM-DD`; null if the text is no day. Examples: `tomorrow`, `sat`,
 * `+3`, `2026-12-01`, `12/1/2026`, `12-1-26`, `1201`, `Dec 4 2026`, `4 dec`, `Sat 12/5`, and the form of `formatDay`.
 * Without a year (`dec 4`, `12/4`, `1204`), or also without a month (`4`), the result is the first such day in the
 * direction of `lean`; today counts.
 */
export function parseTypedDay(text: string, today: string, lean: DateDirection = 'ahead'): string | null {
  const typed = normalizeTypedText(text);
  const from = { today, lean };
  const [before = '', weekday = ''] = WEEKDAY_BEFORE.exec(typed) ?? [];
  if (placeOf(WEEKDAY_NAMES, weekday) < 0) return dateIn(typed, from) ?? dayFromToday(typed, from);
  const date = dateIn(typed.slice(before.length), from);
  return date && isWeekdayOf(date, weekday) ? date : null;
}

/** Parses a day that is typed with its year, so that it does not depend on today; null for any other text. */
export function parseDayWithYear(text: string): string | null {
  const day = parseTypedDay(text, '2000-01-01');
  return day === parseTypedDay(text, '2040-02-02') ? day : null;
}

/** Parses a day that is typed with its month. */
function dateIn(typed: string, from: DayParsingContext): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return calendarDayOrNull(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, month, , day, year] = NUMBERS.exec(typed) ?? CLOSE_NUMBERS.exec(typed) ?? [];
  if (month) return dayFrom(Number(month), Number(day), year, from);
  const [, ownDay, ownMonth, ownYear] = SPREADSHEET_DAY.exec(typed) ?? [];
  if (ownMonth) return dayFrom(monthNumberOfName(ownMonth), Number(ownDay), ownYear, from);
  const named = NAMED_DAY.exec(typed);
  if (!named) return null;
  const [, name, dayBehind, dayBefore, nameBehind = '', year4, year2] = named;
  return dayFrom(monthNumberOfName(name ?? nameBehind), Number(dayBehind ?? dayBefore), year4 ?? year2, from);
}

// Seconds are accepted only after colons, because `7.42.10` may mean anything. A semicolon counts as a colon that was
// typed without Shift.
const TYPED_TIME = /^(\d{1,2}?)(?:[:;.]?(\d{2})|:(\d{2}):[0-5]\d)?(?: ?([ap])(?:\.? ?m)?\.?)?$/;
const NAMED_TIMES = new Map([
  ['midnight', '00:00'],
  ['noon', '12:00'],
]);

/**
 * Parses a time as people type it (`742`, `7:42`, `7.42`, `7;42`, `07:42:00`, `1930`, `7:42 pm`, `7:42 a.m.`, `7`,
 * `noon`, `midnight`) into `HH:MM`; null if the text is no time.
 */
export function parseTypedTime(text: string): string | null {
  const meant = normalizeTypedText(text);
  const typed = TYPED_TIME.exec(meant);
  if (!typed) return NAMED_TIMES.get(meant) ?? null;
  const [, hours, minutes = typed[3] ?? '00', , half] = typed;
  const hour = half ? hourOfHalf(Number(hours), half) : Number(hours);
  return hour === null || hour > 23 || Number(minutes) > 59 ? null : `${two(hour)}:${minutes}`;
}

function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
