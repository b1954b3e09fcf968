import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { CleanedText } from '../../contract/forms/fields.ts';

// A card field goes to the gateway only, and is never stored as it was typed.
const Typed = (max: number) =>
  CleanedText(max)
    .nullish()
    .transform((text) => text ?? '');
export const CreditCard = z.object({
  /** A card number, the mask of a saved card, or a token from the gateway's own fields. */
  number: Typed(255),
  expmo: Typed(2),
  expyr: Typed(4),
  cvv: Typed(4),
});

// prettier-ignore
export const payments = {
  // The gateway is away if its recent requests went unanswered. Then no card is charged for the moment; all else
  // continues.
  gateway: defineCall({ method: 'GET', path: '/api/payments/gateway', access: 'staff', ours: true, answer: z.object({ is_away: z.boolean() }) }),
};
