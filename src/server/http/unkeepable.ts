import { SentForm } from '../../contract/forms/form.ts';

/** A zero byte, and half of a surrogate pair: PostgreSQL stores every character but those. */
const CHARACTER = /[\0\p{Surrogate}]/u;

export const UNKEEPABLE = 'has a character that cannot be kept';

/**
 * The path, as keys from outside in, to a text with a character that cannot be stored, or null. A form is checked when
 * it is opened.
 */
export function pathOfUnkeepable(value: unknown): string[] | null {
  if (typeof value === 'string') return CHARACTER.test(value) ? [] : null;
  if (typeof value !== 'object' || value === null || value instanceof SentForm) return null;
  // The bytes of a file are not text, and five million of them would be checked one by one.
  if (ArrayBuffer.isView(value) || Symbol.asyncIterator in value) return null;
  for (const [key, one] of Object.entries(value)) {
    const path = pathOfUnkeepable(one);
    if (path) return [key, ...path];
  }
  return null;
}
