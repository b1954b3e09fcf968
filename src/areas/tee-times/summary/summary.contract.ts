import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { Cents } from '../../../contract/forms/money.ts';
import { RequestedPeriod, Trend } from '../../sales/period.contract.ts';

/** The tee times created in a day or a month, by source; `previous_` fields cover the complete day or month before. */
const Summary = z.object({
  internal_booking_count: z.number(),
  internal_round_count: z.number(),
  internal_revenue: Cents,
  external_booking_count: z.number(),
  external_round_count: z.number(),
  external_revenue: Cents,
  misc_booking_count: z.number(),
  misc_round_count: z.number(),
  misc_revenue: Cents,
  previous_internal_booking_count: z.number(),
  previous_internal_round_count: z.number(),
  previous_internal_revenue: Cents,
  previous_external_booking_count: z.number(),
  previous_external_round_count: z.number(),
  previous_external_revenue: Cents,
  previous_misc_booking_count: z.number(),
  previous_misc_round_count: z.number(),
  previous_misc_revenue: Cents,
  /** The first three courses by the number of rounds (`count`). */
  internal_courses: z.array(z.object({ id: z.number(), course_name: z.string(), count: z.number() })),
  external_courses: z.array(z.object({ id: z.number(), course_name: z.string(), count: z.number() })),
});
export type TeeTimeSummary = z.output<typeof Summary>;

// prettier-ignore
export const teeTimeSummaries = {
  show:  defineCall({ method: 'GET', path: '/api/tee_times/summary/:isMonthly/:date', access: 'staff', sums: true, params: RequestedPeriod, answer: Summary }),
  // Counts the rounds of internal and external tee times, as the booked total does.
  trend: defineCall({ method: 'GET', path: '/api/tee_times/trend/:isMonthly/:date', access: 'staff', sums: true, ours: true, params: RequestedPeriod, answer: Trend }),
};
