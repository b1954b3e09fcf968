import { z } from 'zod';

/** The actions of the partner API that a course group may grant a partner, with their ids in the table `api_actions`. */
export const PARTNER_ACTIONS = {
  'List courses': 1,
  'Search tee times': 2,
  Book: 3,
  Cancel: 4,
  'Leave a lead': 5,
  'Sell a gift certificate': 6,
} as const;
export type PartnerAction = keyof typeof PARTNER_ACTIONS;

/**
 * The codes for which a partner's request may be rejected, on which the partner's program can decide. The codes never
 * change, their sentences may.
 */
export const PARTNER_ERROR_CODES = {
  unreadable: 'The request cannot be read: no JSON, another content type, nested too deep.',
  unauthorized: 'No key, or none that is good.',
  not_granted: 'No course group grants this action, or not on this course, or the course is not sold.',
  not_found: 'There is nothing here, or it is not yours.',
  no_such_method: 'The address has no such method.',
  conflict: 'What the call names was changed or removed at the same moment.',
  still_running: 'The same request, by its key, is still being worked on.',
  not_available: 'The open time is gone, booked up, or not open for a party of this size.',
  price_changed: 'The total is not the one that was shown. Ask for a quote again.',
  not_cancelable: 'The booking is in no state for it, or the course has to be called.',
  key_used: 'The Idempotency-Key came with another request before.',
  too_large: 'The request is too large.',
  invalid: 'Something that was sent is wrong: `fields` says what.',
  card_declined: 'The card was not charged. Nothing was booked or sold.',
  too_many: 'A limit of the key is used up. Retry-After says when there is more.',
  forgotten: 'It was answered long ago, and the answer is no longer kept.',
  outcome_unknown:
    'The payment gateway has not said what happened. Follow the operation; do not send it again.',
  outside_failed: 'Somebody whom RIC asked did not answer. Nothing was done.',
  busy: 'RIC cannot serve the call now. Nothing was done; the same may be sent again.',
  internal: 'A fault of RIC. The same may be sent again under the same Idempotency-Key.',
} as const;
export type PartnerErrorCode = keyof typeof PARTNER_ERROR_CODES;

/** The form of every error answer below `/partner/v1`. */
export const PartnerError = z.object({
  error: z.object({
    code: z.enum(Object.keys(PARTNER_ERROR_CODES)),
    message: z.string(),
    /** The error sentences of each wrong field in the request. */
    fields: z.record(z.string(), z.array(z.string())).optional(),
  }),
  request_id: z.string().optional(),
});
export type PartnerError = z.infer<typeof PartnerError>;

/** The same error answer as problem details (RFC 9457), for a program that accepts `application/problem+json`. */
export const PartnerProblem = z.object({
  /** The address of the error code in the partner API's documentation. */
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(Object.keys(PARTNER_ERROR_CODES)),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string().optional(),
});
export type PartnerProblem = z.infer<typeof PartnerProblem>;
