import { z } from 'zod';
import { call } from '../../../contract/call.ts';
import { SeenAt } from '../../../contract/forms/fields.ts';
import { Cents } from '../../../contract/money.ts';
import { DateOnly, Id, Instant, NumberSent, TimeOfDay } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CreditCard } from '../../payments/payments.contract.ts';

const MOST_PLAYERS = 144;
const Players = NumberSent(
  z
    .number()
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MOST_PLAYERS, `must be at most ${MOST_PLAYERS}`),
);

/**
 * The round as it shall be, all of it. `today`: the rate that covers it now, as a booking would take it. `frozen`: each
 * player pays what each paid when it was booked, and the terms stay; the course can not be another one then.
 */
const Asked = z.object({
  id: Id,
  players: Players,
  play_date: DateOnly,
  play_time: TimeOfDay,
  course: z.object({ id: Id }),
  terms: z.enum(['today', 'frozen'], 'must be today or frozen'),
});
export type Asked = z.output<typeof Asked>;

const Priced = z.object({
  players: z.number(),
  play_date: DateOnly,
  play_time: TimeOfDay,
  course: z.object({ id: z.number(), course_name: z.string() }),
  raw_charge: Cents,
  raw_rental_amount: Cents,
  raw_discount_amount: Cents,
  raw_gift_certificate_amount: Cents,
  raw_total: Cents,
  raw_cost: Cents,
});
export type Priced = z.infer<typeof Priced>;

/** One part of what goes back; `name` is `card 4242`, `gift certificate GC-1` or `the account`. */
const Back = z.object({
  to: z.enum(['account', 'card', 'certificate']),
  name: z.string(),
  raw_amount: Cents,
});
export type Back = z.infer<typeof Back>;

const Quote = z.object({
  /** Why this tee time can not be changed now, as a sentence; null where it can. */
  refusal: z.string().nullable(),
  before: Priced,
  /** Where the difference is settled; null where it is refused. Kept, all but the cost is as before. */
  after: Priced.nullable(),
  /** Which rate of today was taken, and for what kind of day; null of frozen terms. */
  why: z.string().nullable(),
  /** What the new price is more than the old one: above 0 to be paid, below 0 to go back. */
  raw_difference: Cents,
  /** Where it goes back, in the order in which it does: what is on account, the cards with the newest charge first, the certificate. */
  back: z.array(Back),
  /** Why the difference can not be settled, as a sentence, though it may be kept; null where it can. */
  settle_refusal: z.string().nullable(),
  /** What to know before, as sentences. */
  warnings: z.array(z.string()),
  /** Why it is asked before so much is charged, as a sentence; null where it is not. */
  large: z.string().nullable(),
  /** To be sent with the change. */
  updated_at: Instant,
});
export type Quote = z.infer<typeof Quote>;

const Change = Asked.extend({
  /** `settle` charges it or gives it back; `keep` leaves the price as it is. */
  difference: z.enum(['settle', 'keep'], 'must be settle or keep'),
  /** The `raw_difference` that the person was shown: another one is refused, and nothing is charged. */
  shown_difference: z.number('is required').int('must be a whole number of cents'),
  /** As a booking takes it, where there is more to pay. Without one it goes on account. */
  credit_card: CreditCard.nullish(),
  updated_at: SeenAt,
});
export type Change = z.output<typeof Change>;

export const Changed = z.object({
  id: z.number(),
  /** What was done, for the person who asked. */
  message: z.string(),
  raw_charged: Cents,
  /** To cards and the certificate together. */
  raw_back: Cents,
  /** What is owed more, or below 0 less. */
  raw_on_account: Cents,
});
export type Changed = z.infer<typeof Changed>;

// prettier-ignore
export const roundChanges = {
  // Nothing is written. What is wrong with a field is a 422 beside it, what speaks against the tee time a sentence in the answer.
  quote:  call({ method: 'POST', path: '/api/tee_times/quote_change', access: 'staff', urgency: 'caller', writes: false, ours: true, body: Asked, answer: Quote }),
  // Changes the round, its price and its terms, and settles the difference by the payment protocol; takes an Idempotency-Key.
  change: call({ method: 'POST', path: '/api/tee_times/change',       access: 'staff', urgency: 'caller', changes: ['tee_times', 'queues', 'leads', 'notices'], transaction: 'own', ours: true, body: Change, answer: Changed, pending: OutcomePending }),
};
