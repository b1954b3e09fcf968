import { Fatal, UNDEFINED_RESPONSE } from './send.ts';

/** Whether no answer came: it may be done, and nobody saw what it answered. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Fatal && error.message === UNDEFINED_RESPONSE;

/** A failure as it is said: where no answer came, that it is not known what became of it, and that a second press is safe. */
export function notKnown(error: unknown, what: string): unknown {
  if (!isUnanswered(error)) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}
