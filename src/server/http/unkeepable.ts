import { UncheckedForm } from '../../contract/forms/form.ts';

/** Matches the only characters that PostgreSQL cannot store: a zero byte, and half of a surrogate pair. */
const CHARACTER = /[\0\p{Surrogate}]/u;

export const UNSTORABLE_TEXT = 'has a character that cannot be kept';

/**
 * Returns the path, as keys from the outside in, to a text with a character that PostgreSQL cannot store, or null.
 * The texts of a form are checked when the form is validated.
 */
export function pathToUnstorableText(value: unknown): string[] | null {
  if (typeof value === 'string') return CHARACTER.test(value) ? [] : null;
  if (typeof value !== 'object' || value === null || value instanceof UncheckedForm) return null;
  // The bytes of a file are not text, and checking five million of them one by one would be slow.
  if (ArrayBuffer.isView(value) || Symbol.asyncIterator in value) return null;
  for (const [key, one] of Object.entries(value)) {
    const path = pathToUnstorableText(one);
    if (path) return [key, ...path];
  }
  return null;
}
