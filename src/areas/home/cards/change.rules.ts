import { formatMonth, formatMonthDay } from '../../../contract/dates.ts';
import type { Period } from '../../sales/period.contract.ts';
import { previousPeriod, daysOfPeriod } from '../../sales/period.rules.ts';

const withYear = (text: string, date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${date.slice(0, 4)}`;

/** Returns a period's name within a sentence: `today`, `Nov 20`, `November`, with the year if it is not the current year. */
export function periodName({ isMonthly, date }: Period, today: string): string {
  if (isMonthly) return withYear(formatMonth(date).slice(0, -5), date, today);
  if (date === today) return 'today';
  return withYear(formatMonthDay(date), date, today);
}

/** Returns the name of the previous period, such as `yesterday`, in a sentence about this one. */
export function previousPeriodName(period: Period, today: string): string {
  const before = previousPeriod(period);
  return !period.isMonthly && period.date === today ? 'yesterday' : periodName(before, today);
}

/** A comparison with the previous period, in words; `tone` colors a rise or a fall. */
export type PeriodChange = { tone: 'up' | 'down' | null; text: string };
type Compared = {
  period: Period;
  today: string;
  now: number;
  before: number;
  /** Formats a number, e.g. as money; `less` is the word for a smaller number. */
  say: (n: number) => string;
  less: 'fewer' | 'less';
};

const dayOf = (date: string): number => Number(date.slice(8));

/**
 * Compares a period with the previous one. A period that is not over is compared only if it is ahead already; otherwise every month
 * would begin with a fall.
 */
export function comparePeriods({ period, today, now, before, say, less }: Compared): PeriodChange {
  const previous = previousPeriodName(period, today);
  if (now > before && before === 0) return { tone: 'up', text: `new, ${previous} had none` };
  if (now > before)
    return { tone: 'up', text: `${say(now - before)} more than ${previous} (${say(before)})` };
  const { to } = daysOfPeriod(period);
  if (today <= to) {
    const days = `${dayOf(today)} of ${dayOf(to)} days`;
    const text = period.isMonthly
      ? `${days}, ${previous} had ${say(before)}`
      : `so far, ${previous} ${say(before)}`;
    return { tone: null, text };
  }
  if (now === before) return { tone: null, text: `the same as ${previous} (${say(before)})` };
  return { tone: 'down', text: `${say(before - now)} ${less} than ${previous} (${say(before)})` };
}
