import pg from 'pg';
import { businessNow, formatMonthDay } from '../../contract/dates.ts';

/**
 * The codes of form errors on which a client's program decides; every other error is `invalid`. The sentences are for
 * people, and no program compares them.
 */
export type FieldIssueCode = 'invalid' | 'card_declined' | 'no_such_certificate' | 'price_changed';
/** An error of a form's field: its code and its sentence. */
export type FieldIssue = { field: string; code: FieldIssueCode; message: string };

/** An error for wrong fields of a request: 422 `{errors}`, with the sentences by field. */
export class InvalidFields extends Error {
  readonly issues: readonly FieldIssue[];

  constructor(found: Record<string, string[]> | FieldIssue[]) {
    const issues = Array.isArray(found) ? found : toFieldIssues(found);
    super(issues.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.issues = issues;
  }

  get errors(): Record<string, string[]> {
    const errors = new Map<string, Set<string>>();
    for (const { field, message } of this.issues)
      errors.set(field, (errors.get(field) ?? new Set()).add(message));
    return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]));
  }
}

/** Converts error sentences by field to issues with the code `invalid`. */
export const toFieldIssues = (errors: Record<string, string[]>): FieldIssue[] =>
  Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => ({ field, code: 'invalid', message }) as const),
  );

/** Throws InvalidFields with one sentence for one field. */
export function rejectField(field: string, message: string, code: FieldIssueCode = 'invalid'): never {
  throw new InvalidFields([{ field, code, message }]);
}

/** An error for a save of a record that someone else, or another tab, has changed since it was loaded: 409. */
export class StaleRecord extends Error {
  constructor(
    readonly by: string | null,
    /** The instant of the other change, in UTC. */
    readonly at: string,
    readonly what = 'changed this',
  ) {
    super('changed since it was loaded');
  }
}

/**
 * Ends a save that repeats an earlier save of the same change: nothing is left to do, and the answer is that of a
 * successful save.
 */
export class AlreadySaved extends Error {
  constructor(readonly id: number) {
    super('saved before');
  }
}

/** An error for a request whose earlier copy, with the same idempotency key, is still running: 409. */
export class RequestInProgress extends Error {
  constructor() {
    super('The same request is still being worked on. Please wait for its answer.');
  }
}

export class NotFound extends Error {
  constructor(what = 'This record') {
    super(`${what} does not exist.`);
  }
}

export class SignedOut extends Error {
  constructor(message = 'Please sign in to continue.') {
    super(message);
  }
}

/** An error for a sign-in with the right password but a missing or wrong second-factor code: 401 `{message, second_factor}`. */
export class SecondFactorRequired extends SignedOut {}

export class Forbidden extends Error {
  constructor(message = 'Your level does not allow this.') {
    super(message);
  }
}

/** An error for a user with a temporary password, who must choose their own first: 403 `{message, change_password}`. */
export class PasswordChangeRequired extends Forbidden {
  constructor() {
    super('Please choose a password of your own first.');
  }
}

/** An error for a user who must set up the required second factor first: 403 `{message, set_up_second_factor}`. */
export class SecondFactorSetupRequired extends Forbidden {
  constructor() {
    super('Please set up a second factor first.');
  }
}

/** A rate limit: how many uses of `what` are allowed in how many seconds. */
export type RateLimit = { what: string; times: number; inSeconds: number };

/**
 * An error for too many requests: 429, with the time to wait in words and in the header Retry-After, and the limit in
 * the header RateLimit.
 */
export class TooManyRequests extends Error {
  readonly seconds: number;
  constructor(
    says: string,
    wait: number,
    private readonly limit?: RateLimit,
  ) {
    const seconds = Math.max(1, Math.ceil(wait));
    super(`${says} Please wait ${inWords(seconds)} and try again.`);
    this.seconds = seconds;
  }

  get headers(): Record<string, string> {
    const { seconds, limit } = this;
    return {
      'retry-after': String(seconds),
      // The headers follow the IETF's draft on rate limits (draft-ietf-httpapi-ratelimit-headers-10).
      ...(limit && {
        'ratelimit-policy': `"${limit.what}";q=${limit.times};w=${limit.inSeconds}`,
        ratelimit: `"${limit.what}";r=0;t=${seconds}`,
      }),
    };
  }
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** An error for a request that a business rule rejects with a message of the specification: 422 `{message, backend_message?}`. */
export class RejectedByRule extends Error {
  constructor(
    message: string,
    readonly backendMessage?: string,
  ) {
    super(message);
  }
}

/** An error for an outside system that did not answer (502); nothing else is wrong. */
export class OutsideSystemFailed extends Error {}

/** An error for a request that RIC cannot serve at the moment (503); the message says what to do. */
export class ServiceUnavailable extends Error {}

/** An error for a request that is rejected before any handler runs: a status below 500 and a sentence. */
export class HttpRequestError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** Ends a request with the stored or new answer of a settled operation: any status with its body. */
export class SettledAnswer extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(`answered ${status}`);
  }
}

/** The answer to a request whose outcome is not known yet: status 202, with a body that says so. */
export class PendingAnswer<T> {
  constructor(readonly body: T) {}
}

export type HttpAnswer = { status: number; body: Record<string, unknown>; headers?: Record<string, string> };

/**
 * Converts a handler's error to an HTTP answer, with times in the business time zone; `caller` is the name of the
 * person who sees the message. Returns null for a bug, which is logged and answered 500.
 */
export function errorToHttpAnswer(error: unknown, timeZone: string, caller?: string): HttpAnswer | null {
  if (error instanceof StaleRecord)
    return { status: 409, body: { message: staleText(error, timeZone, caller) } };
  if (error instanceof InvalidFields) return { status: 422, body: { errors: error.errors } };
  if (error instanceof TooManyRequests)
    return { status: 429, body: { message: error.message }, headers: error.headers };
  if (error instanceof SettledAnswer) return { status: error.status, body: error.body };
  if (error instanceof RejectedByRule) {
    const backend = error.backendMessage === undefined ? {} : { backend_message: error.backendMessage };
    return { status: 422, body: { message: error.message, ...backend } };
  }
  if (isForeignKeyError(error))
    return {
      status: 409,
      body: { message: 'Other records use this, or what it names is gone. Please reload and look again.' },
    };
  const status = statusOf(error);
  return status && error instanceof Error
    ? { status, body: { message: error.message, ...whatIsNext(error) } }
    : null;
}

/** Returns the field that tells a screen which step is needed before the same HTTP call can succeed. */
function whatIsNext(error: Error): object {
  if (error instanceof SecondFactorRequired) return { second_factor: true };
  if (error instanceof PasswordChangeRequired) return { change_password: true };
  return error instanceof SecondFactorSetupRequired ? { set_up_second_factor: true } : {};
}

function staleText({ by, at, what }: StaleRecord, timeZone: string, caller: string | undefined): string {
  const { date, time } = businessNow(new Date(at), timeZone);
  const when = `on ${formatMonthDay(date)} ${date.slice(0, 4)} at ${time}`;
  // Records store only the name of who changed them last, so two people with the same name cannot be told apart.
  if (by !== null && by === caller)
    return `You ${what} ${when}, perhaps in another tab, after you opened it.`;
  return `${by ?? 'Someone'} ${what} ${when}, after you opened it.`;
}

// Catches a foreign key error, when one person deletes a record and another refers to it at once. Usually the areas
// check references themselves.
export const isForeignKeyError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';

function statusOf(error: unknown): number | null {
  if (error instanceof SignedOut) return 401;
  if (error instanceof Forbidden) return 403;
  if (error instanceof NotFound) return 404;
  if (error instanceof RequestInProgress) return 409;
  if (error instanceof OutsideSystemFailed) return 502;
  if (error instanceof ServiceUnavailable) return 503;
  if (error instanceof HttpRequestError) return error.statusCode;
  return null;
}
