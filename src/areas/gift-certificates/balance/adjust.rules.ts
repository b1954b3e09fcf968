/** The sale total and the balance of a gift certificate, in cents. */
export type SaleTotalAndBalance = { value: number; balance: number };

/**
 * Returns the two ledger amounts, in cents, that turn the stored sale total and balance into the typed ones: the sale is
 * corrected by the difference of the totals, and the rest of the balance's change is an adjustment.
 * docs/algorithms/gift-certificate.md
 */
export function certificateCorrection(
  stored: SaleTotalAndBalance,
  typed: SaleTotalAndBalance,
): { sale: number; adjustment: number } {
  const sale = typed.value - stored.value;
  return { sale, adjustment: typed.balance - stored.balance - sale };
}

type TypedBalance = { balance?: number | null | undefined; raw_balance?: number | null | undefined };

/**
 * Returns the balance that a form asks for. The form has the balance twice, as decimal text and in cents: the one that
 * differs from the stored balance counts. Null if both differ and disagree.
 */
export function typedBalance(stored: number, { balance, raw_balance }: TypedBalance): number | null {
  const changed = [balance ?? stored, raw_balance ?? stored].filter((cents) => cents !== stored);
  const [wanted = stored, other = wanted] = changed;
  return wanted === other ? wanted : null;
}
