import { formatMoney } from '../../../contract/money.ts';

/** The multiple of the suggested charge from which a charge has to be confirmed. */
const TIMES = 3;

/** A charge, its suggestion and the installation's limit, in cents; null for an amount that is missing or not known yet. */
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
