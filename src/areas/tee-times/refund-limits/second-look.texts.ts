import { formatMoney } from '../../../contract/money.ts';
import { SECOND_LOOK_ABOVE_CENTS } from '../../payments/allocations/refunding.rules.ts';

/** Returns the notice that asks a second person to check a large refund; `whole` is the sum of all refunds of the tee time. */
export const largeRefundText = (staff: string, { refunded, whole }: { refunded: number; whole: number }) =>
  `${staff} refunded ${formatMoney(refunded)}${whole > refunded ? `, ${formatMoney(whole)} with what went back before` : ''}. ` +
  `More than ${formatMoney(SECOND_LOOK_ABOVE_CENTS)} wants a second look.`;
