import type { RefundChoice } from '../tee-times.contract.ts';

/** How long a refund waits for its approval. */
export const LAPSE_DAYS = 7;
const DAY_MS = 86_400_000;
export const lapseOf = (asked: Date): Date => new Date(asked.getTime() + LAPSE_DAYS * DAY_MS);

/**
 * What may still go back of a tee time without an approval, in cents: all its refunds count together, or two halves would
 * need none. Null where the company wants none, `aboveDollars` being its setting.
 */
export const freeOf = (aboveDollars: number | undefined, refundedCents: number): number | null =>
  aboveDollars === undefined ? null : Math.max(0, aboveDollars * 100 - refundedCents);

/** Whether a refund of so many cents waits. */
export const needsApproval = (cents: number, free: number | null): boolean => free !== null && cents > free;

/** What may be refunded, as it is reckoned at a moment. Cents. */
type Figures = { standardCents: number; fullCents: number };

/** Which amount somebody chose: the one that they say, where it is that amount now. `sent` is null where none was sent. */
export function choiceOf(
  sent: number | null,
  said: RefundChoice | null,
  { standardCents, fullCents }: Figures,
): RefundChoice {
  if (sent === null) return 'standard';
  if (said === 'standard' && sent === standardCents) return 'standard';
  return said === 'full' && sent === fullCents ? 'full' : 'custom';
}

/** What a choice that came to `asked` cents would refund now. */
export const amountNow = (
  choice: RefundChoice,
  asked: number,
  { standardCents, fullCents }: Figures,
): number => ({ standard: standardCents, full: fullCents, custom: Math.min(asked, fullCents) })[choice];
