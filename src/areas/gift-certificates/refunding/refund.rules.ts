import { formatMoney } from '../../../contract/money.ts';

/** A certificate as refunding sees it, in cents. */
export type Refundable = {
  isRefunded: boolean;
  /** A refund of it is under way. */
  isRefunding: boolean;
  value: number;
  price: number;
  balance: number;
  /** By bookings under way. */
  held: number;
  /** What admins moved its balance by. */
  adjusted: number;
  /** What the card that paid it still holds for us. */
  charged: number;
};
/** What this person may give back without anybody else, in cents; null is any amount. */
type Limit = number | null;

/** Why a certificate can not be refunded now, or null where it can: only what nobody spent, as it was sold, to the card that paid it. */
export function refundRefusal(certificate: Refundable, limit: Limit = null): string | null {
  const { isRefunded, isRefunding, value, price, balance, held, adjusted } = certificate;
  if (isRefunded) return 'This gift certificate was refunded already.';
  if (isRefunding) return 'A refund of this gift certificate is still being worked on.';
  if (held > 0) return `A booking under way holds ${formatMoney(held)} of this gift certificate.`;
  if (adjusted !== 0)
    return 'The balance of this gift certificate was adjusted: it can not be refunded as it was sold.';
  if (balance < value)
    return `${formatMoney(value - balance)} of this gift certificate is spent: only an unspent one can be refunded.`;
  const refusal = priceRefusal(certificate);
  if (refusal !== null) return refusal;
  if (limit !== null && price > limit)
    return `A refund of more than ${formatMoney(limit)} is for an admin to make.`;
  return null;
}

/** Why its price can not go back to the card that paid it. */
function priceRefusal({ value, price, charged }: Refundable): string | null {
  if (value === 0) return 'This gift certificate is worth nothing: there is nothing to refund.';
  if (price > 0 && charged === 0)
    return 'This gift certificate was not sold here by card: there is no card to refund it to.';
  if (charged !== price)
    return `The sale total was corrected: the card paid ${formatMoney(charged)}, not ${formatMoney(price)}. It can not be refunded as it was sold.`;
  return null;
}
