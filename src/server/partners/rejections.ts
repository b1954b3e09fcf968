import { PARTNER_CODES, type PartnerCode, type PartnerError } from '../../contract/partners/partners.ts';
import { Answered, RequestInProgress, type HttpAnswer } from '../http/errors.ts';

/** A rejection with a code of its own, by which partners' programs decide. */
export class PartnerRejected extends Answered {
  constructor(
    status: number,
    readonly code: PartnerCode,
    message: string = PARTNER_CODES[code],
    readonly fields?: Record<string, string[]>,
  ) {
    super(status, { message });
  }
}

const BY_STATUS: Record<number, PartnerCode> = {
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

function codeOf(error: unknown, status: number): PartnerCode {
  if (error instanceof PartnerRejected) return error.code;
  if (error instanceof RequestInProgress) return 'still_running';
  // The idempotency key came with another body.
  if (error instanceof Answered && 'operation' in error.body) return 'key_used';
  return BY_STATUS[status] ?? 'unreadable';
}

/** Converts a rejection from the form of staff's screens to that of the partner API. */
export function toPartnerError(error: unknown, { status, body, headers }: HttpAnswer): HttpAnswer {
  const code = codeOf(error, status);
  const fields = error instanceof PartnerRejected ? error.fields : errorsIn(body);
  const message = typeof body['message'] === 'string' ? body['message'] : PARTNER_CODES[code];
  const answer: PartnerError = { error: { code, message, ...(fields && { fields }) } };
  const { operation, request_id } = body;
  return {
    status,
    body: { ...answer, ...(operation !== undefined && { operation }), request_id },
    headers: { ...headers, ...(status === 401 && { 'www-authenticate': 'Bearer' }) },
  };
}

const isErrors = (sent: unknown): sent is Record<string, string[]> =>
  typeof sent === 'object' && sent !== null;
const errorsIn = ({ errors }: HttpAnswer['body']) => (isErrors(errors) ? errors : undefined);
