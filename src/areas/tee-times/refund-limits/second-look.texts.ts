import { formatMoney } from '../../../contract/money.ts';
import { SECOND_LOOK_ABOVE } from '../../payments/allocations/refunding.rules.ts';

/** Returns the notice that asks a second person to check a large refund; `whole` is the sum of all refunds of the tee time. */
export const secondLookText = (staff: string, { refunded, whole }: { refunded: number; whole: number }) =>
  `${staff} refunded ${formatMoney(refunded)}${whole > refunded ? `, ${formatMoney(whole)} with what went back before` : ''}. ` +
  `More than ${formatMoney(SECOND_LOOK_ABOVE)} wants a second look.`;
