import { formatMoney } from '../../../contract/money.ts';

type Wanted = { cancel: boolean; raw_card: number; raw_certificate: number };

export const centsOf = ({ raw_card, raw_certificate }: Omit<Wanted, 'cancel'>): number =>
  raw_card + raw_certificate;

/** Describes the request in words: `cancel and refund $612.00`. */
export const refundInWords = (request: Wanted): string =>
  `${request.cancel ? 'cancel and ' : ''}refund ${formatMoney(centsOf(request))}`;
