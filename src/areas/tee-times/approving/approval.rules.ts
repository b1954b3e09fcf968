import type { RefundChoice } from '../tee-times.contract.ts';

/** The days after which a refund that nobody approved lapses. */
export const REFUND_REQUEST_DAYS = 7;
const DAY_MS = 86_400_000;
export const refundRequestLapseTime = (asked: Date): Date =>
  new Date(asked.getTime() + REFUND_REQUEST_DAYS * DAY_MS);

/** The amounts of a tee time that may be refunded at this moment, in cents. */
type Figures = { standardCents: number; fullCents: number };

/**
 * Returns the choice behind a requested refund amount: the named choice if it still gives that amount, otherwise
 * `custom`. `sent` is null if the request had no amount.
 */
export function refundChoiceForAmount(
  sent: number | null,
  chosen: RefundChoice | null,
  { standardCents, fullCents }: Figures,
): RefundChoice {
  if (sent === null) return 'standard';
  if (chosen === 'standard' && sent === standardCents) return 'standard';
  return chosen === 'full' && sent === fullCents ? 'full' : 'custom';
}

/** Returns the amount that a refund choice would give now, if it gave `asked` cents when the refund was requested. */
export const currentRefundAmount = (
  choice: RefundChoice,
  asked: number,
  { standardCents, fullCents }: Figures,
): number => ({ standard: standardCents, full: fullCents, custom: Math.min(asked, fullCents) })[choice];
