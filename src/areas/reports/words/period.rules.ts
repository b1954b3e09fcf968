import { addDays, businessNow, dayOfWeek, formatMonthDay, WEEKDAYS } from '../../../contract/dates.ts';

/** Days of a report, both included, `YYYY-MM-DD`. */
export type Span = { start_date: string; end_date: string };
/** How a report decides which days are asked for. */
export type Way = 'play date' | 'day of creation, office time' | 'day of posting, office time';
export type DateType = 'Created' | 'Played';

/** `Nov 1 2026` */
export const dayRead = (date: string): string => `${formatMonthDay(date)} ${date.slice(0, 4)}`;

/** `Nov 1 2026 to Nov 30 2026`, or the one day. */
export const spanRead = ({ start_date, end_date }: Span): string =>
  start_date === end_date ? dayRead(start_date) : `${dayRead(start_date)} to ${dayRead(end_date)}`;

export const period = (span: Span, way: Way): string => `${spanRead(span)}, by ${way}`;

export const wayOf = (type: DateType): Way =>
  type === 'Played' ? 'play date' : 'day of creation, office time';

/** An instant on the office's clock: `Dec 3 2026 10:00`. */
export function momentRead(instant: Date, timeZone: string): string {
  const { date, time } = businessNow(instant, timeZone);
  return `${dayRead(date)} ${time}`;
}

/** `ap-monthly_2026-11-01_2026-11-30.xlsx` */
export const fileName = (report: string, ...days: string[]): string => `${[report, ...days].join('_')}.xlsx`;

/** The Monday of a day's week. */
export const mondayOf = (date: string): string => addDays(date, -WEEKDAYS.indexOf(dayOfWeek(date)));
