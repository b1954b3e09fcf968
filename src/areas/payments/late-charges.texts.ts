import { formatMoney } from '../../contract/money.ts';

/** The operation that a late charge belonged to. */
export type ChargeCause = 'its booking' | 'its change' | 'the sale of a gift certificate';

/** Says that a late charge, which appeared after its operation had failed, is being refunded. */
export const lateChargeText = (cents: number, cause: ChargeCause): string =>
  `A charge of ${formatMoney(cents)} appeared after ${cause} had failed. It is being refunded.`;

/** Says that a late charge could not be refunded, so that staff have to refund it. */
export const lateChargeNotRefundedText = (cents: number, cause: ChargeCause, reason: string): string =>
  `The refund of ${formatMoney(cents)} for a charge that appeared after ${cause} had failed was not made: ${reason} Please refund it by hand.`;
