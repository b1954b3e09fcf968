import { cleanTyped } from './typed/clean-typed.ts';

// `x12`, `ext. 12`, `#12`; an index of the database has the same.
const EXTENSION = / ?(?:x|ext\.?|extension|#) ?\d{1,6}$/i;

/**
 * Returns the digits of a phone number, however they are grouped, without an extension and the country code of North America: what
 * duplicates and callers are found by.
 */
export const phoneNormal = (typed: string): string =>
  cleanTyped(typed)
    .replace(EXTENSION, '')
    // Of `+44 (0)20 7946 0958` abroad nobody dials the zero.
    .replace(/^(\+.*)\(0\)/, '$1')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '');
