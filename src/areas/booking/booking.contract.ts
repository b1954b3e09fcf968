import { z } from 'zod';
import { defineCall, DEFAULT_MAX_BODY_BYTES } from '../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import {
  RequiredEmail,
  EmailList,
  MAX_PLAYERS,
  NO_CARD_NUMBER_RULE,
  PhoneText,
  Players,
  RequiredText,
  TextOrEmpty,
  CleanedText,
} from '../../contract/forms/fields.ts';
import { Postcode } from '../../contract/forms/postcode.ts';
import {
  Cents,
  isAmountTooLarge,
  Money,
  MoneyInput,
  AMOUNT_TOO_LARGE_TEXT,
} from '../../contract/forms/money.ts';
import { NO_CHARGE_TEXT, chargeProblem } from '../../contract/typed/amounts.ts';
import { DateOnly, SentRecordId, OptionalNumber, TimeOfDay } from '../../contract/wire.ts';
import { OutcomePending } from '../operations/operations.contract.ts';
import { CreditCard } from '../payments/payments.contract.ts';
import { BookingOrigin, BookingOriginIds } from './opened/opened.contract.ts';

const SCREENSHOT_BYTES = 2 * 1024 * 1024;

// A text field as it was typed, '' if it is missing.
const Typed = (max: number) =>
  TextOrEmpty(max)
    .nullish()
    .transform((text) => text ?? '');
// A search text or card data: RIC never stores either as it was typed.
const Unkept = (max: number) =>
  CleanedText(max)
    .nullish()
    .transform((text) => text ?? '');
const Code = CleanedText(60)
  .refine(...NO_CARD_NUMBER_RULE)
  .nullish()
  .transform((text) => text ?? '');
const DealId = OptionalNumber(z.number().int().min(0));
const Club = z.object({ id: SentRecordId, quantity: OptionalNumber(z.number().int().min(0).max(200)) });

// A number field of an unfinished form: 0 means not filled in yet.
const NumberSoFar = (max: number) =>
  OptionalNumber(z.number().int('must be a whole number').min(0).max(max, `must be at most ${max}`));
/** The fields that decide the rate. The booking engine sends those that are filled in so far. */
const RoundSoFar = z.object({
  play_date: Typed(20),
  play_time: Typed(10),
  players: NumberSoFar(MAX_PLAYERS),
  course: z.object({ id: NumberSoFar(Number.MAX_SAFE_INTEGER) }).nullish(),
});
export const UnfinishedBooking = z.object({ tee_time: RoundSoFar });

/** The tee time for which a discount or a gift certificate is checked. */
export const TeeTimeForCodes = z.object({
  play_date: DateOnly,
  play_time: TimeOfDay,
  players: Players,
  course: z.object({ id: SentRecordId }),
});
export const BookingToPrice = z.object({
  discount_code: Code,
  gift_cert_serial: Unkept(60),
  rental_clubs: z.array(Club).max(200).nullish(),
  tee_time: TeeTimeForCodes.extend({ charge: MoneyInput.nullish() }),
});
export type BookingToPrice = z.output<typeof BookingToPrice>;

const Charge = z.union([z.string(), z.number()], NO_CHARGE_TEXT).transform((typed, context) => {
  const { success, data } = MoneyInput.safeParse(typed);
  if (success && data > 0) return data;
  const why = isAmountTooLarge(typed) ? AMOUNT_TOO_LARGE_TEXT : chargeProblem(String(typed));
  context.addIssue(why);
  return z.NEVER;
});
/** A tee time as it is booked, with its charge. */
export const TeeTimeToBook = TeeTimeForCodes.extend({
  charge: Charge,
  confirmation: Typed(60),
  notes: Typed(5000),
  internal_notes: Typed(5000),
  folio: Typed(200),
  alt_emails: EmailList.nullish().transform((text) => text ?? ''),
  should_email_customer: z
    .boolean()
    .nullish()
    .transform((ticked) => ticked ?? true),
  should_email_course: z
    .boolean()
    .nullish()
    .transform((ticked) => ticked ?? true),
  availability_queue_id: OptionalNumber(z.number().int().min(0)),
  /** Not in the specification: the lead that the booking was opened from, unless it was opened from a queue entry. */
  lost_lead_id: OptionalNumber(z.number().int().min(0)),
});
export const Booking = defineForm(
  {
    discount_code: Code,
    gift_cert_serial: Unkept(60),
    rental_clubs: z.array(Club).max(200).nullish(),
    customer: z.object({
      first_name: RequiredText(100),
      last_name: RequiredText(100),
      email: RequiredEmail(),
      postcode: Postcode,
      primary_phone: PhoneText(40)
        .nullish()
        .transform((text) => text ?? ''),
    }),
    tee_time: TeeTimeToBook,
    credit_card: CreditCard.nullish(),
    // A screenshot may show the card number, so it is accepted, but never decoded, stored, logged or passed on.
    screenshot: z.string().max(SCREENSHOT_BYTES, 'must be at most 2 MiB').nullish(),
    deal_id: DealId,
    /**
     * The total that staff or the customer saw, in cents. If the total is different now, the booking is rejected and
     * not charged.
     */
    shown_total: z.number().int().nullish(),
  },
  [],
  ['tee_time'],
);
export type Booking = CheckedForm<typeof Booking>;

/** The rate that covers a tee time, with amounts per player; `{}` if no rate covers it. */
const BookingRate = z
  .object({
    id: z.number(),
    type: z.enum(['RicGolfRate', 'ApiGolfRate']),
    rate: Money,
    deposit: Money,
    service_fee: Money,
    wholesale_rate: Money,
    max_refund: Money,
    non_refundable: Money,
    cancel_hours: z.number(),
    course_balance: Money,
    internal_memo: z.string(),
    external_memo: z.string(),
    golfswitch_commission: Money,
    is_golfswitch_commission_dollars: z.boolean(),
    commission: Money,
    is_commission_dollars: z.boolean(),
    /** The suggested charge: (rate + service fee) x players, in cents. */
    suggested_charge: Cents,
    /** A sentence that says which date range of the rate was chosen, and for what kind of day. */
    why: z.string(),
    /** The kind of day for which the rate's date range matched. */
    kind_of_day: z.enum(['weekday', 'maintenance', 'holiday']),
    /** The rate of the other type (RIC or API) that also covers the tee time and was not chosen. */
    other_rate: Money,
    /** The margin per player at the suggested charge; not sent to level `hotels`. */
    margin: z.object({
      raw_sell: Cents,
      raw_fees: Cents,
      raw_net: Cents,
      raw_margin: Cents,
      raw_commission: Cents,
      raw_left: Cents,
    }),
  })
  .partial();
export type BookingRate = z.infer<typeof BookingRate>;

const AppliedDiscount = z.object({
  id: z.number(),
  code: z.string(),
  is_dollars: z.boolean(),
  amount: Money,
  raw_amount: z.number(),
  raw_min_discount: Cents,
  raw_max_discount: Cents,
});
const AppliedCertificate = z.object({
  id: z.number(),
  serial: z.string(),
  balance: Money,
  /** The cents of a gift certificate that may still be spent: its balance less the holds of other bookings. */
  raw_balance: Cents,
});
const Totals = z.object({ charge: Cents, rental: Cents, discount: Cents, certificate: Cents, total: Cents });
/** The discount and gift certificate of a booking as the server accepts them; null for one that is not used. */
export const PricedBooking = z.object({
  tee_time: z.object({
    discount: AppliedDiscount.nullable(),
    gift_certificate: AppliedCertificate.nullable(),
    totals: Totals,
  }),
});
export type PricedBooking = z.infer<typeof PricedBooking>;

export const BookingResult = z.object({
  tee_time: z.object({
    id: z.number(),
    status: z.string(),
    confirmation: z.string(),
    play_date: DateOnly,
    play_time: TimeOfDay,
    players: z.number(),
    course: z.object({ id: z.number(), course_name: z.string() }),
    payment_id: z.string(),
    totals: Totals,
    discount: AppliedDiscount.nullable(),
    gift_certificate: AppliedCertificate.nullable(),
  }),
});
export type BookingResult = z.infer<typeof BookingResult>;

/** A minute of a course's day. */
const Minute = z.object({ course_id: SentRecordId, play_date: DateOnly, play_time: TimeOfDay });
export type CourseMinute = z.output<typeof Minute>;
const BookedInMinute = z.object({
  id: z.number(),
  players: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});
export type TeeTimeAtMinute = z.infer<typeof BookedInMinute>;
const MinuteKnown = z.object({
  /** The most players that any open time of this minute takes; null if none is open. */
  largest_party: z.number().nullable(),
  booked: z.array(BookedInMinute),
});

const envelope = ['booking', 'tee_time'];
// prettier-ignore
export const booking = {
  rate:             defineCall({ method: 'POST', path: '/api/ibe/rate',               access: 'staff', urgency: 'caller', writes: false, envelope, body: z.object({ booking: UnfinishedBooking }),   answer: BookingRate }),
  validateCert:     defineCall({ method: 'POST', path: '/api/ibe/validate_gift_cert', access: 'staff', urgency: 'caller', writes: false, envelope, body: z.object({ booking: BookingToPrice }), answer: PricedBooking }),
  validateDiscount: defineCall({ method: 'POST', path: '/api/ibe/validate_discount',  access: 'staff', urgency: 'caller', writes: false, envelope, body: z.object({ booking: BookingToPrice }), answer: PricedBooking }),
  openedFrom:       defineCall({ method: 'GET',  path: '/api/ibe/opened_from',        access: 'staff', urgency: 'caller', ours: true, query: BookingOriginIds, answer: BookingOrigin }),
  minute:           defineCall({ method: 'GET',  path: '/api/ibe/minute',             access: 'staff', urgency: 'caller', ours: true, query: Minute, answer: MinuteKnown }),
  book:             defineCall({ method: 'POST', path: '/api/ibe/book',               access: 'staff', urgency: 'caller', maxBytes: SCREENSHOT_BYTES + DEFAULT_MAX_BODY_BYTES, changes: ['tee_times', 'queues', 'leads', 'notices', 'turns'], transaction: 'own', envelope, body: z.object({ booking: Booking.Form }), answer: BookingResult, pending: OutcomePending }),
};
