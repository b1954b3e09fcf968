import { formatMoney } from '../../../contract/money.ts';

/** A charge of this many times the suggested one has to be confirmed. */
const TIMES = 3;

/** Amounts in cents; null if there is none, or it is not known yet. */
type Charge = {
  charge: number;
  suggested: number | null;
  askedFrom: number | null;
  /** The part of the charge that is still to pay, where it is not the whole. */
  due?: number;
};

/** Returns the sentences that say why a charge has to be confirmed, or null for an ordinary charge. */
export function whyChargeUnusual({ charge, suggested, askedFrom, due = charge }: Charge): string | null {
  const isManyTimes = suggested !== null && suggested > 0 && charge >= TIMES * suggested;
  const isLarge = askedFrom !== null && due >= askedFrom;
  if (!isManyTimes && !isLarge) return null;
  return [
    suggested !== null && suggested > 0 && `The suggested charge is ${formatMoney(suggested)}.`,
    isLarge && `Charges of ${formatMoney(askedFrom)} or more are asked about.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the question that confirms an unusually large charge, with the reasons, or null for an ordinary charge. */
export function unusualChargeQuestion(charge: Omit<Charge, 'due'>) {
  const detail = whyChargeUnusual(charge);
  const verb = `Charge ${formatMoney(charge.charge)}`;
  return detail === null ? null : { question: `${verb}?`, detail, verb, field: 'charge' };
}
