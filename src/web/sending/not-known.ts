import { Unanswered } from './send.ts';

/** Replaces the error of a missing answer by a sentence that the outcome is unknown and that a second press is safe. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!(error instanceof Unanswered)) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}
