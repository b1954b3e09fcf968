import { formatMoney } from '../../../contract/money.ts';

/** A charge of this many times the suggested one has to be confirmed. */
const TIMES = 3;

/** Amounts in cents; null if there is none, or it is not known yet. */
type Charge = { charge: number; suggested: number | null; askedFrom: number | null };

/** Returns the question that confirms an unusually large charge, with the reasons, or null for an ordinary charge. */
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
    field: 'charge',
  };
}
