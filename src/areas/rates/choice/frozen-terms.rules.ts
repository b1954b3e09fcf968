import type { PricedRate } from './rate.rules.ts';

/** Returns the terms of a rate as a tee time stores them, so that later changes of the rate do not affect the tee time. */
export const frozenRateTerms = (rate: Omit<PricedRate, 'rate_date_ranges'> & { internal_memo: string }) => ({
  golf_rate_id: rate.id,
  rate_type: rate.type,
  raw_rate: rate.raw_rate,
  raw_deposit: rate.raw_deposit,
  raw_service_fee: rate.raw_service_fee,
  raw_wholesale_rate: rate.raw_wholesale_rate,
  raw_max_refund: rate.raw_max_refund,
  raw_non_refundable: rate.raw_non_refundable,
  raw_course_balance: rate.raw_course_balance,
  cancel_hours: rate.cancel_hours,
  raw_commission: rate.raw_commission,
  is_commission_dollars: rate.is_commission_dollars,
  raw_golfswitch_commission: rate.raw_golfswitch_commission,
  is_golfswitch_commission_dollars: rate.is_golfswitch_commission_dollars,
  rate_internal_memo: rate.internal_memo,
});
