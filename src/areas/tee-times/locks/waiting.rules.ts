import { formatMoney } from '../../../contract/money.ts';

type RequestedAmounts = { cancel: boolean; raw_card: number; raw_certificate: number };

export const requestedRefundCents = ({
  raw_card,
  raw_certificate,
}: Omit<RequestedAmounts, 'cancel'>): number => raw_card + raw_certificate;

/** Describes a refund request in words: `cancel and refund $612.00`. */
export const refundRequestWords = (request: RequestedAmounts): string =>
  `${request.cancel ? 'cancel and ' : ''}refund ${formatMoney(requestedRefundCents(request))}`;
