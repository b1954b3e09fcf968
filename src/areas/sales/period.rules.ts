import { addDays } from '../../contract/dates.ts';
import type { Period, Trend } from './period.contract.ts';

/** The first and the last day of a period, `YYYY-MM-DD`. */
type Span = { from: string; to: string };

/** The earliest day that a summary may ask for. */
export const EARLIEST_PERIOD_DAY = '1970-01-01';
const TREND_DAYS = 30;
const TREND_MONTHS = 12;
const LONGER_THAN_A_MONTH = 32;

const monthOf = (date: string): string => `${date.slice(0, 8)}01`;

export function daysOfPeriod({ isMonthly, date }: Period): Span {
  if (!isMonthly) return { from: date, to: date };
  const from = monthOf(date);
  return { from, to: addDays(monthOf(addDays(from, LONGER_THAN_A_MONTH)), -1) };
}

/** Returns the complete day or month before a period. */
export const previousPeriod = (period: Period): Period => ({
  ...period,
  date: addDays(daysOfPeriod(period).from, -1),
});

/** Returns the days from the start of the previous period to the end of this one; `from` is the first day of this one. */
export function daysWithPreviousPeriod(period: Period): { both: Span; from: string } {
  const { from, to } = daysOfPeriod(period);
  return { both: { from: daysOfPeriod(previousPeriod(period)).from, to }, from };
}

/** Returns the first days of the periods in a trend, the oldest first. */
export function trendStartDays(period: Period): string[] {
  const starts: string[] = [];
  let one = period;
  for (let n = period.isMonthly ? TREND_MONTHS : TREND_DAYS; n > 0; n -= 1) {
    starts.unshift(daysOfPeriod(one).from);
    one = previousPeriod(one);
  }
  return starts;
}

/** Returns a trend with these counts, and 0 for a period without a count. */
export function completeTrend(starts: string[], counts: Trend): Trend {
  const known = new Map(counts.map(({ from, count }) => [from, count]));
  return starts.map((from) => ({ from, count: known.get(from) ?? 0 }));
}
