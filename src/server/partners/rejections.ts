import {
  PARTNER_ERROR_CODES,
  type PartnerErrorCode,
  type PartnerProblem,
} from '../../contract/partners/partners.ts';
import { SettledAnswer, RequestInProgress, type HttpAnswer } from '../http/errors.ts';

/** A rejection of the partner API with a code, on which partners' programs decide. */
export class PartnerRejected extends SettledAnswer {
  constructor(
    status: number,
    readonly code: PartnerErrorCode,
    message: string = PARTNER_ERROR_CODES[code],
    readonly fields?: Record<string, string[]>,
  ) {
    super(status, { message });
  }
}

const BY_STATUS: Record<number, PartnerErrorCode> = {
  401: 'unauthorized',
  403: 'not_granted',
  404: 'not_found',
  405: 'no_such_method',
  409: 'conflict',
  410: 'forgotten',
  413: 'too_large',
  414: 'too_large',
  422: 'invalid',
  429: 'too_many',
  431: 'too_large',
  500: 'internal',
  502: 'outside_failed',
  503: 'busy',
};

function codeOf(error: unknown, status: number): PartnerErrorCode {
  if (error instanceof PartnerRejected) return error.code;
  if (error instanceof RequestInProgress) return 'still_running';
  // The idempotency key was used before with another body.
  if (error instanceof SettledAnswer && 'operation' in error.body) return 'key_used';
  return BY_STATUS[status] ?? 'unreadable';
}

type FailedRequest = { error: unknown; accept: string | undefined };

/**
 * Converts a rejection from the form that staff's screens read to the error form of the partner API, or to RFC 9457
 * problem details for a program that accepts them.
 */
export function toPartnerError(
  { error, accept }: FailedRequest,
  { status, body, headers }: HttpAnswer,
): HttpAnswer {
  const code = codeOf(error, status);
  const fields = error instanceof PartnerRejected ? error.fields : errorsIn(body);
  const message = typeof body['message'] === 'string' ? body['message'] : PARTNER_ERROR_CODES[code];
  const rejection: Problem = { code, message, ...(fields && { fields }) };
  const isProblem = acceptsProblemDetails(accept);
  const { operation, request_id } = body;
  const more = { ...(operation !== undefined && { operation }), request_id };
  return {
    status,
    body: { ...(isProblem ? toProblemDetails(status, rejection) : { error: rejection }), ...more },
    headers: {
      ...headers,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(isProblem && { 'content-type': PROBLEM_MEDIA_TYPE }),
    },
  };
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';
export const acceptsProblemDetails = (accept: string | undefined): boolean =>
  accept?.includes('application/problem+json') ?? false;

type Problem = { code: PartnerErrorCode; message: string; fields?: Record<string, string[]> };
/** Returns a rejection as RFC 9457 problem details; `type` is the address of its code in the partner API's documentation. */
export const toProblemDetails = (status: number, { code, message, ...more }: Problem): PartnerProblem => ({
  type: `/partner/v1#${code}`,
  title: PARTNER_ERROR_CODES[code],
  status,
  detail: message,
  code,
  ...more,
});

const isErrors = (sent: unknown): sent is Record<string, string[]> =>
  typeof sent === 'object' && sent !== null;
const errorsIn = ({ errors }: HttpAnswer['body']) => (isErrors(errors) ? errors : undefined);
