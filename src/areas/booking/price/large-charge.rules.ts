import { formatMoney } from '../../../contract/money.ts';

/** How many times the suggested charge is asked about once more. */
const TIMES = 3;

/** Amounts in cents; null where there is none, or it is not known yet. */
type Charge = { charge: number; suggested: number | null; askedFrom: number | null };

/** What is asked before so large a charge is booked, and why; null where it is an ordinary one. */
export function questionOfCharge({ charge, suggested, askedFrom }: Charge) {
  const isManyTimes = suggested !== null && suggested > 0 && charge >= TIMES * suggested;
  const isLarge = askedFrom !== null && charge >= askedFrom;
  if (!isManyTimes && !isLarge) return null;
  const amount = formatMoney(charge);
  return {
    question: `Charge ${amount}?`,
    detail: [
      suggested !== null && suggested > 0 && `The suggested charge is ${formatMoney(suggested)}.`,
      isLarge && `Charges of ${formatMoney(askedFrom)} or more are asked about.`,
    ]
      .filter(Boolean)
      .join(' '),
    verb: `Charge ${amount}`,
  };
}
