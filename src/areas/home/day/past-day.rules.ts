import { addDays, formatDay, NO_DAY } from '../../../contract/dates.ts';
import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import { FIRST_DAY } from '../../sales/period.rules.ts';

// A weekday comes again in a week, the day of a month in one month or in two, a day of the year in a year.
const AGO = [6, 30, 61, 364];
/**
 * A day up to today as people type it, `YYYY-MM-DD`: what may be several days is the last of them, so that `nov 20` and `fri`
 * have been. One to come where it can be nothing else, null for what is no day.
 */
export function parsePastDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === 'yesterday') return addDays(today, -1);
  const next = parseTypedDay(typed, today);
  if (next === null || next <= today || /^(tom|\+)/.test(typed)) return next;
  const before = AGO.map((days) => parseTypedDay(typed, addDays(today, -days)));
  return before.find((day) => day !== null && day <= today) ?? next;
}

/** Why what was typed is not a day to sum up; null where it is one. */
export function whyNoDay(typed: string, today: string): string | null {
  const read = parsePastDay(typed, today);
  if (read === null) return NO_DAY;
  if (read < FIRST_DAY) return `must be ${formatDay(FIRST_DAY)} or later`;
  return read > today ? 'must be today or earlier' : null;
}
