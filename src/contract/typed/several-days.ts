import { addDays } from '../dates.ts';
import { dayRangeText, parseDayRange, type DayRange } from './day-ranges.ts';
import {
  parseDayWithYear,
  parseNamedDay,
  parseTypedDay,
  withoutTimeOfDay,
  type DayParsingContext,
} from './days-and-times.ts';
import type { DateDirection } from './date-direction.ts';

const YEAR = /^20\d\d$/;
const MONTH_NUMBER = /^(\d{1,2})[/-](20\d\d)$/;
const MONTH = /^([a-z]{3,9})\.?(?: (\d{4}))?$/;
// Matches a range with an open end, in words or with the signs of a spreadsheet: `>= 12/1`.
const OPEN = /^(?:(from |since |>=)|(after |>)|(until |till |<=)|(?:before |<)) ?(.+)$/;
const BETWEEN = ['..', ' to ', ' through ', ' thru ', ' - '];
// Matches `11/1-11/30`. A single hyphen between two days is tried last, because a single day may contain hyphens too.
const CLOSE_RANGE = /^([^-]+)-([^-]+)$/;

/**
 * Parses one day or a range of days, as people type them, into the form of the wire; null for any other text. It
 * accepts a day that `parseTypedDay` accepts, two of them with `to`, `..` or a hyphen between, `from dec 1`, `>= dec
 * 1`, `until dec 31`, `dec`, `december 2027`, `12/2027`, `2027`, `this week`, `next month`, `last month`. If the
 * second day has no year, it is the next such day after the first. If the second day is certain by itself (`today`,
 * `dec 5 2027`), the first is the last such day before it.
 */
export function parseTypedDays(text: string, today: string, lean: DateDirection = 'ahead'): string | null {
  const typed = withoutTimeOfDay(text);
  const from = { today, lean };
  const day = parseTypedDay(typed, today, lean);
  if (day !== null) return day;
  const days = parseDayRange(typed) ?? spanOf(typed, today) ?? monthOf(typed, from) ?? openOf(typed, from);
  const range = days ?? betweenOf(typed, from);
  return range && dayRangeText(range);
}

function betweenOf(typed: string, from: DayParsingContext): DayRange | null {
  const [first, second] = endsOf(typed);
  if (first + second === '') return null;
  if (isKnown(second, from.today) || (isDayOfMonth(first) && !isDayOfMonth(second)))
    return until(endOf(second, from), first, from);
  const begin = endOf(first, from);
  const end = endOf(second, begin ? { today: begin, lean: 'ahead' } : from);
  return begin === null || end === null ? null : { from: begin || null, to: end || null };
}

const isDayOfMonth = (typed: string): boolean => /^\d{1,2}$/.test(typed);
const isCounted = (typed: string, today: string): boolean =>
  typed.startsWith('+') || parseNamedDay(typed, today) !== null;

/** Returns true if a day is certain by itself, because it is counted from today or has its year. */
const isKnown = (typed: string, today: string): boolean =>
  parseNamedDay(typed, today) !== null || parseDayWithYear(typed) !== null;

// Returns the range that ends on a given day: `nov 1 to today`, `dec 1 - dec 5 2027`, `1-5 dec`.
function until(end: string | null, first: string, from: DayParsingContext): DayRange | null {
  if (end === null) return null;
  const begin = endOf(first, isCounted(first, from.today) ? from : { today: end, lean: 'back' });
  return begin === null ? null : { from: begin || null, to: end };
}

function endsOf(typed: string): [string, string] {
  const between = BETWEEN.find((sign) => ` ${typed} `.includes(sign));
  if (between === undefined) {
    const [, first = '', second = ''] = CLOSE_RANGE.exec(typed) ?? [];
    return [first.trim(), second.trim()];
  }
  const at = ` ${typed} `.indexOf(between);
  return [typed.slice(0, Math.max(0, at - 1)).trim(), typed.slice(at - 1 + between.length).trim()];
}

/** Parses the day at one end of a range, '' for an open end; null if the text is no day. */
const endOf = (typed: string, { today, lean }: DayParsingContext): string | null =>
  typed === '' ? '' : parseTypedDay(typed, today, lean);

function openOf(typed: string, { today, lean }: DayParsingContext): DayRange | null {
  const [, from, after, until, end = ''] = OPEN.exec(typed) ?? [];
  const day = end === '' ? null : parseTypedDay(end, today, lean);
  if (day === null) return null;
  if (from ?? after) return { from: from ? day : addDays(day, 1), to: null };
  return { from: null, to: until ? day : addDays(day, -1) };
}

/** Parses `this week` (from Monday to Sunday), `last month` and the like. */
function spanOf(typed: string, today: string): DayRange | null {
  const [, which, unit] = /^(this|next|last) (week|month)$/.exec(typed) ?? [];
  if (which === undefined) return null;
  const by = which === 'this' ? 0 : which === 'next' ? 1 : -1;
  if (unit === 'month') return wholeMonth(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + by);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, 7 * by - weekday);
  return { from: monday, to: addDays(monday, 6) };
}

const isMonth = (number: string): boolean => Number(number) >= 1 && Number(number) <= 12;

/**
 * Parses `dec`, `december 2027`, `12/2027`, `2027`; a month without a year is looked for in the field's direction and
 * may be the current one.
 */
function monthOf(typed: string, { today, lean }: DayParsingContext): DayRange | null {
  if (YEAR.test(typed)) return { from: `${typed}-01-01`, to: `${typed}-12-31` };
  const [, number, ofYear] = MONTH_NUMBER.exec(typed) ?? [];
  if (number !== undefined) return isMonth(number) ? wholeMonth(Number(ofYear), Number(number)) : null;
  const [, name, year] = MONTH.exec(typed) ?? [];
  if (name === undefined) return null;
  const first =
    year === undefined
      ? parseTypedDay(`${name} 1`, `${today.slice(0, 7)}-01`, lean)
      : parseTypedDay(`${name} 1 ${year}`, today);
  return first === null ? null : wholeMonth(Number(first.slice(0, 4)), Number(first.slice(5, 7)));
}

function wholeMonth(year: number, month: number): DayRange {
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) };
}
