import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { Players, ExpectedUpdatedAt } from '../../../contract/forms/fields.ts';
import { Cents } from '../../../contract/forms/money.ts';
import { DateOnly, SentRecordId, UtcInstant, TimeOfDay } from '../../../contract/wire.ts';
import { OutcomePending } from '../../operations/operations.contract.ts';
import { CreditCard } from '../../payments/payments.contract.ts';

/**
 * The complete tee time as it should become. `today` takes the rate that applies now, as a booking would. `frozen`
 * keeps the terms and the price per player of the booking, so the course cannot change then.
 */
const RepriceInput = z.object({
  id: SentRecordId,
  players: Players,
  play_date: DateOnly,
  play_time: TimeOfDay,
  course: z.object({ id: SentRecordId }),
  terms: z.enum(['today', 'frozen'], 'must be today or frozen'),
});
export type RepriceInput = z.output<typeof RepriceInput>;

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
export type PricedTeeTime = z.infer<typeof Priced>;

/** A tender's part of the amount that goes back; `name` is `card 4242`, `gift certificate GC-1` or `the account`. */
const Back = z.object({
  to: z.enum(['account', 'card', 'certificate']),
  name: z.string(),
  raw_amount: Cents,
});
export type AmountBack = z.infer<typeof Back>;

const Quote = z.object({
  /** The sentence that says why this tee time cannot be changed now, or null. */
  refusal: z.string().nullable(),
  before: Priced,
  /**
   * The price after the change if the difference is settled; null if the change is not possible. If the difference is
   * kept, only the cost changes.
   */
  after: Priced.nullable(),
  /** Explains the rate that applies today and the kind of day; null for frozen terms. */
  why: z.string().nullable(),
  /** The new price less the old one: above 0 is paid, below 0 goes back. */
  raw_difference: Cents,
  /** The tenders that get money back, in order: the account, cards with the newest charge first, the gift certificate. */
  back: z.array(Back),
  /** The sentence that says why the difference cannot be settled, or null. The change is still possible without settling. */
  settle_refusal: z.string().nullable(),
  /** Sentences for the staff user to read before the change. */
  warnings: z.array(z.string()),
  /** The sentence that asks to confirm an unusually large charge, or null. */
  large: z.string().nullable(),
  /** The largest party that any open time of the new minute takes; null where none is open. */
  largest_party: z.number().nullable(),
  /** Sent back with the change. */
  updated_at: UtcInstant,
});
export type ChangeQuote = z.infer<typeof Quote>;

const Change = RepriceInput.extend({
  /** `settle` charges or refunds the difference; `keep` leaves the price unchanged. */
  difference: z.enum(['settle', 'keep'], 'must be settle or keep'),
  /**
   * The `raw_difference` that staff saw: if the difference is another one now, the change is rejected, and nothing is
   * charged.
   */
  shown_difference: z.number('is required').int('must be a whole number of cents'),
  /** The card to charge if there is more to pay, as for a booking. Without a card the amount goes on account. */
  credit_card: CreditCard.nullish(),
  updated_at: ExpectedUpdatedAt,
});
export type RoundChange = z.output<typeof Change>;

export const RoundChangeResult = z.object({
  id: z.number(),
  /** The sentence that describes what was done. */
  message: z.string(),
  raw_charged: Cents,
  /** The cents that went back to cards and the gift certificate. */
  raw_back: Cents,
  /** The cents that are now owed in addition, or below 0 no longer owed. */
  raw_on_account: Cents,
});
export type RoundChangeResult = z.infer<typeof RoundChangeResult>;

// prettier-ignore
export const roundChanges = {
  // Writes nothing. A wrong field gets a 422; a tee time that cannot be changed gets a sentence in the answer.
  quote:  defineCall({ method: 'POST', path: '/api/tee_times/quote_change', access: 'staff', urgency: 'caller', writes: false, ours: true, body: RepriceInput, answer: Quote }),
  // Changes a tee time, its price and its terms, and settles the difference by the payment protocol; takes an
  // Idempotency-Key.
  change: defineCall({ method: 'POST', path: '/api/tee_times/change',       access: 'staff', urgency: 'caller', changes: ['tee_times', 'queues', 'leads', 'notices'], transaction: 'own', ours: true, body: Change, answer: RoundChangeResult, pending: OutcomePending }),
};
