import { z } from 'zod';
import type { HttpCall } from '../../src/contract/call.ts';
import { TEST_PASSWORD } from '../support/factories.ts';

/** The parts of an answer that the fuzz test judges. */
export type FuzzAnswer = { status: number; text: string; headers: Record<string, unknown> };
export type CallerRole = 'stranger' | 'agent' | 'admin';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const Sentence = z.string().min(1);
const Refusal = z.union([
  z.strictObject({
    errors: z.record(z.string(), z.array(Sentence).min(1)).refine((all) => Object.keys(all).length > 0),
    // The error code of a booking, change or sale whose card was declined.
    code: z.literal('card_declined').optional(),
    request_id: z.uuid(),
  }),
  z.strictObject({ message: Sentence, backend_message: z.string().optional(), request_id: z.uuid() }),
]);
const REFUSALS = [400, 401, 403, 404, 405, 409, 413, 414, 415, 422];
// The statuses that callers without a sign-in may get, because the server reads only the address of their requests.
const TOLD_STRANGERS = [400, 401, 403, 404, 405, 414];
/** The calls with rate limits, which slow down repeated failures, guesses, requests and e-mails. */
const SLOWED = [
  '/api/auth/sign_in',
  '/api/auth/password',
  '/api/availability/fetch_card/:queueId',
  '/api/lost_leads/fetch_card/:leadId',
  '/api/gift_certificates/receipt/:serial',
  '/api/gift_certificates/certificate/:serial',
  '/api/gift_certificates/certificate/:serial/update_purchaser',
  '/api/gift_certificates/certificate/:serial/update_recipient',
  '/api/ibe/validate_gift_cert',
  '/api/ibe/validate_discount',
  '/api/ibe/book',
  '/api/tee_times/cancel/email/:id',
  '/api/tee_times/receipt/:id',
  '/api/tee_times/voucher/:id',
  '/api/templates/send_me',
];

/** Returns a sentence that says what is wrong with an answer, or null. */
export function describeWrongAnswer(
  called: HttpCall,
  role: CallerRole,
  { status, text, headers }: FuzzAnswer,
): string | null {
  if (status >= 500) return `answered ${status}`;
  const type = String(headers['content-type']);
  // A workbook has no schema in the contract; an unauthorized caller gets the usual error message instead.
  if (called.file && status === 200)
    return mayAsk(called, role) && type.startsWith(WORKBOOK) ? null : `let somebody in, or answered ${type}`;
  if (!type.startsWith('application/json')) return `answered ${type}`;
  if ('x-injected' in headers) return 'let a header in';
  const body = parsed(text);
  if (status === 200) return mayAsk(called, role) ? misshapen(called.answer, body) : 'let somebody in';
  if (status === 202 && called.pending) return misshapen(called.pending, body);
  return refusedBadly(called, role, { status, body });
}

function refusedBadly(
  { path, access }: HttpCall,
  role: CallerRole,
  { status, body }: { status: number; body: unknown },
): string | null {
  const isKnown = REFUSALS.includes(status) || (status === 429 && SLOWED.includes(path));
  if (!isKnown) return `answered ${status}`;
  if (role === 'stranger' && access !== 'public' && !TOLD_STRANGERS.includes(status))
    return `told a stranger ${status}`;
  return Refusal.safeParse(body).success ? null : 'refused in another shape';
}

const mayAsk = ({ access }: HttpCall, role: CallerRole): boolean =>
  access === 'public' || role === 'admin' || (role === 'agent' && access === 'staff');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// Compares an answer before and after parsing: parsing drops fields that the schema does not name, so a difference is a
// superfluous field.
function misshapen(schema: z.ZodType, body: unknown): string | null {
  const read = schema.safeParse(body);
  if (!read.success) return `is not what it answers: ${read.error.message.slice(0, 200)}`;
  return JSON.stringify(read.data) === JSON.stringify(body) ? null : 'answers more than it says';
}

const SECRETS = [
  TEST_PASSWORD,
  '$argon2',
  'password_hash',
  'token_hash',
  'node_modules',
  'at async ',
  '4242424242424242',
  '4000000000000002',
  'root:x:0',
];

/**
 * Finds a secret, such as another person's token, in an answer; returns null if there is none. A person who signs in gets
 * their own tokens.
 */
export function findSecret(
  tokens: Iterable<string>,
  sent: string,
  { text, headers }: FuzzAnswer,
): string | null {
  const told = text + JSON.stringify({ ...headers, 'access-token': undefined });
  for (const secret of [...SECRETS, ...tokens])
    if (told.includes(secret) && !sent.includes(secret)) return secret;
  return null;
}
