import { Fatal, UNDEFINED_RESPONSE } from './send.ts';

/** Returns true if no answer came: the work may be done, and nobody saw the result. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Fatal && error.message === UNDEFINED_RESPONSE;

/** Replaces the error of a missing answer by a sentence that the outcome is unknown and that a second press is safe. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!isUnanswered(error)) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}
