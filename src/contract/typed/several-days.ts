import { addDays } from '../dates.ts';
import { daysText, readDays, type DayRange } from './day-ranges.ts';
import { parseTypedDay } from './days-and-times.ts';

const MONTH = /^([a-z]{3,9})\.?(?: (\d{4}))?$/;
const EITHER_END = /^(from|since|after|until|till|before) (.+)$/;
const TWO_DAYS = /^(.*?)(?:\.\.| to | - | – )(.*)$/;

/**
 * Reads one day or several as people type them into the wire's text, or null: whatever `parseTypedDay` reads, two of them with
 * `to`, `..` or ` - ` between, `from dec 1`, `until dec 31`, `dec`, `december 2027`, `this week`, `next month`, `last month`. A
 * second day without its year is the next such day after the first.
 */
export function parseTypedDays(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const range = readDays(typed) ?? spanOf(typed, today) ?? monthOf(typed, today);
  const ends = openOf(typed, today) ?? betweenOf(typed, today);
  const day = parseTypedDay(typed, today);
  const days = range ?? ends;
  return day ?? (days && daysText(days));
}

function betweenOf(typed: string, today: string): DayRange | null {
  const [, first = '', second = ''] = TWO_DAYS.exec(typed) ?? [];
  const from = endOf(first, today);
  const to = endOf(second, from || today);
  if (from === null || to === null || first + second === '') return null;
  return { from: from || null, to: to || null };
}

/** A day at one end of several, '' where that is open; null for what is no day. */
const endOf = (typed: string, today: string): string | null =>
  typed === '' ? '' : parseTypedDay(typed, today);

function openOf(typed: string, today: string): DayRange | null {
  const [, word, end = ''] = EITHER_END.exec(typed) ?? [];
  const day = word === undefined ? null : parseTypedDay(end, today);
  if (day === null) return null;
  if (word === 'from' || word === 'since') return { from: day, to: null };
  if (word === 'after') return { from: addDays(day, 1), to: null };
  return { from: null, to: word === 'before' ? addDays(day, -1) : day };
}

/** `this week` (from Monday to Sunday), `last month` and their kind. */
function spanOf(typed: string, today: string): DayRange | null {
  const [, which, unit] = /^(this|next|last) (week|month)$/.exec(typed) ?? [];
  if (which === undefined) return null;
  const by = which === 'this' ? 0 : which === 'next' ? 1 : -1;
  if (unit === 'month') return wholeMonth(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + by);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, 7 * by - weekday);
  return { from: monday, to: addDays(monday, 6) };
}

/** `dec`, `december 2027`: the next such month where no year is said, which may be this one. */
function monthOf(typed: string, today: string): DayRange | null {
  const [, name, year] = MONTH.exec(typed) ?? [];
  const first = name === undefined ? null : parseTypedDay(`${name} 1 ${year ?? today.slice(0, 4)}`, today);
  if (first === null) return null;
  const isOver = year === undefined && first.slice(0, 7) < today.slice(0, 7);
  return wholeMonth(Number(first.slice(0, 4)) + (isOver ? 1 : 0), Number(first.slice(5, 7)));
}

function wholeMonth(year: number, month: number): DayRange {
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) };
}
