import type { PricedRate } from './rate.rules.ts';

export type RateMargin = {
  /** The rate, which the caller pays. */
  raw_sell: number;
  /** The service fee, which the caller pays in addition to the rate. */
  raw_fees: number;
  /** The wholesale rate, which the course gets. */
  raw_net: number;
  /** The margin before commissions, as in the reports; below 0, the tee time is sold at a loss. */
  raw_margin: number;
  /** The commission of the agent. */
  raw_commission: number;
  /** The margin less the agent's commission. */
  raw_left: number;
};

type Terms = Pick<
  PricedRate,
  'raw_rate' | 'raw_service_fee' | 'raw_wholesale_rate' | 'raw_commission' | 'is_commission_dollars'
>;

/**
 * Returns the margin of a rate for one player at the suggested charge, in cents. A commission in percent applies to that
 * charge.
 */
export function rateMargin(rate: Terms): RateMargin {
  const { raw_rate: raw_sell, raw_service_fee: raw_fees, raw_wholesale_rate: raw_net } = rate;
  const charge = raw_sell + raw_fees;
  const raw_margin = charge - raw_net;
  const raw_commission = rate.is_commission_dollars
    ? rate.raw_commission
    : Math.floor((charge * rate.raw_commission + 5_000) / 10_000);
  return { raw_sell, raw_fees, raw_net, raw_margin, raw_commission, raw_left: raw_margin - raw_commission };
}
