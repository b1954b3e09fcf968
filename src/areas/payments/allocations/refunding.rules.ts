/** The cents above which the refunds of one tee time or gift certificate must be checked by a second person. */
export const SECOND_LOOK_ABOVE_CENTS = 50_000;

/** Spreads a refund over the charges in their order, and never refunds more of a charge than is left of it. */
export function spreadOverCharges<C extends { left: number }>(
  cents: number,
  charges: readonly C[],
): { charge: C; cents: number }[] {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`);
  let rest = cents;
  const parts = charges.map((charge) => {
    const part = Math.min(rest, Math.max(0, charge.left));
    rest -= part;
    return { charge, cents: part };
  });
  return parts.filter((part) => part.cents > 0);
}
