/** What a certificate was sold for, and what is left on it, in cents. */
export type Worth = { value: number; balance: number };

/**
 * What the ledger must record for sale total and balance to become what was typed, in cents: the sale corrected by the
 * difference of the totals, and the rest of the balance's change as an adjustment. docs/algorithms/gift-certificate.md
 */
export function correction(stored: Worth, typed: Worth): { sale: number; adjustment: number } {
  const sale = typed.value - stored.value;
  return { sale, adjustment: typed.balance - stored.balance - sale };
}

type TypedBalance = { balance?: number | null | undefined; raw_balance?: number | null | undefined };

/**
 * The balance that a form asks for. It carries it twice, as decimal text and in cents, and a screen may have changed
 * either: the one that differs from what is stored counts; null where both do and say different things.
 */
export function typedBalance(stored: number, { balance, raw_balance }: TypedBalance): number | null {
  const changed = [balance ?? stored, raw_balance ?? stored].filter((cents) => cents !== stored);
  const [wanted = stored, other = wanted] = changed;
  return wanted === other ? wanted : null;
}
