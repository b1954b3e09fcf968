import {
  changesData,
  type CallAnswer,
  type HttpCall,
  type PendingCallAnswer,
  type CallInput,
} from '../../contract/call.ts';
import { sendUntilAnswered } from '../busy/send-until-answered.ts';
import { advanceAnswer, dropAdvanceResponses, takeAdvanceResponse } from './ahead.ts';
import { callAddress, callHeaders, type SendOptions, type UntypedCallInput } from './request.ts';
import { deleteAuthHeader } from './session.ts';

/** Spec 1 §8: this text is misspelled in the specification and must stay so. */
export const FATAL_MESSAGE = 'A fatal error occured. Please escalate.';
export const UNDEFINED_RESPONSE = 'Undefined response.';
export const OFFLINE_MESSAGE = 'You are offline. Check the network of this computer, then try again.';
export const INVALID_MESSAGE = 'One or more things are invalid.';

/** The error of a 422 answer, with messages by field name (`customer.email`). */
export class FieldErrors extends Error {
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super(INVALID_MESSAGE);
    this.errors = errors;
  }
}

/**
 * The error if a submission's idempotency key belongs to an earlier submission whose answer never came; the screen then
 * follows that operation.
 */
export class IdempotencyKeyTaken extends FieldErrors {
  readonly operationId: string;
  constructor(errors: Record<string, string[]>, operationId: string) {
    super(errors);
    this.operationId = operationId;
  }
}

/** The error of a rejection in words, such as a failed e-mail or a cancellation that the course refused. */
export class Rejection extends Error {
  readonly backendMessage: string | null;
  constructor(message: string, backendMessage: string | null) {
    super(message);
    this.backendMessage = backendMessage;
  }
}

/**
 * The error of a 409 answer: the record was changed since it was loaded (the message says by whom and when), or the first
 * call with this idempotency key still runs.
 */
export class Stale extends Error {}

/** The error after a session has ended: the sign-in screen is about to open, so the current screen shows nothing about it. */
export class SignedOut extends Error {}

/** The error if the person must first replace a temporary password or set up a second factor; that form is about to open. */
export class SignInIncomplete extends SignedOut {}

/** Any other error of an HTTP call; `status` is 0 if no answer came, `debug` is the whole answer for escalation. */
export class Fatal extends Error {
  readonly status: number;
  readonly debug: string;
  constructor(message: string, status = 0, debug = '') {
    super(message);
    this.status = status;
    this.debug = debug;
  }
}

/** The error if no readable answer came: the work may be done, but nobody saw the result. */
export class UnansweredCall extends Fatal {}

/** The error of a request that failed because this computer has no network. */
export class OfflineError extends Fatal {}

/** The error of a 503 answer: the server cannot serve now, and its sentence says what to do. Nothing on the screen is lost. */
export class ServerUnavailable extends Fatal {}

/**
 * The error if the password is right, but a code of the second factor is missing or wrong; the server's sentence says
 * which.
 */
export class SecondFactorRequired extends Fatal {}

/** Returns true if a failed HTTP call may have taken effect, so that a retry must use the same idempotency key. */
export const mayHaveTakenEffect = (error: unknown): boolean =>
  error instanceof Stale || (error instanceof Fatal && (error.status < 400 || error.status >= 500));

type Args<C extends HttpCall> =
  {} extends CallInput<C>
    ? [sent?: CallInput<C>, options?: SendOptions]
    : [sent: CallInput<C>, options?: SendOptions];
export type RawCallAnswer<C extends HttpCall> = {
  answer: CallAnswer<C>;
  /** The body of a 202 answer, which comes if the outcome is not known yet; else null. */
  pending: PendingCallAnswer<C> | null;
  headers: Headers;
};

type Hooks = { written: () => void; mayBeWritten: () => void; notLetIn: () => void };
const nothing = (): void => undefined;
let hooks: Hooks = { written: nothing, mayBeWritten: nothing, notLetIn: nothing };

/**
 * Registers handlers for a successful write, for a failed write that may have taken effect, and for a call that is rejected
 * until a new password or a second factor is set; called once, at start. A 401 ends the session (`onSessionChange`).
 */
export const setSendHooks = (given: Hooks): void => {
  hooks = given;
};

/**
 * Sends an HTTP call and returns the body of its answer. Throws FieldErrors, Rejection, Stale, SignedOut or Fatal
 * (Unavailable).
 */
export async function sendCall<C extends HttpCall>(call: C, ...rest: Args<C>): Promise<CallAnswer<C>> {
  return (await sendCallForRawAnswer(call, ...rest)).answer;
}

/**
 * Returns the query for an HTTP call; if the request was sent in advance and its answer has arrived, the screen is drawn
 * with that answer at once.
 */
export function callQuery<C extends HttpCall>(
  call: C,
  sent: CallInput<C>,
  { background = false }: SendOptions = {},
) {
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      sendCall(call, ...([sent, { signal, background }] as Args<C>)),
    initialData: () =>
      advanceAnswer(callAddress(call, sent as UntypedCallInput), callHeaders(call, { background }, false)) as
        CallAnswer<C> | undefined,
    // The query is still sent at once, however long its answers stay fresh.
    initialDataUpdatedAt: 0,
  };
}

/** Sends an HTTP call like `send`, for the few callers that also need a pending answer (202) or the headers (sign-in). */
export async function sendCallForRawAnswer<C extends HttpCall>(
  call: C,
  ...rest: Args<C>
): Promise<RawCallAnswer<C>> {
  const [sent = {}, options = {}] = rest;
  const follow = (listener: () => void): void => {
    if (!changesData(call)) return;
    dropAdvanceResponses();
    // A write by a screen's own timer changes nothing else on the screen.
    if (!options.background) listener();
  };
  const raw = await answered(call, sent as UntypedCallInput, options).catch((error: unknown) => {
    if (mayHaveTakenEffect(error)) follow(hooks.mayBeWritten);
    throw error;
  });
  follow(hooks.written);
  return raw;
}

async function answered<C extends HttpCall>(
  call: C,
  sent: UntypedCallInput,
  options: SendOptions,
): Promise<RawCallAnswer<C>> {
  const { response, text } = await reach(call, sent, options);
  const answer = read(text);
  if (!isAnswer(response.status, answer)) throw failure(call, response.status, answer, text);
  if (answer === undefined)
    throw new UnansweredCall(UNDEFINED_RESPONSE, 0, `HTTP ${response.status}: ${text}`);
  // The server serializes every answer through the call's schema, so the browser does not check the shape again.
  const pending = response.status === 202 ? (answer as PendingCallAnswer<C>) : null;
  return { answer: answer as CallAnswer<C>, pending, headers: response.headers };
}

// Returns true for a 200 answer; anything else is an error (part 2 §8). A 202 answer names an operation whose outcome is
// not known yet; the browser has no schema for it (scripts/bare-contracts.ts).
const isAnswer = (status: number, answer: unknown): boolean =>
  status === 200 || (status === 202 && 'operation' in Object(answer));

/** Returns the error for an answer that never came. */
export const unansweredError = (): Fatal =>
  // The browser's own message about a missing answer helps nobody, so it is replaced.
  navigator.onLine ? new UnansweredCall(UNDEFINED_RESPONSE) : new OfflineError(OFFLINE_MESSAGE);

type Reached = { response: Response; text: string };
async function reach(call: HttpCall, sent: UntypedCallInput, options: SendOptions): Promise<Reached> {
  const upload = call.upload ? formOf(sent.body) : null;
  const json = sent.body === undefined || upload ? null : JSON.stringify(sent.body);
  const request = {
    method: call.method,
    headers: callHeaders(call, options, json !== null),
    body: upload ?? json,
    signal: options.signal ?? null,
    cache: 'no-store',
    keepalive: options.keepalive ?? false,
  } as const;
  const address = callAddress(call, sent);
  const ask = async () => {
    const response = await (takeAdvanceResponse(address, request) ?? fetch(address, request));
    return { response, text: await response.text() };
  };
  const isAwaited = !request.headers.has('X-Background');
  try {
    return await sendUntilAnswered(ask, { signal: request.signal, isAwaited });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unansweredError();
  }
}

/**
 * Converts a request body to multipart form data: `{image: {course_id, file}}` becomes `image[course_id]` and
 * `image[file]`; empty values are left out.
 */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [outer, parts] of Object.entries(body as Record<string, Record<string, unknown>>)) {
    for (const [name, part] of Object.entries(parts)) {
      if (part instanceof Blob) form.append(`${outer}[${name}]`, part);
      else if (part !== null && part !== undefined) form.append(`${outer}[${name}]`, String(part));
    }
  }
  return form;
}

/** Parses the body of an answer; undefined if it is empty or not JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ErrorBody = {
  errors?: Record<string, string[]>;
  operation?: { id: string };
  message?: string;
  second_factor?: true;
  change_password?: true;
  set_up_second_factor?: true;
  backend_message?: string | null;
};

/** Returns the error of a failed HTTP call, from its status and raw body. */
export const failedCallError = (call: HttpCall, status: number, text: string): Error =>
  failure(call, status, read(text), text);

const failure = (call: HttpCall, status: number, answer: unknown, text: string): Error =>
  keptOut(call, status, answer as ErrorBody | null) ??
  rejectionOfAnswer(status, answer) ??
  new Fatal(FATAL_MESSAGE, status, text || `HTTP ${status}`);

/** Returns the error if the person must sign in, or set a password or second factor, before any call is answered. */
function keptOut(call: HttpCall, status: number, errorBody: ErrorBody | null): Error | null {
  if (status === 401 && call.access !== 'public') {
    deleteAuthHeader();
    return new SignedOut();
  }
  if (errorBody?.second_factor) return new SecondFactorRequired(errorBody.message ?? '', status);
  if (status === 403 && (errorBody?.change_password ?? errorBody?.set_up_second_factor)) {
    hooks.notLetIn();
    return new SignInIncomplete();
  }
  return null;
}

/**
 * Returns the answer that an HTTP call would have given, from the operation that it started; null if the operation did not
 * succeed.
 */
export const settledAnswer = <C extends HttpCall>(
  _: C,
  { answer_status, answer }: { answer_status: number | null; answer: unknown },
): CallAnswer<C> | null => (answer_status === 200 ? (answer as CallAnswer<C> | null) : null);

/**
 * Returns an error with the server's sentence for the person; null for a 500 or an answer without a sentence, which is
 * escalated with its whole text.
 */
function saidInWords(status: number, message: string): Error | null {
  if (status === 503) return new ServerUnavailable(message, status);
  if (status === 409) return new Stale(message);
  return IN_WORDS.includes(status) ? new Fatal(message, status) : null;
}
/** The error statuses with a sentence for the person: forbidden, not found, too many requests, an external system failed. */
const IN_WORDS = [403, 404, 429, 502];

/** Returns the rejection in the answer of an HTTP call, by the answer's status; null if there is none. */
export function rejectionOfAnswer(status: number | null, answer: unknown): Error | null {
  const { errors, operation, message, backend_message: backend = null } = (answer ?? {}) as ErrorBody;
  if (status === 422 && errors)
    return operation ? new IdempotencyKeyTaken(errors, operation.id) : new FieldErrors(errors);
  if (status === 422 && message) return new Rejection(message, backend);
  return message ? saidInWords(status ?? 0, message) : null;
}
