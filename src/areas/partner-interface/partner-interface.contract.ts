import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { UnkeptText } from '../../contract/forms/fields.ts';
import { Cents, Money } from '../../contract/money.ts';
import { PartnerError } from '../../contract/partners.ts';
import { ById, TimeOfDay } from '../../contract/wire.ts';
import { OperationState } from '../operations/operations.contract.ts';
import * as example from './partner-examples.contract.ts';
import {
  Booking,
  Certificate,
  Course,
  NewBooking,
  NewCertificate,
  NewLead,
  OpenTime,
  OwnBooking,
  Pending,
  Price,
  Search,
  ToPrice,
} from './partner-wire.contract.ts';

const Quote = z.object({
  open_time: OpenTime.omit({ spots: true }),
  players: z.number(),
  price: Price,
  discount_code: z.string().nullable(),
  /** What could be spent of the certificate before this booking. */
  gift_certificate: z.object({ serial: z.string(), raw_balance: Cents, balance: Money }).nullable(),
});
const Canceled = z.object({
  id: z.number(),
  status: Booking.shape.status,
  raw_refunded: Cents,
  refunded: Money,
  message: z.string(),
});
const Lead = z.object({
  id: z.number(),
  /** What is open for the party that day, the nearest first. */
  open_times: z.array(z.object({ id: z.number(), play_time: TimeOfDay })),
});
const Balance = z.object({
  serial: z.string(),
  raw_balance: Cents,
  balance: Money,
  course_id: z.number().nullable(),
});
/** What became of a request: `result` is its answer once it is settled, `error` why it was refused. */
const Operation = z.object({
  id: z.string(),
  kind: z.enum(['book', 'cancel', 'lead', 'certificate_sale']),
  state: OperationState,
  result: z.union([Booking, Canceled, Lead, Certificate]).nullable(),
  error: PartnerError.shape.error.nullable(),
});
const CardFields = z.object({
  gateway: z.enum(['stripe', 'built-in']),
  /** The script that puts `Stripe` on a page, and the key that it is opened with. */
  script: z.string(),
  publishable_key: z.string(),
  /** Of the built-in gateway alone: where a browser posts a test card as JSON for its token. */
  tokens_url: z.string().nullable(),
});
const BySerial = z.object({ gift_cert_serial: UnkeptText(60).min(1, 'is required') });
const OfOperation = z.object({ id: z.uuid('is not an operation') });

const own = { access: 'partner', urgency: 'partner', ours: true } as const;
const moves = { ...own, transaction: 'own', pending: Pending } as const;
/** The calls of partners' programs, version 1: what is in it stays as it is, more may come. */
// prettier-ignore
export const partnerInterface = {
  courses:     call({ ...own, method: 'GET', path: '/partner/v1/courses', answer: z.object({ courses: z.array(Course) }), partner: example.courses }),
  search:      call({ ...own, method: 'GET', path: '/partner/v1/open_times', query: Search, answer: z.object({ open_times: z.array(OpenTime), has_more: z.boolean() }), partner: example.search }),
  quote:       call({ ...own, method: 'POST', path: '/partner/v1/quotes', writes: false, body: ToPrice, answer: Quote, partner: example.quote }),
  book:        call({ ...moves, method: 'POST', path: '/partner/v1/bookings', changes: ['tee_times', 'queues', 'leads', 'notices', 'turns'], body: NewBooking, answer: Booking, partner: example.book }),
  booking:     call({ ...own, method: 'GET', path: '/partner/v1/bookings/:id', params: ById, answer: OwnBooking, partner: example.booking }),
  cancel:      call({ ...moves, method: 'POST', path: '/partner/v1/bookings/:id/cancellation', changes: ['tee_times', 'queues', 'leads', 'notices'], params: ById, body: z.object({ refund: z.enum(['none', 'standard']) }), answer: Canceled, partner: example.cancel }),
  leaveLead:   call({ ...moves, method: 'POST', path: '/partner/v1/leads', changes: ['queues', 'leads'], body: NewLead, answer: Lead, partner: example.leaveLead }),
  balance:     call({ ...own, method: 'POST', path: '/partner/v1/gift_certificates/balance', writes: false, body: BySerial, answer: Balance, partner: example.balance }),
  sell:        call({ ...moves, method: 'POST', path: '/partner/v1/gift_certificates', changes: ['notices'], body: NewCertificate, answer: Certificate, partner: example.sell }),
  operation:   call({ ...own, method: 'GET', path: '/partner/v1/operations/:id', params: OfOperation, answer: Operation, partner: example.operation }),
  cardFields:  call({ ...own, method: 'GET', path: '/partner/v1/card_fields', answer: CardFields, partner: example.cardFields }),
};

/** Answered to anybody: what the calls above are. */
export const partnerDocument = {
  openApi: call({
    method: 'GET',
    path: '/partner/v1/openapi.json',
    access: 'public',
    ours: true,
    answer: z.looseObject({}),
  }),
};
