import { formatMoney } from '../../../contract/money.ts';

export const CARD_NEEDED = 'is required: a gift certificate is paid by card';
export const GATEWAY_AWAY =
  'The payment gateway does not answer. Nothing was charged or sold: try again in a minute.';
export const NEVER_CHARGED =
  'The payment gateway never got this charge. Nothing was charged; please sell the certificate again.';

export const otherPriceText = (price: number): string =>
  `The price is ${formatMoney(price)} now. Please look at it and sell again.`;

/** Reports that a late charge is being refunded. */
export const lateSaleText = (cents: number): string =>
  `A charge of ${formatMoney(cents)} appeared after the sale of a gift certificate had failed. It is being refunded.`;

/** Says that a late charge could not be refunded, so that staff have to do it. */
export const lateSaleKeptText = (cents: number, reason: string): string =>
  `The refund of ${formatMoney(cents)} for a charge that appeared after the sale of a gift certificate had failed was not made: ${reason} Please refund it by hand.`;
