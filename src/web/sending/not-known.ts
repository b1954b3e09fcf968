import { Unanswered } from './send.ts';

/** Replaces the error of a missing answer by a sentence that the outcome is unknown and that a second press is safe. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!(error instanceof Unanswered)) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}

/** Rejects a save with its error, which for a missing answer also says that a second press is safe. */
export function rejectWithAdvice(error: unknown): never {
  if (!(error instanceof Unanswered)) throw error;
  throw new Unanswered(`${error.message} Pressing Save again is safe: it is saved once.`, 0, error.debug);
}
