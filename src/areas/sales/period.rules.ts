import { addDays } from '../../contract/dates.ts';
import type { Period, Trend } from './period.contract.ts';

/** The days of a period, both inclusive, `YYYY-MM-DD`. */
type Span = { from: string; to: string };

/** The first day that is summed up. */
export const FIRST_DAY = '1970-01-01';
const TREND_DAYS = 30;
const TREND_MONTHS = 12;
const LONGER_THAN_A_MONTH = 32;

const monthOf = (date: string): string => `${date.slice(0, 8)}01`;

export function daysOfPeriod({ isMonthly, date }: Period): Span {
  if (!isMonthly) return { from: date, to: date };
  const from = monthOf(date);
  return { from, to: addDays(monthOf(addDays(from, LONGER_THAN_A_MONTH)), -1) };
}

/** Returns the whole day or month before. */
export const previousOf = (period: Period): Period => ({
  ...period,
  date: addDays(daysOfPeriod(period).from, -1),
});

/** Returns the span from the first day of the previous period to the last of this one; `from` is this one's first day. */
export function withPrevious(period: Period): { both: Span; from: string } {
  const { from, to } = daysOfPeriod(period);
  return { both: { from: daysOfPeriod(previousOf(period)).from, to }, from };
}

/** Returns the first days of a trend's periods, oldest first. */
export function startsOfTrend(period: Period): string[] {
  const starts: string[] = [];
  let one = period;
  for (let n = period.isMonthly ? TREND_MONTHS : TREND_DAYS; n > 0; n -= 1) {
    starts.unshift(daysOfPeriod(one).from);
    one = previousOf(one);
  }
  return starts;
}

/** Returns a trend of these counts, with 0 for a period without any. */
export function trendOf(starts: string[], counts: Trend): Trend {
  const known = new Map(counts.map(({ from, count }) => [from, count]));
  return starts.map((from) => ({ from, count: known.get(from) ?? 0 }));
}
