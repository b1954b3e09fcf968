import { formatMoney } from '../../../contract/money.ts';

/** The payment of a tee time as booked or last changed, in cents. */
export type TeeTimePayment = {
  raw_total: number;
  /** The part of the total that is on account although a card was charged, because a price change put it there. */
  raw_open: number;
  is_card: boolean;
  /** The last four digits of the card; null for a charge that was made before they were stored. */
  card_last4: string | null;
  raw_gift_certificate_amount: number;
  serial: string | null;
};

/** Describes a payment: `card 4242 $252.00, gift certificate GC-7 $150.00`. */
export function describePayment(paid: TeeTimePayment): string {
  const { raw_total, raw_open, is_card, card_last4, raw_gift_certificate_amount: given, serial } = paid;
  const owed = is_card ? raw_open : raw_total;
  const card = ['card', card_last4].filter(Boolean).join(' ');
  const parts = [
    ...(raw_total > owed ? [`${card} ${formatMoney(raw_total - owed)}`] : []),
    ...(owed > 0 ? [`on account ${formatMoney(owed)}`] : []),
    ...(given > 0 ? [`gift certificate ${serial ?? ''} ${formatMoney(given)}`] : []),
  ];
  return parts.join(', ') || 'nothing to pay';
}

type Balancing = { kind: string; memo: string; made_by: string; round: string | null };

/** Describes the change of a gift certificate's balance in words. */
export function describeBalanceChange({ kind, memo, made_by, round }: Balancing): string {
  if (round !== null) return kind === 'booking' ? `Spent on ${round}` : `Back from ${round}`;
  if (memo !== '') return `${memo} by ${made_by}`;
  return kind === 'refund' ? 'Refunded' : 'Sold';
}
