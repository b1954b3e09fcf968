/** The outcome of a request by the books: its state, and if money was lost or moved twice. */
export type Judged = { state: string; lost: boolean; doubled: boolean };

type Counted = [is: number, should: number][];
/** Judges an outcome by amounts or numbers beside those that should be there. */
export const judgement = (state: string, counted: Counted): Judged => ({
  state,
  lost: counted.some(([is, should]) => is < should),
  doubled: counted.some(([is, should]) => is > should),
});

/** Counts the money of a request: it must be charged once and kept, or refunded in full. */
export const countMoney = (
  { charge, refund }: Record<'charge' | 'refund', number>,
  isKept: boolean,
  price: number,
): Counted => [isKept ? [charge - refund, price] : [refund, charge], [Math.max(charge, price), price]];
