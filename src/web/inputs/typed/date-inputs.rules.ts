import { dayOfWeek, formatMonthDay, UNREADABLE_DAY_TEXT, WEEKDAYS } from '../../../contract/dates.ts';
import {
  parseTypedDay,
  normalizeTypedText,
  type DayParsingContext,
} from '../../../contract/typed/days-and-times.ts';

/** Matches the typed days that are counted from today: `yesterday`, `fri`, `+3`, `5`. */
const FROM_TODAY = /^(?:\+?\d{1,3}|[a-z]+)$/;

/**
 * Parses the typed last day of a date range. If the range's first day is known, a month and day without a year are the next
 * such day from the first day on.
 */
export function parseTypedLastDay(text: string, { today, lean }: DayParsingContext, first: string | null) {
  const day = parseTypedDay(text, today, lean);
  if (first === null || FROM_TODAY.test(normalizeTypedText(text))) return day;
  const after = parseTypedDay(text, first, 'ahead');
  const nearest = parseTypedDay(text, today, 'nearest');
  // A last day more than half a year after the first day is not meant: the person is about to edit the first day next.
  return first <= today && (after ?? '') > (nearest ?? '') ? day : after;
}

const WEEKDAY_AND_DATE = /^([a-z]{3,9})\.?,? (\S.*)$/;
const LONG_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Returns the error for a text that is not a day. If the typed weekday and date disagree, the error names the date's right
 * weekday.
 */
export function invalidDayMessage(text: string, { today, lean }: DayParsingContext): string {
  const [, weekday = '', rest = ''] = WEEKDAY_AND_DATE.exec(normalizeTypedText(text)) ?? [];
  const date = parseTypedDay(weekday, today) && parseTypedDay(rest, today, lean);
  if (date === null) return UNREADABLE_DAY_TEXT;
  const right = LONG_WEEKDAYS[WEEKDAYS.indexOf(dayOfWeek(date))] ?? '';
  return `${formatMonthDay(date)} ${date.slice(0, 4)} is a ${right}.`;
}
