import { z } from 'zod';
import { isCardToken, passesLuhn } from '../../contract/cards.ts';
import {
  RequiredEmail,
  EmailList,
  PhoneText,
  RequiredText,
  TextOrEmpty,
  UnstoredText,
  WholeNumber,
} from '../../contract/forms/fields.ts';
import { Postcode } from '../../contract/forms/postcode.ts';
import { Cents, Money } from '../../contract/forms/money.ts';
import { PartnerError } from '../../contract/partners/partners.ts';
import { DateOnly, SentRecordId, UtcInstant, TimeOfDay } from '../../contract/wire.ts';
import { OperationState } from '../operations/operations.contract.ts';

const Typed = (max: number) => TextOrEmpty(max).default('');

// Input with unknown fields is rejected, because a misspelled field can cost money (a discount that is not applied, a total that is
// not compared). Answers may contain unknown fields, because fields may be added later.

/** The largest party that partners can book; a larger party must call the office. */
export const MAX_PARTNER_PARTY_SIZE = 8;
export const PartnerPartySize = WholeNumber(1, MAX_PARTNER_PARTY_SIZE);

// A card number sent as a token, with or without a token's prefix, is not accepted as a token.
const isToken = (token: string) => isCardToken(token) && !passesLuhn(token.replace(/^[a-z]+_/, ''));
/** A token that the gateway gave to a browser in exchange for a card, good for one use. Partners never send card data to RIC. */
export const PartnerCard = z.strictObject({
  token: z
    .string()
    .max(260)
    .refine(isToken, 'must be a token of the payment gateway, which begins with pm_ or tok_'),
});

/** A customer's name and contacts, with the same limits as in the staff's forms. */
export const PartnerCustomer = z.strictObject({
  first_name: RequiredText(100),
  last_name: RequiredText(100),
  email: RequiredEmail(),
  postcode: Postcode,
  primary_phone: PhoneText(40).default(''),
});

const Club = z.strictObject({ id: SentRecordId, quantity: WholeNumber(1, 200) });
/** A booking whose price is requested. */
export const PartnerQuoteRequest = z.strictObject({
  open_time_id: SentRecordId,
  players: PartnerPartySize,
  discount_code: Typed(60),
  gift_cert_serial: UnstoredText(60).default(''),
  rental_clubs: z.array(Club).max(50).default([]),
});
export type PartnerQuoteRequest = z.output<typeof PartnerQuoteRequest>;

export const NewBooking = PartnerQuoteRequest.extend({
  customer: PartnerCustomer,
  card: PartnerCard.nullish(),
  /** The total in cents that the customer was shown; the booking is rejected if the total is different now. */
  shown_total: z.number().int('must be a whole number of cents').min(0).nullish(),
  notes: Typed(5000),
  alt_emails: EmailList.default(''),
  /**
   * The e-mail of the staff user to credit, which the public site takes from the address by which staff sent the customer there.
   */
  agent_email: Typed(200),
  should_email_customer: z.boolean().default(true),
});
export type NewBooking = z.output<typeof NewBooking>;

/** A price for the whole party, in dollars and in cents. */
export const PartnerPrice = z.object({
  raw_charge: Cents,
  raw_rental: Cents,
  raw_discount: Cents,
  raw_gift_certificate: Cents,
  raw_total: Cents,
  charge: Money,
  rental: Money,
  discount: Money,
  gift_certificate: Money,
  total: Money,
});
export type PartnerPrice = z.infer<typeof PartnerPrice>;

const RentalClub = z.object({
  id: z.number(),
  brand: z.string(),
  description: z.string(),
  raw_charge: Cents,
  charge: Money,
});
export const PartnerCourse = z.object({
  id: z.number(),
  course_name: z.string(),
  display_name: z.string(),
  address: z.string(),
  city: z.string(),
  subdivision: z.string(),
  postcode: z.string(),
  country_alpha2: z.string(),
  phone: z.string(),
  description: z.string(),
  image_url: z.string(),
  /** The time zone of the course's clock, to which all play dates and times of the course refer. */
  time_zone: z.string(),
  rental_clubs: z.array(RentalClub),
});
export type PartnerCourse = z.infer<typeof PartnerCourse>;

export const PartnerOpenTime = z.object({
  id: z.number(),
  course_id: z.number(),
  course_name: z.string(),
  play_date: DateOnly,
  play_time: TimeOfDay,
  /** The instant at which the open time begins. */
  starts_at: UtcInstant,
  /** The party sizes that can still be booked. */
  spots: z.array(z.number()),
  holes: z.number().nullable(),
  starting_side: z.string(),
  /** The rate per player. */
  raw_rate: Cents,
  raw_service_fee: Cents,
  rate: Money,
  service_fee: Money,
  /** The charge for the requested party, before discount, gift certificate and rental clubs. */
  raw_charge: Cents,
  charge: Money,
});
export type PartnerOpenTime = z.infer<typeof PartnerOpenTime>;

const Ids = z
  .string()
  .max(2000)
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids with commas between them')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= 200, 'must be at most 200');
export const PartnerSearch = z.strictObject({
  date: DateOnly,
  players: PartnerPartySize,
  /** Restricts the search to these courses: ids separated by commas. */
  course_ids: Ids.optional(),
  /** The earliest and latest time (both included) on the course's clock. */
  from: TimeOfDay.default('00:00'),
  to: TimeOfDay.default('23:59'),
  page: WholeNumber(1, 1000).default(1),
  per_page: WholeNumber(1, 500).default(100),
});
export type PartnerSearch = z.output<typeof PartnerSearch>;

export const PartnerBooking = z.object({
  id: z.number(),
  status: z.enum(['pending', 'booked', 'played', 'canceled', 'failed']),
  confirmation: z.string(),
  course_id: z.number(),
  course_name: z.string(),
  play_date: DateOnly,
  play_time: TimeOfDay,
  players: z.number(),
  price: PartnerPrice,
});
export type PartnerBooking = z.infer<typeof PartnerBooking>;
/** The present state of a booking that the partner made. */
export const PartnerOwnBooking = PartnerBooking.extend({
  customer: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  paid_by_card: z.boolean(),
  /** The amount refunded so far, to the card and the gift certificate together. */
  raw_refunded: Cents,
  refunded: Money,
  created_at: UtcInstant,
  canceled_at: UtcInstant.nullable(),
});
export type PartnerOwnBooking = z.infer<typeof PartnerOwnBooking>;

export const PartnerLeadRequest = z.strictObject({
  course_id: SentRecordId,
  lead_date: DateOnly,
  play_time: TimeOfDay,
  players: PartnerPartySize,
  customer: PartnerCustomer,
  card: PartnerCard.nullish(),
});
export type PartnerLeadRequest = z.output<typeof PartnerLeadRequest>;

export const CertificateQuoteRequest = z.strictObject({
  /** The only course at which the gift certificate is valid; null means every course. */
  course_id: SentRecordId.nullish(),
  /** The value of the gift certificate in dollars, e.g. `100.00`. */
  value: z.string().regex(/^\d{1,6}(\.\d\d)?$/, 'must be an amount like 100.00'),
});
export type CertificateQuoteRequest = z.output<typeof CertificateQuoteRequest>;
export const CertificateSaleRequest = CertificateQuoteRequest.extend({
  /** The price in cents that the customer was shown; the sale is rejected if the price is different now. */
  shown_price: z.number().int('must be a whole number of cents').min(0).nullish(),
  purchaser: PartnerCustomer,
  recipient: PartnerCustomer.pick({ first_name: true, last_name: true, email: true }),
  who_from: Typed(100),
  greeting: Typed(2000),
  card: PartnerCard,
});
export type CertificateSaleRequest = z.output<typeof CertificateSaleRequest>;

export const CertificateQuote = z.object({ raw_value: Cents, value: Money, raw_price: Cents, price: Money });
export type CertificateQuote = z.infer<typeof CertificateQuote>;
export const PartnerCertificate = CertificateQuote.extend({ id: z.number(), serial: z.string() });
export type PartnerCertificate = z.infer<typeof PartnerCertificate>;

export const PartnerQuote = z.object({
  open_time: PartnerOpenTime.omit({ spots: true }),
  players: z.number(),
  price: PartnerPrice,
  discount_code: z.string().nullable(),
  /** The gift certificate, with the amount that could be spent before this booking. */
  gift_certificate: z.object({ serial: z.string(), raw_balance: Cents, balance: Money }).nullable(),
});
export type PartnerQuote = z.infer<typeof PartnerQuote>;
export const PartnerCancellation = z.object({
  id: z.number(),
  status: PartnerBooking.shape.status,
  raw_refunded: Cents,
  refunded: Money,
  message: z.string(),
});
export type PartnerCancellation = z.infer<typeof PartnerCancellation>;
export const PartnerLeadAnswer = z.object({
  id: z.number(),
  /** The matching open times for the party on that day, nearest to the wanted time first. */
  open_times: z.array(z.object({ id: z.number(), play_time: TimeOfDay })),
});
export type PartnerLeadAnswer = z.infer<typeof PartnerLeadAnswer>;
export const CertificateBalance = z.object({
  serial: z.string(),
  raw_balance: Cents,
  balance: Money,
  course_id: z.number().nullable(),
});
export type CertificateBalance = z.infer<typeof CertificateBalance>;

/** The outcome of a partner's request: `result` is the answer once the operation is settled, `error` the reason of a rejection. */
export const PartnerOperation = z.object({
  id: z.string(),
  kind: z.enum(['book', 'cancel', 'lead', 'certificate_sale']),
  state: OperationState,
  result: z.union([PartnerBooking, PartnerCancellation, PartnerLeadAnswer, PartnerCertificate]).nullable(),
  error: PartnerError.shape.error.nullable(),
});
export type PartnerOperation = z.infer<typeof PartnerOperation>;

/** The answer with status 202, while the outcome of a request is unknown. */
export const PartnerPending = PartnerError.extend({
  operation: z.object({ id: z.string(), state: OperationState, href: z.string() }),
});
export type PartnerPending = z.infer<typeof PartnerPending>;
