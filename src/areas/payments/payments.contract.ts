import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { TypedValue } from '../../contract/forms/fields.ts';

// Goes to the gateway alone: kept nowhere as it is typed.
const Typed = (max: number) =>
  TypedValue(max)
    .nullish()
    .transform((text) => text ?? '');
export const CreditCard = z.object({
  /** A number, the mask of a saved card, or where the gateway's own fields took the card its token. */
  number: Typed(255),
  expmo: Typed(2),
  expyr: Typed(4),
  cvv: Typed(4),
});

// prettier-ignore
export const payments = {
  // Away: it answered nobody lately, so no card is charged for the moment; all else goes on.
  gateway: call({ method: 'GET', path: '/api/payments/gateway', access: 'staff', ours: true, answer: z.object({ is_away: z.boolean() }) }),
};
