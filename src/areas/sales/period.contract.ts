import { z } from 'zod';
import { DateOnly } from '../../contract/wire.ts';

/** The business day, or its whole month, of a summary; never a future day. */
export const PeriodAsked = z.object({
  isMonthly: z.enum(['true', 'false'], 'must be true or false').transform((sent) => sent === 'true'),
  date: DateOnly,
});
export type Period = z.output<typeof PeriodAsked>;

/** A number for each of the last 30 days, or 12 months, up to the requested one; `from` is its first day. */
export const Trend = z.array(z.object({ from: DateOnly, count: z.number() }));
export type Trend = z.output<typeof Trend>;
