import { formatMoney } from '../../../contract/money.ts';

type Failed = { raw_amount: number; decline_reason: string | null };
const sentence = ({ raw_amount, decline_reason }: Failed): string =>
  `A refund of ${formatMoney(raw_amount)} to a card failed after it had been made: ${decline_reason ?? ''}`;

/** Tells staff that an amount which RIC showed as refunded was not paid out. */
export const failedRefundText = (failed: Failed): string =>
  `${sentence(failed)} The amount counts as paid again. Please refund it another way.`;

/** Tells staff that a gift certificate is valid again after its refund failed. */
export const certificateReopenedText = (failed: Failed, serial: string): string =>
  `${sentence(failed)} Gift certificate ${serial} is open again with its whole value. Please refund it another way.`;

/** Tells staff that the reversal of a late charge failed. */
export const failedReversalText = (failed: Failed): string =>
  `${sentence(failed)} It was for a charge that had appeared too late. Please refund it by hand.`;
