import type { RefundChoice } from '../tee-times.contract.ts';

/** The days that a refund waits for its approval. */
export const LAPSE_DAYS = 7;
const DAY_MS = 86_400_000;
export const lapseTime = (asked: Date): Date => new Date(asked.getTime() + LAPSE_DAYS * DAY_MS);

/** The amounts that may be refunded at this moment, in cents. */
type Figures = { standardCents: number; fullCents: number };

/**
 * Returns the choice behind a sent amount: the named one if it still comes to that amount, otherwise `custom`. `sent` is null if
 * no amount was sent.
 */
export function choiceOfAmount(
  sent: number | null,
  chosen: RefundChoice | null,
  { standardCents, fullCents }: Figures,
): RefundChoice {
  if (sent === null) return 'standard';
  if (chosen === 'standard' && sent === standardCents) return 'standard';
  return chosen === 'full' && sent === fullCents ? 'full' : 'custom';
}

/** Returns the amount that a choice would refund now, if it came to `asked` cents before. */
export const amountNow = (
  choice: RefundChoice,
  asked: number,
  { standardCents, fullCents }: Figures,
): number => ({ standard: standardCents, full: fullCents, custom: Math.min(asked, fullCents) })[choice];
