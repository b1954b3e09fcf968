import { formatDay, UNREADABLE_DAY_TEXT } from '../../../contract/dates.ts';
import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import { EARLIEST_PERIOD_DAY } from '../../sales/period.rules.ts';

/**
 * Parses a typed day into `YYYY-MM-DD`, preferring days up to today; returns a later day only if the text can mean nothing else,
 * and null if it is no day.
 */
export const parsePastDay = (text: string, today: string): string | null =>
  parseTypedDay(text, today, 'back');

const ONE_DAY = `${UNREADABLE_DAY_TEXT}: its month is shown too`;

/** Returns why the typed text is no day whose figures can be shown; null if it is one. */
export function whyInvalidDay(typed: string, today: string): string | null {
  const read = parsePastDay(typed, today);
  if (read === null) return ONE_DAY;
  if (read < EARLIEST_PERIOD_DAY) return `must be ${formatDay(EARLIEST_PERIOD_DAY)} or later`;
  return read > today ? 'must be today or earlier' : null;
}
