import { z } from 'zod';
import { DateOnly } from '../../contract/wire.ts';

/** The business day of a summary, or the month of that day; a future day is rejected. */
export const RequestedPeriod = z.object({
  isMonthly: z.enum(['true', 'false'], 'must be true or false').transform((sent) => sent === 'true'),
  date: DateOnly,
});
export type Period = z.output<typeof RequestedPeriod>;

/** A trend: one count for each of the last 30 days, or 12 months, up to the requested one; `from` is the first day of each. */
export const Trend = z.array(z.object({ from: DateOnly, count: z.number() }));
export type Trend = z.output<typeof Trend>;
