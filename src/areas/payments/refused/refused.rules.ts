type Failed = { refused_for: string | null; decline_reason: string | null };
type Of = {
  /** The field that determines the amount. */
  amount: string;
  /** The message if no reason is known. */
  otherwise: string;
};
export type FailedCharge = { errors: Record<string, string[]> } | { message: string };

/** Returns the answer of an operation whose charge failed: an error of a field, or a sentence if no field is wrong. */
export function failedCharge(
  { refused_for, decline_reason }: Failed,
  { amount, otherwise }: Of,
): FailedCharge {
  const reason = decline_reason ?? otherwise;
  if (refused_for === 'account') return { message: reason };
  const isAmount = refused_for === 'amount_too_small' || refused_for === 'amount_too_large';
  return { errors: { [isAmount ? amount : 'credit_card.number']: [reason] } };
}
