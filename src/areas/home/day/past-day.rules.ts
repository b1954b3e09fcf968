import { addDays, parseTypedDay } from '../../../contract/dates.ts';

const A_YEAR = 365;
/**
 * A day up to today as people type it, `YYYY-MM-DD`: what may be several days is the last of them, so that `nov 20` and `fri`
 * have been. One to come where it can be nothing else, null for what is no day.
 */
export function parsePastDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === 'yesterday') return addDays(today, -1);
  const next = parseTypedDay(typed, today);
  if (next === null || next <= today || typed === 'tomorrow' || typed.startsWith('+')) return next;
  const lastWeek = parseTypedDay(typed, addDays(today, -6));
  if (lastWeek !== null && lastWeek <= today) return lastWeek;
  const lastYear = parseTypedDay(typed, addDays(today, 1 - A_YEAR));
  return lastYear !== null && lastYear <= today ? lastYear : next;
}
