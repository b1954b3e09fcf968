import { formatMoney } from '../../../contract/money.ts';

type Failed = { raw_amount: number; decline_reason: string | null };
const sentence = ({ raw_amount, decline_reason }: Failed): string =>
  `A refund of ${formatMoney(raw_amount)} to a card failed after it had been made: ${decline_reason ?? ''}`;

/** Tells staff that what the record had as paid back is with us after all. */
export const failedRefundText = (failed: Failed): string =>
  `${sentence(failed)} The amount counts as paid again. Please refund it another way.`;

/** The same of a gift certificate, which is good again. */
export const reopenedText = (failed: Failed, serial: string): string =>
  `${sentence(failed)} Gift certificate ${serial} is open again with its whole value. Please refund it another way.`;

/** The same of a charge that had appeared after its booking, change or sale was given up. */
export const failedReversalText = (failed: Failed): string =>
  `${sentence(failed)} It was for a charge that had appeared too late. Please refund it by hand.`;
