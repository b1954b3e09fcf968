/**
 * Returns the cents of a tee time that may still be refunded without an approval. All its refunds count together, or
 * two halves would need none. Returns null if the setting `aboveDollars` is missing, so that no approval is needed.
 */
export const centsWithoutApproval = (
  aboveDollars: number | undefined,
  refundedCents: number,
): number | null => (aboveDollars === undefined ? null : Math.max(0, aboveDollars * 100 - refundedCents));

/** Returns true if a refund of so many cents needs an approval. */
export const needsApproval = (cents: number, free: number | null): boolean => free !== null && cents > free;
