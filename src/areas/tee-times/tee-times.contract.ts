import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import { Players, ExpectedUpdatedAt, RequiredText, TextOrEmpty } from '../../contract/forms/fields.ts';
import { Cents, CalculatedCents, Money, CalculatedMoney } from '../../contract/forms/money.ts';
import {
  RecordIdParams,
  CreatedInQuery,
  DateOnly,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  ListQuery,
  SavedRecordId,
  TimeOfDay,
} from '../../contract/wire.ts';
import { countTeeTimes } from '../../contract/tee-time-count/tee-time-count.ts';
import { OutcomePending } from '../operations/operations.contract.ts';
import { TransactionRecord } from '../transactions/transactions.contract.ts';

export const TEE_TIME_STATUSES = ['pending', 'booked', 'played', 'canceled', 'failed'] as const;
export const TeeTimeStatus = z.enum(TEE_TIME_STATUSES);
export type TeeTimeStatus = z.infer<typeof TeeTimeStatus>;

export const TeeTimeRow = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  status: TeeTimeStatus,
  created_at: UtcInstant,
  play_date: DateOnly,
  play_time: TimeOfDay,
  players: z.number(),
  paid: Money,
  cost: Money,
  course_id: z.number(),
  course_name: z.string(),
  confirmation: z.string(),
  payment_id: z.string(),
  agent: z.string(),
  notes: z.string(),
  internal_notes: z.string(),
});
export type TeeTimeRow = z.infer<typeof TeeTimeRow>;

const Customer = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  primary_phone: z.string().nullable(),
  postcode: z.string().nullable(),
});

export const TeeTime = z.object({
  id: z.number(),
  status: TeeTimeStatus,
  is_canceled: z.boolean(),
  /** Not in the specification: a change of the tee time is running; until it is settled the tee time is as it was. */
  is_changing: z.boolean(),
  agent: z.string(),
  source: z.enum(['internal', 'external', 'misc']),
  created_at: UtcInstant,
  updated_at: UtcInstant,
  course_name: z.string(),
  course: z.object({ id: z.number(), course_name: z.string() }),
  play_date: DateOnly,
  play_time: TimeOfDay,
  players: z.number(),
  confirmation: z.string(),
  folio: z.string(),
  notes: z.string(),
  internal_notes: z.string(),
  alt_emails: z.string(),
  should_email_customer: z.boolean(),
  should_email_course: z.boolean(),
  pipedrive_deal_id: z.number().nullable(),
  availability_queue_id: z.number().nullable(),
  charge: Money,
  rental_amount: Money,
  discount_amount: Money,
  gift_certificate_amount: Money,
  total: Money,
  paid: Money,
  /** Not in the specification: the sum refunded to all tenders. */
  refunded: Money,
  cost: Money,
  /** Not in the specification: why the booking failed; null for a tee time whose booking did not. */
  failure: z.string().nullable(),
  customer: z.array(Customer),
  gift_certificate: z.object({ id: z.number(), serial: z.string() }).nullable(),
  golf_discount: z.object({ id: z.number(), code: z.string() }).nullable(),
  golf_rate: z.object({ id: z.number(), internal_memo: z.string() }).nullable(),
  rental_clubs: z.array(
    z.object({
      id: z.number(),
      quantity: z.number(),
      brand: z.string(),
      description: z.string(),
      handed: z.number(),
      sex: z.number(),
      raw_charge: Cents,
    }),
  ),
  transaction_record: TransactionRecord.nullable(),
});
export type TeeTime = z.infer<typeof TeeTime>;

/** The editable fields of a tee time; the money fields are accepted unchanged, and rejected if they differ. */
const TeeTimeForm = defineForm({
  confirmation: RequiredText(60).optional(),
  play_date: DateOnly.optional(),
  play_time: TimeOfDay.optional(),
  players: Players.optional(),
  course: z.object({ id: SentRecordId }).optional(),
  notes: TextOrEmpty(5000).optional(),
  internal_notes: TextOrEmpty(5000).optional(),
  folio: TextOrEmpty(200).optional(),
  charge: CalculatedMoney.optional(),
  total: CalculatedMoney.optional(),
  discount_amount: CalculatedMoney.optional(),
  gift_certificate_amount: CalculatedMoney.optional(),
  updated_at: ExpectedUpdatedAt,
});
export type TeeTimeForm = CheckedForm<typeof TeeTimeForm>;
/** The discount or gift certificate of the booking: null, `{}` or its id; another id is rejected. */
const Tender = z.object({ id: z.number().nullish() }).nullish();

/** The refund amounts that the screen offers. */
const RefundChoice = z.enum(['standard', 'full', 'custom']);
export type RefundChoice = z.infer<typeof RefundChoice>;

/** A refund that waits for an admin's approval: the planned action, the requester, and the tee time. */
export const RefundRequest = z.object({
  id: z.number(),
  tee_time_id: z.number(),
  asked_by: z.string(),
  /** True if the person who reads this requested the refund. */
  is_own: z.boolean(),
  asked_at: UtcInstant,
  lapses_at: UtcInstant,
  cancel: z.boolean(),
  force_cancel: z.boolean(),
  choice: RefundChoice,
  raw_card: Cents,
  raw_certificate: Cents,
  reason: z.string(),
  /** The tee time's `updated_at` when the refund was requested. */
  seen_at: UtcInstant,
  customer_name: z.string(),
  course_name: z.string(),
  play_date: DateOnly,
  play_time: TimeOfDay,
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** The amounts that each tender of a tee time paid and got back so far; a refund is split over these tenders. */
const PaidBy = z.object({
  raw_card: Cents,
  raw_card_refunded: Cents,
  /**
   * The card charges with what can still be refunded of each, in the order of refunding. A charge made before the
   * digits were stored has none.
   */
  cards: z.array(z.object({ card_last4: z.string().nullable(), raw_amount: Cents, raw_left: Cents })),
  raw_certificate: Cents,
  raw_certificate_refunded: Cents,
  serial: z.string().nullable(),
  raw_on_account: Cents,
});

export const CancelOptions = z.object({
  /** False if there is nothing to cancel and nothing to refund, or if neither is possible now. */
  valid: z.boolean(),
  /** True if no course system holds the reservation. */
  internal: z.boolean(),
  refund_total: Cents,
  is_canceled: z.boolean(),
  transaction_total: Cents,
  /** The line that explains `refund_total`. */
  why: z.string(),
  /** Not in the specification: the explanation without the hours until play. */
  rule: z.string(),
  /** Not in the specification: what each tender paid and got back. */
  paid_by: PaidBy,
  /** Not in the specification: the cents above which a refund waits for an admin's approval; null if no approval is needed. */
  free_total: Cents.nullable(),
  /** Not in the specification: the refund request that already waits. */
  waiting: RefundRequest.nullable(),
});
export type CancelOptions = z.infer<typeof CancelOptions>;

const Ticked = z
  .boolean()
  .nullish()
  .transform((ticked) => ticked ?? false);
export const CancellationInput = z.object({
  id: SentRecordId,
  refund: Ticked,
  cancel: Ticked,
  force_cancel: Ticked,
  /** The cents to refund; if missing, the standard amount. At most the amount paid. */
  refund_amount: CalculatedCents.nullish(),
  /**
   * Not in the specification: the name under which the screen offered the amount; without a name the amount is a
   * custom one.
   */
  refund_choice: RefundChoice.nullish(),
  /** Not in the specification: the reason for the refund, which the approver reads. */
  reason: TextOrEmpty(500).nullish(),
});
export type CancellationInput = z.output<typeof CancellationInput>;
export const CancellationResult = z.object({
  valid: z.boolean(),
  message: z.string(),
  confirmation: z.string().optional(),
  backend_message: z.string().optional(),
  /** Not in the specification: true if the request was not declined, but waits for an admin's approval. */
  waits: z.boolean().optional(),
});
export type CancellationResult = z.infer<typeof CancellationResult>;

const envelope = ['tee_time'];
const ListOfTeeTimes = ListQuery.extend(CreatedInQuery.shape);
const COLUMNS = [
  'first_name',
  'last_name',
  'status',
  'created_at',
  'play_date',
  'play_time',
  'players',
  'paid',
  'cost',
  'course_name',
  'confirmation',
  'payment_id',
  'agent',
  'notes',
  'internal_notes',
] as const;
const list = {
  filters: [
    ...COLUMNS,
    'id',
    'email',
    'primary_phone',
    'course_id',
    'customer_id',
    'golf_rate_id',
    'holiday_id',
  ],
  sorts: COLUMNS,
  follows: 'tee_times',
  opens: {
    sort: [{ name: 'created_at', desc: true }],
    period: true,
    // These filters find a text anywhere in a field.
    capped: [
      'first_name',
      'last_name',
      'email',
      'primary_phone',
      'confirmation',
      'payment_id',
      'agent',
      'notes',
      'internal_notes',
    ],
  },
} as const;
// prettier-ignore
export const teeTimes = {
  index:          defineCall({ method: 'GET',  path: '/api/tee_times/index',              access: 'staff', query: ListOfTeeTimes, list, answer: z.array(TeeTimeRow) }),
  count:          countTeeTimes,
  show:           defineCall({ method: 'GET',  path: '/api/tee_times/show/:id',           access: 'staff', params: RecordIdParams, answer: TeeTime }),
  update:         defineCall({ method: 'PUT',  path: '/api/tee_times/update',             access: 'staff', changes: ['tee_times', 'queues', 'leads'], envelope, body: RecordIdParams.extend({ tee_time: TeeTimeForm.Change, gift_certificate: Tender, discount: Tender }), answer: SavedRecordId }),
  updateCustomer: defineCall({ method: 'PUT',  path: '/api/tee_times/update/customer',    access: 'staff', changes: ['tee_times', 'queues', 'leads'], body: RecordIdParams.extend({ customer_id: SentRecordId, updated_at: ExpectedUpdatedAt }), answer: SavedRecordId }),
  cancelOptions:  defineCall({ method: 'GET',  path: '/api/tee_times/cancel/options/:id', access: 'staff', urgency: 'caller', params: RecordIdParams, answer: CancelOptions }),
  cancel:         defineCall({ method: 'POST', path: '/api/tee_times/cancel',             access: 'staff', urgency: 'caller', changes: ['tee_times', 'notices'], transaction: 'own', body: CancellationInput, answer: CancellationResult, pending: OutcomePending }),
  // Cancels without a refund; answers an error with the message where `cancel` answers `valid: false`.
  cancelPlainly:  defineCall({ method: 'GET',  path: '/api/tee_times/cancel/:id',         access: 'staff', urgency: 'caller', changes: ['tee_times', 'notices'], writes: true, transaction: 'own', params: RecordIdParams, answer: DoneMessage, pending: OutcomePending }),
  cancelEmail:    defineCall({ method: 'GET',  path: '/api/tee_times/cancel/email/:id',   access: 'staff', changes: ['notices'], writes: true, params: RecordIdParams, answer: DoneMessage }),
  receipt:        defineCall({ method: 'GET',  path: '/api/tee_times/receipt/:id',        access: 'staff', changes: ['notices'], writes: true, params: RecordIdParams, answer: DoneMessage }),
  voucher:        defineCall({ method: 'GET',  path: '/api/tee_times/voucher/:id',        access: 'staff', changes: ['notices'], writes: true, params: RecordIdParams, answer: DoneMessage }),
};
