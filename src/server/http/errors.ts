import pg from 'pg';
import { businessNow, formatMonthDay } from '../../contract/dates.ts';

/** The errors of fields that code decides on; every other is `invalid`. Sentences are for people, and never compared. */
export type IssueCode = 'invalid' | 'card_declined' | 'no_such_certificate' | 'price_changed';
/** An error of a field: its code, and its sentence. */
export type Issue = { field: string; code: IssueCode; message: string };

/** Fields are wrong: 422 `{errors}`, the sentences by field. */
export class Invalid extends Error {
  readonly issues: readonly Issue[];

  constructor(found: Record<string, string[]> | Issue[]) {
    const issues = Array.isArray(found) ? found : issuesOf(found);
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

/** Returns sentences that no code decides on as issues. */
export const issuesOf = (errors: Record<string, string[]>): Issue[] =>
  Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => ({ field, code: 'invalid', message }) as const),
  );

/** Rejects one field with one sentence. */
export function rejectField(field: string, message: string, code: IssueCode = 'invalid'): never {
  throw new Invalid([{ field, code, message }]);
}

/** The record was changed since it was loaded, by someone else or in another tab: 409. */
export class Stale extends Error {
  constructor(
    readonly by: string | null,
    /** An instant in UTC. */
    readonly at: string,
    readonly what = 'changed this',
  ) {
    super('changed since it was loaded');
  }
}

/** The sender has saved this change before: nothing is left to do, and the answer is that of a save. */
export class AlreadySaved extends Error {
  constructor(readonly id: number) {
    super('saved before');
  }
}

/** The same request is still running: 409. */
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

/** The password is right, but a code of the second factor is missing or wrong: 401 `{message, second_factor}`. */
export class SecondFactorRequired extends SignedOut {}

export class Forbidden extends Error {
  constructor(message = 'Your level does not allow this.') {
    super(message);
  }
}

/** The user has a password from an admin and must choose their own first: 403 `{message, change_password}`. */
export class PasswordGiven extends Forbidden {
  constructor() {
    super('Please choose a password of your own first.');
  }
}

/** A second factor is required, and the user must set theirs up first: 403 `{message, set_up_second_factor}`. */
export class SecondFactorLacking extends Forbidden {
  constructor() {
    super('Please set up a second factor first.');
  }
}

/** So many uses of `what` in so many seconds. */
export type RateLimit = { what: string; times: number; inSeconds: number };

/** Too many requests: 429, with the time to wait in words and in Retry-After, and the limit in RateLimit. */
export class SlowDown extends Error {
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
      // As the IETF's draft on rate limit headers has them (draft-ietf-httpapi-ratelimit-headers-10).
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

/** A rejection in the domain's words, for which the specification has a message: 422 `{message, backend_message?}`. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly backendMessage?: string,
  ) {
    super(message);
  }
}

/** An outside system did not answer (502); nothing else is wrong. */
export class IntegrationFailed extends Error {}

/** RIC itself cannot serve now (503); the message says what to do. */
export class NotReady extends Error {}

/** A rejection before any call handles the request: a status below 500 and its sentence. */
export class RequestError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** The stored or new answer of a settled operation: any status with its body. */
export class Answered extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(`answered ${status}`);
  }
}

/** The outcome is not known yet: 202 with the body that says so. */
export class Pending<T> {
  constructor(readonly body: T) {}
}

export type HttpAnswer = { status: number; body: Record<string, unknown>; headers?: Record<string, string> };

/**
 * Converts a handler's error to HTTP, with times in the business zone and in words for the caller of this name; null for a bug, to
 * be logged and answered 500.
 */
export function answerError(error: unknown, timeZone: string, caller?: string): HttpAnswer | null {
  if (error instanceof Stale) return { status: 409, body: { message: staleText(error, timeZone, caller) } };
  if (error instanceof Invalid) return { status: 422, body: { errors: error.errors } };
  if (error instanceof SlowDown)
    return { status: 429, body: { message: error.message }, headers: error.headers };
  if (error instanceof Answered) return { status: error.status, body: error.body };
  if (error instanceof Refused) {
    const backend = error.backendMessage === undefined ? {} : { backend_message: error.backendMessage };
    return { status: 422, body: { message: error.message, ...backend } };
  }
  if (isLostReference(error))
    return {
      status: 409,
      body: { message: 'Other records use this, or what it names is gone. Please reload and look again.' },
    };
  const status = statusOf(error);
  return status && error instanceof Error
    ? { status, body: { message: error.message, ...whatIsNext(error) } }
    : null;
}

/** Names the step that a screen must take before the same call succeeds. */
function whatIsNext(error: Error): object {
  if (error instanceof SecondFactorRequired) return { second_factor: true };
  if (error instanceof PasswordGiven) return { change_password: true };
  return error instanceof SecondFactorLacking ? { set_up_second_factor: true } : {};
}

function staleText({ by, at, what }: Stale, timeZone: string, caller: string | undefined): string {
  const { date, time } = businessNow(new Date(at), timeZone);
  const when = `on ${formatMonthDay(date)} ${date.slice(0, 4)} at ${time}`;
  // Records name who changed them last, so people who share a name are taken for one.
  if (by !== null && by === caller)
    return `You ${what} ${when}, perhaps in another tab, after you opened it.`;
  return `${by ?? 'Someone'} ${what} ${when}, after you opened it.`;
}

// The last resort for a foreign key when two people changed records at once: the areas themselves name the references.
export const isLostReference = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';

function statusOf(error: unknown): number | null {
  if (error instanceof SignedOut) return 401;
  if (error instanceof Forbidden) return 403;
  if (error instanceof NotFound) return 404;
  if (error instanceof RequestInProgress) return 409;
  if (error instanceof IntegrationFailed) return 502;
  if (error instanceof NotReady) return 503;
  if (error instanceof RequestError) return error.statusCode;
  return null;
}
