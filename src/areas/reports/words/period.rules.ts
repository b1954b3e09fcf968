import { addDays, businessNow, dayOfWeek, formatMonthDay, WEEKDAYS } from '../../../contract/dates.ts';

/** A report's period: its first and last day, both inclusive, `YYYY-MM-DD`. */
export type ReportPeriod = { start_date: string; end_date: string };
/** The date by which a report selects its tee times or ledger entries. */
export type ReportDateBasis = 'play date' | 'day of creation, office time' | 'day of posting, office time';
export type ReportDateType = 'Created' | 'Played';

/** Formats a day: `Nov 1 2026`. */
export const formatDayWithYear = (date: string): string => `${formatMonthDay(date)} ${date.slice(0, 4)}`;

/** Formats a period: `Nov 1 2026 to Nov 30 2026`, or a single day. */
export const formatPeriod = ({ start_date, end_date }: ReportPeriod): string =>
  start_date === end_date
    ? formatDayWithYear(start_date)
    : `${formatDayWithYear(start_date)} to ${formatDayWithYear(end_date)}`;

export const reportPeriodText = (span: ReportPeriod, way: ReportDateBasis): string =>
  `${formatPeriod(span)}, by ${way}`;

export const reportDateBasis = (type: ReportDateType): ReportDateBasis =>
  type === 'Played' ? 'play date' : 'day of creation, office time';

/** Formats an instant on the office's clock: `Dec 3 2026 10:00`. */
export function formatMoment(instant: Date, timeZone: string): string {
  const { date, time } = businessNow(instant, timeZone);
  return `${formatDayWithYear(date)} ${time}`;
}

/** Returns the file name of a report's workbook: `ap-monthly_2026-11-01_2026-11-30.xlsx`. */
export const workbookFileName = (report: string, ...days: string[]): string =>
  `${[report, ...days].join('_')}.xlsx`;

/** Returns the Monday of the week that contains a day. */
export const mondayOfWeek = (date: string): string => addDays(date, -WEEKDAYS.indexOf(dayOfWeek(date)));
