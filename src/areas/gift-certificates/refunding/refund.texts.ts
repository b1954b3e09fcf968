import { formatMoney } from '../../../contract/money.ts';
import { SECOND_LOOK_ABOVE } from '../../payments/allocations/refunding.rules.ts';

/** Describes, for the person at the screen, what the refund of a gift certificate did. */
export const refundedText = (back: number, card_last4: string | null): string =>
  back === 0
    ? 'The gift certificate is closed. Nothing was paid for it, so nothing goes back.'
    : `The gift certificate is closed. ${formatMoney(back)} goes back to ${card_last4 === null ? 'the card' : `card ${card_last4}`}.`;

export const notRefundedText = (reason: string): string =>
  `The refund was not made, and the gift certificate stays as it was: ${reason}`;

export const NEVER_REFUNDED = 'The payment gateway never got it.';

export const secondLookText = (staff: string, back: number): string =>
  `${staff} refunded a gift certificate of ${formatMoney(back)}. More than ${formatMoney(SECOND_LOOK_ABOVE)} wants a second look.`;

export const CLOSED = 'This gift certificate was refunded: it is closed.';
export const CLOSING = 'A refund of this gift certificate is under way.';
