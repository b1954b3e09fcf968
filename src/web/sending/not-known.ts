import { Fatal, UNDEFINED_RESPONSE } from './send.ts';

/** A failure as it is said: where no answer came, that it is not known what became of it, and that a second press is safe. */
export function notKnown(error: unknown, what: string): unknown {
  if (!(error instanceof Fatal) || error.message !== UNDEFINED_RESPONSE) return error;
  return new Error(`No answer came: it is not known ${what}. Press again: it is saved once.`);
}
