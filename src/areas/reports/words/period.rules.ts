import { addDays, businessNow, dayOfWeek, formatMonthDay, WEEKDAYS } from '../../../contract/dates.ts';

/** A report's period: its first and last day, both inclusive, `YYYY-MM-DD`. */
export type Span = { start_date: string; end_date: string };
/** The date by which a report selects its tee times or ledger entries. */
export type DateBasis = 'play date' | 'day of creation, office time' | 'day of posting, office time';
export type DateType = 'Created' | 'Played';

/** Formats a day: `Nov 1 2026`. */
export const dayRead = (date: string): string => `${formatMonthDay(date)} ${date.slice(0, 4)}`;

/** Formats a period: `Nov 1 2026 to Nov 30 2026`, or a single day. */
export const spanRead = ({ start_date, end_date }: Span): string =>
  start_date === end_date ? dayRead(start_date) : `${dayRead(start_date)} to ${dayRead(end_date)}`;

export const period = (span: Span, way: DateBasis): string => `${spanRead(span)}, by ${way}`;

export const dateBasis = (type: DateType): DateBasis =>
  type === 'Played' ? 'play date' : 'day of creation, office time';

/** Formats an instant on the office's clock: `Dec 3 2026 10:00`. */
export function momentRead(instant: Date, timeZone: string): string {
  const { date, time } = businessNow(instant, timeZone);
  return `${dayRead(date)} ${time}`;
}

/** Returns the file name of a report's workbook: `ap-monthly_2026-11-01_2026-11-30.xlsx`. */
export const fileName = (report: string, ...days: string[]): string => `${[report, ...days].join('_')}.xlsx`;

/** Returns the Monday of the week that contains a day. */
export const mondayOf = (date: string): string => addDays(date, -WEEKDAYS.indexOf(dayOfWeek(date)));
