import { UnansweredCall } from './send.ts';

/** Converts the error of a missing answer to a sentence: the outcome is unknown and pressing the button again is safe. */
export function unknownOutcomeError(error: unknown, what: string): unknown {
  if (!(error instanceof UnansweredCall)) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}

/** Throws a save's error, which for a missing answer also says that pressing Save again is safe. */
export function throwWithRetryAdvice(error: unknown): never {
  if (!(error instanceof UnansweredCall)) throw error;
  throw new UnansweredCall(`${error.message} Pressing Save again is safe: it is saved once.`, 0, error.debug);
}
