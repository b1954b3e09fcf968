import { formatMoney } from '../../../contract/money.ts';

/** How a round was paid when it was booked; cents. */
export type Payment = {
  raw_total: number;
  is_card: boolean;
  /** Null of a charge that was made before it was kept. */
  card_last4: string | null;
  raw_gift_certificate_amount: number;
  serial: string | null;
};

/** That in words: `card 4242 $252.00, gift certificate GC-7 $150.00`. */
export function paymentWords(paid: Payment): string {
  const { raw_total, is_card, card_last4, raw_gift_certificate_amount: given, serial } = paid;
  const tender = is_card ? ['card', card_last4].filter(Boolean).join(' ') : 'on account';
  const parts = [
    ...(raw_total > 0 ? [`${tender} ${formatMoney(raw_total)}`] : []),
    ...(given > 0 ? [`gift certificate ${serial ?? ''} ${formatMoney(given)}`] : []),
  ];
  return parts.join(', ') || 'nothing to pay';
}

type Balancing = { kind: string; memo: string; made_by: string; round: string | null };

/** What moved a certificate's balance. */
export function balanceWords({ kind, memo, made_by, round }: Balancing): string {
  if (round !== null) return kind === 'booking' ? `Spent on ${round}` : `Back from ${round}`;
  if (memo !== '') return `${memo} by ${made_by}`;
  return kind === 'refund' ? 'Refunded' : 'Sold';
}
