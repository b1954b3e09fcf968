import { formatDay, NO_DAY } from '../../../contract/dates.ts';
import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import { FIRST_DAY } from '../../sales/period.rules.ts';

/** A day up to today as people type it, `YYYY-MM-DD`; one to come where it can be nothing else, null for what is no day. */
export const parsePastDay = (text: string, today: string): string | null =>
  parseTypedDay(text, today, 'back');

/** Why what was typed is not a day to sum up; null where it is one. */
export function whyNoDay(typed: string, today: string): string | null {
  const read = parsePastDay(typed, today);
  if (read === null) return NO_DAY;
  if (read < FIRST_DAY) return `must be ${formatDay(FIRST_DAY)} or later`;
  return read > today ? 'must be today or earlier' : null;
}
