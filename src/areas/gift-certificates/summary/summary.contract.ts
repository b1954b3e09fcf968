import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { Cents } from '../../../contract/forms/money.ts';
import { RequestedPeriod, Trend } from '../../sales/period.contract.ts';

/**
 * Averages of the values of the sold gift certificates; all 0 if none was sold. The mode is the smallest of the most frequent
 * values.
 */
const Averages = z.object({ mean: Cents, median: Cents, mode: Cents });
/** The first three courses by the number of redeemed gift certificates (`count`). */
const Courses = z.array(z.object({ id: z.number(), course_name: z.string(), count: z.number() }));

/**
 * The gift certificates sold in a day or a month, and the tee times created in it that were partly paid by one. `previous_`
 * fields cover the complete day or month before. Refunded certificates do not count as sold.
 */
const Summary = z.object({
  sold: z.number(),
  revenue: Cents,
  redeemed: z.number(),
  previous_sold: z.number(),
  previous_revenue: Cents,
  previous_redeemed: z.number(),
  averages: Averages,
  previous_averages: Averages,
  courses: Courses,
  previous_courses: Courses,
});
export type CertificateSummary = z.output<typeof Summary>;

// prettier-ignore
export const certificateSummaries = {
  show:  defineCall({ method: 'GET', path: '/api/gift_certificates/summary/:isMonthly/:date', access: 'staff', sums: true, params: RequestedPeriod, answer: Summary }),
  // Counts the sold gift certificates of each day or month.
  trend: defineCall({ method: 'GET', path: '/api/gift_certificates/trend/:isMonthly/:date', access: 'staff', sums: true, ours: true, params: RequestedPeriod, answer: Trend }),
};
