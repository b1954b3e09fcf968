import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { UnstoredText } from '../../contract/forms/fields.ts';
import { RecordIdParams } from '../../contract/wire.ts';
import * as example from './partner-examples.contract.ts';
import {
  CertificateBalance,
  PartnerBooking,
  PartnerCancellation,
  PartnerCertificate,
  CertificateQuote,
  PartnerCourse,
  PartnerLeadAnswer,
  NewBooking,
  CertificateSaleRequest,
  PartnerLeadRequest,
  PartnerOperation,
  PartnerOpenTime,
  PartnerOwnBooking,
  PartnerPending,
  PartnerQuote,
  PartnerSearch,
  PartnerQuoteRequest,
  CertificateQuoteRequest,
} from './partner-wire.contract.ts';

const CardFields = z.object({
  gateway: z.enum(['stripe', 'built-in']),
  /** The address of the script that defines `Stripe` on a web page; `publishable_key` is the key for `Stripe`. */
  script: z.string(),
  publishable_key: z.string(),
  /** The address to which a browser posts a test card as JSON to get a token; null for every gateway but the built-in one. */
  tokens_url: z.string().nullable(),
});
const BySerial = z.strictObject({ gift_cert_serial: UnstoredText(60).min(1, 'is required') });
const OfOperation = z.object({ id: z.uuid('is not an operation') });

const MOST_BYTES = 64 * 1024;
const own = { access: 'partner', urgency: 'partner', ours: true, maxBytes: MOST_BYTES } as const;
const moves = { ...own, transaction: 'own', pending: PartnerPending } as const;
/** The calls that partners' programs make, version 1: calls may be added, but existing ones never change. */
// prettier-ignore
export const partnerInterface = {
  courses:     defineCall({ ...own, method: 'GET', path: '/partner/v1/courses', answer: z.object({ courses: z.array(PartnerCourse) }), partner: example.courses }),
  search:      defineCall({ ...own, method: 'GET', path: '/partner/v1/open_times', query: PartnerSearch, answer: z.object({ open_times: z.array(PartnerOpenTime), has_more: z.boolean() }), partner: example.search }),
  quote:       defineCall({ ...own, method: 'POST', path: '/partner/v1/quotes', writes: false, body: PartnerQuoteRequest, answer: PartnerQuote, partner: example.quote }),
  book:        defineCall({ ...moves, method: 'POST', path: '/partner/v1/bookings', changes: ['tee_times', 'queues', 'leads', 'notices', 'turns'], body: NewBooking, answer: PartnerBooking, partner: example.book }),
  booking:     defineCall({ ...own, method: 'GET', path: '/partner/v1/bookings/:id', params: RecordIdParams, answer: PartnerOwnBooking, partner: example.booking }),
  cancel:      defineCall({ ...moves, method: 'POST', path: '/partner/v1/bookings/:id/cancellation', changes: ['tee_times', 'queues', 'leads', 'notices'], params: RecordIdParams, body: z.strictObject({ refund: z.enum(['none', 'standard']) }), answer: PartnerCancellation, partner: example.cancel }),
  leaveLead:   defineCall({ ...moves, method: 'POST', path: '/partner/v1/leads', changes: ['queues', 'leads'], body: PartnerLeadRequest, answer: PartnerLeadAnswer, partner: example.leaveLead }),
  balance:     defineCall({ ...own, method: 'POST', path: '/partner/v1/gift_certificates/balance', writes: false, body: BySerial, answer: CertificateBalance, partner: example.balance }),
  sellQuote:   defineCall({ ...own, method: 'POST', path: '/partner/v1/gift_certificates/quotes', writes: false, body: CertificateQuoteRequest, answer: CertificateQuote, partner: example.sellQuote }),
  sell:        defineCall({ ...moves, method: 'POST', path: '/partner/v1/gift_certificates', changes: ['notices'], body: CertificateSaleRequest, answer: PartnerCertificate, partner: example.sell }),
  operation:   defineCall({ ...own, method: 'GET', path: '/partner/v1/operations/:id', params: OfOperation, answer: PartnerOperation, partner: example.operation }),
  cardFields:  defineCall({ ...own, method: 'GET', path: '/partner/v1/card_fields', answer: CardFields, partner: example.cardFields }),
};

const Limits = z.looseObject({
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
});
const Json = z.object({
  'application/json': z.looseObject({ schema: z.unknown(), example: z.unknown().optional() }),
});
/** The parts of the OpenAPI document that the web page shows. */
export const PartnerDocument = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        summary: z.string(),
        'x-action': z.string().optional(),
        parameters: z
          .array(
            z.looseObject({
              name: z.string(),
              in: z.string(),
              required: z.boolean(),
              example: z.unknown().optional(),
              schema: Limits,
            }),
          )
          .optional(),
        requestBody: z.looseObject({ content: Json }).optional(),
        responses: z.record(z.string(), z.looseObject({ description: z.string(), content: Json })),
      }),
    ),
  ),
  webhooks: z.record(
    z.string(),
    z.object({ post: z.looseObject({ requestBody: z.looseObject({ content: Json }) }) }),
  ),
  'x-codes': z.record(z.string(), z.string()),
});
export type PartnerDocument = z.infer<typeof PartnerDocument>;

/** The calls that serve the OpenAPI document of the partner interface, without a key. */
// prettier-ignore
export const partnerDocument = {
  openApi: defineCall({ method: 'GET', path: '/partner/v1/openapi.json', access: 'public', ours: true, answer: PartnerDocument }),
};
