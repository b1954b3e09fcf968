type Failed = { refused_for: string | null; decline_reason: string | null };
type Of = {
  /** The field that the amount comes of. */
  amount: string;
  /** Said where no reason is known. */
  otherwise: string;
};
export type FailedCharge = { errors: Record<string, string[]> } | { message: string };

/** Returns the answer of an operation whose charge failed: under the field that is wrong, or a sentence where none is. */
export function failedCharge(
  { refused_for, decline_reason }: Failed,
  { amount, otherwise }: Of,
): FailedCharge {
  const reason = decline_reason ?? otherwise;
  if (refused_for === 'account') return { message: reason };
  const isAmount = refused_for === 'amount_too_small' || refused_for === 'amount_too_large';
  return { errors: { [isAmount ? amount : 'credit_card.number']: [reason] } };
}
