import pg from 'pg';
import { businessNow, formatMonthDay } from '../../contract/dates.ts';

/** A field's name and what is wrong with it, in sentences: answered as 422 `{errors}`. */
export class Invalid extends Error {
  constructor(readonly errors: Record<string, string[]>) {
    super(
      Object.entries(errors)
        .map(([field, messages]) => `${field} ${messages.join(', ')}`)
        .join('; '),
    );
  }
}

/** Refuses one field with one sentence. */
export function refuse(field: string, says: string): never {
  throw new Invalid({ [field]: [says] });
}

/** The record was changed by someone else since it was loaded: 409. */
export class Stale extends Error {
  constructor(
    readonly by: string | null,
    /** An instant in UTC. */
    readonly at: string,
    readonly what = 'changed this',
  ) {
    super('changed by someone else since it was loaded');
  }
}

/** A change that its sender saved before: nothing is left to do, and it is answered as saved. */
export class SavedBefore extends Error {
  constructor(readonly id: number) {
    super('saved before');
  }
}

/** The same request is being worked on: 409. */
export class StillRunning extends Error {
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

/** The password is right, and a code of their second factor is still missing, or wrong: 401 `{message, second_factor}`. */
export class CodeWanted extends SignedOut {}

export class Forbidden extends Error {
  constructor(message = 'Your level does not allow this.') {
    super(message);
  }
}

/** They have a password that an admin gave them, and must choose their own first: 403 `{message, change_password}`. */
export class PasswordGiven extends Forbidden {
  constructor() {
    super('Please choose a password of your own first.');
  }
}

/** Everybody here has a second factor, and they must set theirs up first: 403 `{message, set_up_second_factor}`. */
export class SecondFactorLacking extends Forbidden {
  constructor() {
    super('Please set up a second factor first.');
  }
}

/** Too often: 429, which says in words and in Retry-After how long to wait. */
export class SlowDown extends Error {
  readonly seconds: number;
  constructor(says: string, wait: number) {
    const seconds = Math.max(1, Math.ceil(wait));
    super(`${says} Please wait ${inWords(seconds)} and try again.`);
    this.seconds = seconds;
  }
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** A refusal in the domain's words, which the specification answers with a message: 422 `{message, backend_message?}`. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly backendMessage?: string,
  ) {
    super(message);
  }
}

/** An outside system did not answer (502); nothing else is wrong. */
export class OutsideFailed extends Error {}

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

/** Turns what a handler threw into HTTP, with the business zone's clock; null is a bug, to be logged and answered 500. */
export function answerError(error: unknown, timeZone: string): HttpAnswer | null {
  if (error instanceof Stale) return { status: 409, body: { message: staleText(error, timeZone) } };
  if (error instanceof Invalid) return { status: 422, body: { errors: error.errors } };
  if (error instanceof SlowDown) {
    const headers = { 'retry-after': String(error.seconds) };
    return { status: 429, body: { message: error.message }, headers };
  }
  if (error instanceof Answered) return { status: error.status, body: error.body };
  if (error instanceof Refused) {
    const backend = error.backendMessage === undefined ? {} : { backend_message: error.backendMessage };
    return { status: 422, body: { message: error.message, ...backend } };
  }
  if (isLostReference(error))
    return {
      status: 409,
      body: {
        message: 'Other records lean on this, or what it names is gone. Please reload and look again.',
      },
    };
  const status = statusOf(error);
  return status && error instanceof Error
    ? { status, body: { message: error.message, ...whatIsNext(error) } }
    : null;
}

/** Names the step that a screen must take before the same call succeeds. */
function whatIsNext(error: Error): object {
  if (error instanceof CodeWanted) return { second_factor: true };
  if (error instanceof PasswordGiven) return { change_password: true };
  return error instanceof SecondFactorLacking ? { set_up_second_factor: true } : {};
}

function staleText({ by, at, what }: Stale, timeZone: string): string {
  const { date, time } = businessNow(new Date(at), timeZone);
  const when = `${formatMonthDay(date)} ${date.slice(0, 4)}, ${time}`;
  return `${by ?? 'Someone'} ${what} at ${when}, after you opened it.`;
}

// A foreign key's last word where two people were at it at once: the areas say themselves what refers to what.
export const isLostReference = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';

function statusOf(error: unknown): number | null {
  if (error instanceof SignedOut) return 401;
  if (error instanceof Forbidden) return 403;
  if (error instanceof NotFound) return 404;
  if (error instanceof StillRunning) return 409;
  if (error instanceof OutsideFailed) return 502;
  if (error instanceof NotReady) return 503;
  if (error instanceof RequestError) return error.statusCode;
  return null;
}
