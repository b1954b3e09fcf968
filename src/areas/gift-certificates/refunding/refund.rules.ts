import { formatMoney } from '../../../contract/money.ts';

/** The facts about a gift certificate that decide if it can be refunded, in cents. */
export type CertificateRefundFacts = {
  isRefunded: boolean;
  /** True while a refund of the gift certificate is running. */
  isRefunding: boolean;
  value: number;
  price: number;
  balance: number;
  /** The amount that bookings under way hold. */
  held: number;
  /** The sum of the admins' adjustments of the balance. */
  adjusted: number;
  /** The amount of the charge that can still be refunded to its card. */
  charged: number;
};
/** The largest refund that this person may make without an approval, in cents; null means any amount. */
type Limit = number | null;

/**
 * Returns why a gift certificate cannot be refunded now, or null if it can. It must be unspent and unchanged since its sale,
 * and is refunded to the card that paid for it.
 */
export function whyCertificateNotRefundable(
  certificate: CertificateRefundFacts,
  limit: Limit = null,
): string | null {
  const { isRefunded, isRefunding, value, price, balance, held, adjusted } = certificate;
  if (isRefunded) return 'This gift certificate was refunded already.';
  if (isRefunding) return 'A refund of this gift certificate is still being worked on.';
  if (held > 0) return `A booking under way holds ${formatMoney(held)} of this gift certificate.`;
  if (adjusted !== 0)
    return 'The balance of this gift certificate was adjusted: it cannot be refunded as it was sold.';
  if (balance < value)
    return `${formatMoney(value - balance)} of this gift certificate is spent: only an unspent one can be refunded.`;
  const refusal = priceRefusal(certificate);
  if (refusal !== null) return refusal;
  if (limit !== null && price > limit)
    return `A refund of more than ${formatMoney(limit)} is for an admin to make.`;
  return null;
}

/** Returns why the price cannot be refunded to the card that paid for the gift certificate, or null. */
function priceRefusal({ value, price, charged }: CertificateRefundFacts): string | null {
  if (value === 0) return 'This gift certificate is worth nothing: there is nothing to refund.';
  if (price > 0 && charged === 0)
    return 'This gift certificate was not sold here by card: there is no card to refund it to.';
  if (charged !== price)
    return `The sale total was corrected: the card paid ${formatMoney(charged)}, not ${formatMoney(price)}. It cannot be refunded as it was sold.`;
  return null;
}
