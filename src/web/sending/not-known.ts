import { Unanswered } from './send.ts';

/** Converts the error of a missing answer to a sentence: the outcome is unknown and pressing the button again is safe. */
export function unknownOutcome(error: unknown, what: string): unknown {
  if (!(error instanceof Unanswered)) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}

/** Throws a save's error, which for a missing answer also says that pressing Save again is safe. */
export function rejectWithAdvice(error: unknown): never {
  if (!(error instanceof Unanswered)) throw error;
  throw new Unanswered(`${error.message} Pressing Save again is safe: it is saved once.`, 0, error.debug);
}
