import { formatMoney } from '../../../contract/money.ts';
import { SECOND_LOOK_ABOVE_CENTS } from '../../payments/allocations/refunding.rules.ts';

/** Describes, for the person at the screen, what the refund of a gift certificate did. */
export const certificateRefundedText = (back: number, card_last4: string | null): string =>
  back === 0
    ? 'The gift certificate is closed. Nothing was paid for it, so nothing goes back.'
    : `The gift certificate is closed. ${formatMoney(back)} goes back to ${card_last4 === null ? 'the card' : `card ${card_last4}`}.`;

export const certificateNotRefundedText = (reason: string): string =>
  `The refund was not made, and the gift certificate stays as it was: ${reason}`;

export const REFUND_NEVER_RECEIVED_TEXT = 'The payment gateway never got it.';

export const largeCertificateRefundText = (staff: string, back: number): string =>
  `${staff} refunded a gift certificate of ${formatMoney(back)}. More than ${formatMoney(SECOND_LOOK_ABOVE_CENTS)} wants a second look.`;

export const CERTIFICATE_CLOSED_TEXT = 'This gift certificate was refunded: it is closed.';
export const CERTIFICATE_CLOSING_TEXT = 'A refund of this gift certificate is under way.';
