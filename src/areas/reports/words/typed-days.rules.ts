import { readDays } from '../../../contract/typed/day-ranges.ts';
import { parseTypedDays } from '../../../contract/typed/several-days.ts';
import { isDay, type Values } from '../screens/report-screens.rules.ts';

/** The fields of the first and the last day of each period. */
const PERIODS = [
  ['start_date', 'end_date'],
  ['compare_start_date', 'compare_end_date'],
] as const;

/**
 * Returns the values that a typed value changes: several days (`nov 1 - nov 15`, `last month`) in either field of a period set
 * both of them.
 */
export function changedBy<Name extends keyof Values>(
  name: Name,
  value: Values[Name],
  today: string,
): Partial<Values> {
  const period = PERIODS.find((fields) => fields.some((field) => field === name));
  const days = typeof value === 'string' && !isDay(value) ? parseTypedDays(value, today, 'back') : null;
  // A day with a time behind it, as mails and spreadsheets write it.
  if (days !== null && isDay(days)) return { [name]: days };
  const { from, to } = readDays(days ?? '') ?? { from: null, to: null };
  if (!period || !from || !to) return { [name]: value };
  const [first, last] = period;
  return { [first]: from, [last]: to };
}
