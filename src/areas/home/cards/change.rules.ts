import { formatMonth, formatMonthDay } from '../../../contract/dates.ts';
import type { Period } from '../../sales/period.contract.ts';
import { previousOf, spanOf } from '../../sales/period.rules.ts';

const withYear = (text: string, date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${date.slice(0, 4)}`;

/** A period as sentences name it: `today`, `yesterday`, `Nov 20`, `November`, with the year where it is not this one. */
export function nameOf({ isMonthly, date }: Period, today: string): string {
  if (isMonthly) return withYear(formatMonth(date).slice(0, -5), date, today);
  if (date === today) return 'today';
  return withYear(formatMonthDay(date), date, today);
}

/** The period before, beside this one. */
export function nameOfPrevious(period: Period, today: string): string {
  const before = previousOf(period);
  return !period.isMonthly && period.date === today ? 'yesterday' : nameOf(before, today);
}

/** How a number stands beside that of the period before, in words; a rise and a fall have a colour. */
export type Change = { tone: 'up' | 'down' | null; text: string };
type Compared = {
  period: Period;
  today: string;
  now: number;
  before: number;
  /** Writes a number, e.g. as money, and how there may be less of it. */
  say: (n: number) => string;
  less: 'fewer' | 'less';
};

const dayOf = (date: string): number => Number(date.slice(8));

/** A period that is not over is judged only where it has more already: every month would begin with a fall. */
export function changeOf({ period, today, now, before, say, less }: Compared): Change {
  const previous = nameOfPrevious(period, today);
  if (now > before && before === 0) return { tone: 'up', text: `new, ${previous} had none` };
  if (now > before)
    return { tone: 'up', text: `${say(now - before)} more than ${previous} (${say(before)})` };
  const { to } = spanOf(period);
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
