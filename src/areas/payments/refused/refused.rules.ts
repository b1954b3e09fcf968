type Failed = { refused_for: string | null; decline_reason: string | null };
type Of = {
  /** The form field that determines the amount. */
  amount: string;
  /** The message if the reason of the failure is not known. */
  otherwise: string;
};
/** The answer for a failed charge. `code` is for partners' programs: the amount is right, but this card does not pay it. */
export type FailedChargeAnswer =
  { errors: Record<string, string[]>; code?: 'card_declined' } | { message: string };

/** Returns the answer of an operation whose charge failed: an error of a field, or a sentence if no field is wrong. */
export function failedChargeAnswer(
  { refused_for, decline_reason }: Failed,
  { amount, otherwise }: Of,
): FailedChargeAnswer {
  const reason = decline_reason ?? otherwise;
  if (refused_for === 'account') return { message: reason };
  const isAmount = refused_for === 'amount_too_small' || refused_for === 'amount_too_large';
  return isAmount
    ? { errors: { [amount]: [reason] } }
    : { errors: { 'credit_card.number': [reason] }, code: 'card_declined' };
}
