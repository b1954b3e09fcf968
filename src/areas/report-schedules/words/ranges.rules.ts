import { addDays, dayOfWeek, WEEKDAYS } from '../../../contract/dates.ts';
import type { ReportPeriod } from '../../reports/words/period.rules.ts';
import type { ReportScreen, ReportParameters } from '../../reports/screens/report-screens.rules.ts';
import type { ScheduledParameters, ReportComparison, ReportRange } from '../report-schedules.contract.ts';

export const REPORT_RANGE_WORDS: Record<ReportRange, string> = {
  yesterday: 'Yesterday',
  last_week: 'Last week, Monday to Sunday',
  last_month: 'Last month',
  this_month: 'This month so far',
  this_year: 'This year so far',
  all_dates: 'All dates',
};
export const REPORT_COMPARISON_WORDS: Record<ReportComparison, string> = {
  year_before: 'The same a year before',
  period_before: 'The period before',
};

const firstOf = (date: string): string => `${date.slice(0, 7)}-01`;
const lastOf = (date: string): string => addDays(addMonths(firstOf(date), 1), -1);

/**
 * Returns the same day of the month so many months later (below 0: earlier), or the last day of a month that is too short for
 * it.
 */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1 + months, 1));
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, days));
  return at.toISOString().slice(0, 10);
}

/** Returns the days of a range, relative to a day in the office's time zone; null for all dates. */
export function periodOfRange(range: ReportRange, today: string): ReportPeriod | null {
  if (range === 'yesterday') return { start_date: addDays(today, -1), end_date: addDays(today, -1) };
  if (range === 'last_week') {
    const monday = addDays(today, -WEEKDAYS.indexOf(dayOfWeek(today)) - 7);
    return { start_date: monday, end_date: addDays(monday, 6) };
  }
  if (range === 'last_month') {
    const first = addMonths(firstOf(today), -1);
    return { start_date: first, end_date: lastOf(first) };
  }
  if (range === 'this_month') return { start_date: firstOf(today), end_date: today };
  if (range === 'this_year') return { start_date: `${today.slice(0, 4)}-01-01`, end_date: today };
  return null;
}

// The distance from each range to the range before it. A whole month is compared with a whole month, whatever their lengths.
const BEFORE: Record<ReportRange, { days: number } | { months: number }> = {
  yesterday: { days: 1 },
  last_week: { days: 7 },
  last_month: { months: 1 },
  this_month: { months: 1 },
  this_year: { months: 12 },
  all_dates: { days: 0 },
};

/** Returns the days with which a range of days is compared. */
export function comparisonPeriod(
  range: ReportRange,
  comparison: ReportComparison,
  span: ReportPeriod,
): ReportPeriod {
  const before = comparison === 'year_before' ? { months: 12 } : BEFORE[range];
  const moved = (date: string): string =>
    'days' in before ? addDays(date, -before.days) : addMonths(date, -before.months);
  const start_date = moved(span.start_date);
  return { start_date, end_date: range === 'last_month' ? lastOf(start_date) : moved(span.end_date) };
}

/** Returns the ranges that a report's schedule can have: none for a report without days. */
export function reportRanges({ asks }: Pick<ReportScreen, 'asks'>): readonly ReportRange[] {
  if (asks.includes('month')) return ['last_month', 'this_month'];
  if (!asks.includes('span')) return [];
  const days: ReportRange[] = ['yesterday', 'last_week', 'last_month', 'this_month', 'this_year'];
  return asks.includes('all_dates') ? [...days, 'all_dates'] : days;
}

const NO_DAYS = { start_date: null, end_date: null } as const;

/**
 * Returns the parameters of a scheduled report when it runs on a given day in the office's time zone; null `courses` means all.
 */
export function scheduledReportParameters(
  schedule: Omit<ScheduledParameters, 'report'>,
  today: string,
): ReportParameters {
  const { range, comparison, date_type, only_played, course_ids } = schedule;
  const span = range && periodOfRange(range, today);
  const compared = range && span && comparison ? comparisonPeriod(range, comparison, span) : NO_DAYS;
  const [year, month] = span ? span.start_date.split('-').map(Number) : [];
  return {
    ...(span ?? NO_DAYS),
    compare_start_date: compared.start_date,
    compare_end_date: compared.end_date,
    all_dates: range === 'all_dates',
    date_type,
    only_played,
    courses: course_ids && course_ids.map((id) => ({ id })),
    month: month === undefined ? null : month - 1,
    year: year ?? null,
  };
}
