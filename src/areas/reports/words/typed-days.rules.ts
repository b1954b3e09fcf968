import { parseDayRange } from '../../../contract/typed/day-ranges.ts';
import { parseTypedDays } from '../../../contract/typed/several-days.ts';
import { isDay, type ReportParameters } from '../screens/report-screens.rules.ts';

/** The pairs of fields that are the first and the last day of a period. */
const PERIODS = [
  ['start_date', 'end_date'],
  ['compare_start_date', 'compare_end_date'],
] as const;

/**
 * Returns the parameters to change after the user typed in a field. Several days (`nov 1 - nov 15`, `last month`) in either
 * field of a period set both fields.
 */
export function parametersAfterTyping<Name extends keyof ReportParameters>(
  name: Name,
  value: ReportParameters[Name],
  today: string,
): Partial<ReportParameters> {
  const period = PERIODS.find((fields) => fields.some((field) => field === name));
  const days = typeof value === 'string' && !isDay(value) ? parseTypedDays(value, today, 'back') : null;
  // A single day followed by a time of day, as e-mails and spreadsheets write it, sets this field only.
  if (days !== null && isDay(days)) return { [name]: days };
  const { from, to } = parseDayRange(days ?? '') ?? { from: null, to: null };
  if (!period || !from || !to) return { [name]: value };
  const [first, last] = period;
  return { [first]: from, [last]: to };
}
