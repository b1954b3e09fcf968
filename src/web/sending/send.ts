import { writes, type Answer, type Call, type Pending, type CallInput } from '../../contract/call.ts';
import { sendUntilAnswered } from '../busy/send-until-answered.ts';
import { answeredAhead, dropAhead, takeAhead } from './ahead.ts';
import { callAddress, headersOf, type Options, type Plain } from './request.ts';
import { dropToken } from './session.ts';

/** Spec 1 §8: this text is misspelled in the product; keep it. */
export const FATAL_MESSAGE = 'A fatal error occured. Please escalate.';
export const UNDEFINED_RESPONSE = 'Undefined response.';
export const OFFLINE_MESSAGE = 'You are offline. Check the network of this computer, then try again.';
export const INVALID_MESSAGE = 'One or more things are invalid.';

/** A 422 with messages by field name (`customer.email`). */
export class FieldErrors extends Error {
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super(INVALID_MESSAGE);
    this.errors = errors;
  }
}

/** The key of a submission belongs to an earlier one, whose answer never came: follow that operation. */
export class KeyTaken extends FieldErrors {
  readonly operationId: string;
  constructor(errors: Record<string, string[]>, operationId: string) {
    super(errors);
    this.operationId = operationId;
  }
}

/** A rejection in words: a send that failed, a cancellation that the course refused. */
export class Rejection extends Error {
  readonly backendMessage: string | null;
  constructor(message: string, backendMessage: string | null) {
    super(message);
    this.backendMessage = backendMessage;
  }
}

/** 409: the record was changed since it was loaded (the message says by whom and when), or the call still runs. */
export class Stale extends Error {}

/** The session has ended: the sign-in is about to open, so a screen shows nothing about it. */
export class SignedOut extends Error {}

/** A temporary password must be replaced first, or a second factor set up: that form is about to open. */
export class NotLetIn extends SignedOut {}

/** Any other failure; `status` is 0 if no answer came, `debug` the whole answer for escalation. */
export class Fatal extends Error {
  readonly status: number;
  readonly debug: string;
  constructor(message: string, status = 0, debug = '') {
    super(message);
    this.status = status;
    this.debug = debug;
  }
}

/** No answer came, or none that can be read: the work may be done, and nobody saw the result. */
export class Unanswered extends Fatal {}

/** This computer has no network. */
export class Offline extends Fatal {}

/** 503: the server cannot serve now, and its sentence says what to do. Nothing on the screen is lost. */
export class Unavailable extends Fatal {}

/** The password is right, but a code of the second factor is missing or wrong: the server's sentence says which. */
export class SecondFactorRequired extends Fatal {}

/** Returns true if a failed call may have been done: sent again, it must keep its key. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof Stale || (error instanceof Fatal && (error.status < 400 || error.status >= 500));

type Args<C extends Call> =
  {} extends CallInput<C>
    ? [sent?: CallInput<C>, options?: Options]
    : [sent: CallInput<C>, options?: Options];
export type Raw<C extends Call> = {
  answer: Answer<C>;
  /** The body that came instead because the outcome is not known yet (202). */
  pending: Pending<C> | null;
  headers: Headers;
};

type Hooks = { written: () => void; mayBeWritten: () => void; notLetIn: () => void };
const nothing = (): void => undefined;
let hooks: Hooks = { written: nothing, mayBeWritten: nothing, notLetIn: nothing };

/**
 * Registers what happens after a successful write, after a failed one that may have been done, and after a call that
 * needs a new password or a second factor first; called once, at start. A 401 ends the session (`onSession`).
 */
export const onSend = (given: Hooks): void => {
  hooks = given;
};

/** Sends a call and returns the body of its answer. Throws FieldErrors, Rejection, Stale, SignedOut or Fatal (Unavailable). */
export async function send<C extends Call>(call: C, ...rest: Args<C>): Promise<Answer<C>> {
  return (await sendRaw(call, ...rest)).answer;
}

/** A query for a call: an answer that was requested ahead is drawn at once, if it has arrived. */
export function callQuery<C extends Call>(call: C, sent: CallInput<C>, { background = false }: Options = {}) {
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      send(call, ...([sent, { signal, background }] as Args<C>)),
    initialData: () =>
      answeredAhead(callAddress(call, sent as Plain), headersOf(call, { background }, false)) as
        Answer<C> | undefined,
    // It is still taken at once, however long an answer stays fresh.
    initialDataUpdatedAt: 0,
  };
}

/** Like `send`, for the few that also need a pending answer (202) or the headers (sign-in). */
export async function sendRaw<C extends Call>(call: C, ...rest: Args<C>): Promise<Raw<C>> {
  const [sent = {}, options = {}] = rest;
  const follow = (listener: () => void): void => {
    if (!writes(call)) return;
    dropAhead();
    // A write by a screen's own timer changes nothing else on it.
    if (!options.background) listener();
  };
  const raw = await answered(call, sent as Plain, options).catch((error: unknown) => {
    if (mayBeDone(error)) follow(hooks.mayBeWritten);
    throw error;
  });
  follow(hooks.written);
  return raw;
}

async function answered<C extends Call>(call: C, sent: Plain, options: Options): Promise<Raw<C>> {
  const { response, text } = await reach(call, sent, options);
  const answer = read(text);
  if (!isAnswer(response.status, answer)) throw failure(call, response.status, answer, text);
  if (answer === undefined) throw new Unanswered(UNDEFINED_RESPONSE, 0, `HTTP ${response.status}: ${text}`);
  // The server serializes every answer through the call's schema, so its shape is not checked twice.
  const pending = response.status === 202 ? (answer as Pending<C>) : null;
  return { answer: answer as Answer<C>, pending, headers: response.headers };
}

// Anything but 200 is an error (part 2 §8). 202 names an operation whose outcome is not known yet; the browser has no
// schema for it (scripts/bare-contracts.ts).
const isAnswer = (status: number, answer: unknown): boolean =>
  status === 200 || (status === 202 && 'operation' in Object(answer));

/** The error for an answer that never came. */
export const unansweredError = (): Fatal =>
  // Nobody is helped by what a browser says of an answer that never came.
  navigator.onLine ? new Unanswered(UNDEFINED_RESPONSE) : new Offline(OFFLINE_MESSAGE);

type Reached = { response: Response; text: string };
async function reach(call: Call, sent: Plain, options: Options): Promise<Reached> {
  const upload = call.upload ? formOf(sent.body) : null;
  const json = sent.body === undefined || upload ? null : JSON.stringify(sent.body);
  const request = {
    method: call.method,
    headers: headersOf(call, options, json !== null),
    body: upload ?? json,
    signal: options.signal ?? null,
    cache: 'no-store',
    keepalive: options.keepalive ?? false,
  } as const;
  const address = callAddress(call, sent);
  const ask = async () => {
    const response = await (takeAhead(address, request) ?? fetch(address, request));
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
 * Converts a body to multipart: `{image: {course_id, file}}` is `image[course_id]` and `image[file]`; empty values are
 * left out.
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

/** Parses an answer; undefined if it is empty or not JSON. */
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

/** The error of a failed call, from its status and raw body. */
export const failureIn = (call: Call, status: number, text: string): Error =>
  failure(call, status, read(text), text);

const failure = (call: Call, status: number, answer: unknown, text: string): Error =>
  keptOut(call, status, answer as ErrorBody | null) ??
  rejectionIn(status, answer) ??
  new Fatal(FATAL_MESSAGE, status, text || `HTTP ${status}`);

/** The error if the person must sign in, or do something else first, before any call is answered. */
function keptOut(call: Call, status: number, errorBody: ErrorBody | null): Error | null {
  if (status === 401 && call.access !== 'public') {
    dropToken();
    return new SignedOut();
  }
  if (errorBody?.second_factor) return new SecondFactorRequired(errorBody.message ?? '', status);
  if (status === 403 && (errorBody?.change_password ?? errorBody?.set_up_second_factor)) {
    hooks.notLetIn();
    return new NotLetIn();
  }
  return null;
}

/** The answer that a call would have given, from the operation it became; null if that did not succeed. */
export const settledAnswer = <C extends Call>(
  _: C,
  { answer_status, answer }: { answer_status: number | null; answer: unknown },
): Answer<C> | null => (answer_status === 200 ? (answer as Answer<C> | null) : null);

/** An error with a sentence for the person; an answer without words, or a 500, is escalated with its whole text. */
function saidInWords(status: number, message: string): Error | null {
  if (status === 503) return new Unavailable(message, status);
  if (status === 409) return new Stale(message);
  return IN_WORDS.includes(status) ? new Fatal(message, status) : null;
}
/** Forbidden, not found, too many requests, an outside system failed. */
const IN_WORDS = [403, 404, 429, 502];

/** The rejection in a call's answer, by its status; null if there is none. */
export function rejectionIn(status: number | null, answer: unknown): Error | null {
  const { errors, operation, message, backend_message: backend = null } = (answer ?? {}) as ErrorBody;
  if (status === 422 && errors)
    return operation ? new KeyTaken(errors, operation.id) : new FieldErrors(errors);
  if (status === 422 && message) return new Rejection(message, backend);
  return message ? saidInWords(status ?? 0, message) : null;
}
