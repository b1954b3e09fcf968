import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { TypedValue } from '../../contract/forms/fields.ts';

// Goes to the gateway alone, and is never stored as it was typed.
const Typed = (max: number) =>
  TypedValue(max)
    .nullish()
    .transform((text) => text ?? '');
export const CreditCard = z.object({
  /** A number, the mask of a saved card, or a token of the gateway's own fields. */
  number: Typed(255),
  expmo: Typed(2),
  expyr: Typed(4),
  cvv: Typed(4),
});

// prettier-ignore
export const payments = {
  // Away means that it has answered nobody lately, so that no card is charged for the moment; all else continues.
  gateway: call({ method: 'GET', path: '/api/payments/gateway', access: 'staff', ours: true, answer: z.object({ is_away: z.boolean() }) }),
};
