import { addDays, businessNow, formatMonthDay } from '../../contract/dates.ts';

/**
 * Formats an instant in the business time zone: `Nov 20, 09:14`, with the year if the instant is more than ten months away.
 */
export function formatInstant(instant: string, timeZone: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const { date, time } = businessNow(at, timeZone);
  const today = new Date().toISOString().slice(0, 10);
  const near = date > addDays(today, -300) && date < addDays(today, 300);
  return `${formatMonthDay(date)}${near ? '' : ` ${date.slice(0, 4)}`}, ${time}`;
}
