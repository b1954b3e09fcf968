import { dayOfWeek, formatMonthDay, NO_DAY, WEEKDAYS } from '../../../contract/dates.ts';
import { parseTypedDay, normalizedWords, type DayContext } from '../../../contract/typed/days-and-times.ts';

/** Matches the words and numbers that are counted from today: `yesterday`, `fri`, `+3`, `5`. */
const FROM_TODAY = /^(?:\+?\d{1,3}|[a-z]+)$/;

/**
 * Parses the last day of several, of which the first is `first` if it is known: a month and day without a year are the first
 * such day from there on.
 */
export function parseTypedLastDay(text: string, { today, lean }: DayContext, first: string | null) {
  const day = parseTypedDay(text, today, lean);
  if (first === null || FROM_TODAY.test(normalizedWords(text))) return day;
  const after = parseTypedDay(text, first, 'ahead');
  const nearest = parseTypedDay(text, today, 'nearest');
  // A day more than half a year ahead is not meant: the first day is edited next.
  return first <= today && (after ?? '') > (nearest ?? '') ? day : after;
}

const WEEKDAY_AND_DATE = /^([a-z]{3,9})\.?,? (\S.*)$/;
const LONG_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns the error for a text that is no day. It names the right weekday of a date that was typed with another one. */
export function dayError(text: string, { today, lean }: DayContext): string {
  const [, weekday = '', rest = ''] = WEEKDAY_AND_DATE.exec(normalizedWords(text)) ?? [];
  const date = parseTypedDay(weekday, today) && parseTypedDay(rest, today, lean);
  if (date === null) return NO_DAY;
  const right = LONG_WEEKDAYS[WEEKDAYS.indexOf(dayOfWeek(date))] ?? '';
  return `${formatMonthDay(date)} ${date.slice(0, 4)} is a ${right}.`;
}
