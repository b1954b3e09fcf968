import { cleanTyped } from './typed/clean-typed.ts';

// `x12`, `ext. 12`, `#12`; an index of the database uses the same expression.
const EXTENSION = / ?(?:x|ext\.?|extension|#) ?\d{1,6}$/i;

/** Returns a cleaned phone number without its extension. */
export const withoutExtension = (text: string): string => text.replace(EXTENSION, '');

/**
 * Returns the digits of a phone number in any grouping, without an extension and the country code of North America, by which
 * duplicates and callers are found.
 */
export const phoneNormal = (typed: string): string =>
  withoutExtension(cleanTyped(typed))
    // The zero of `+44 (0)20 7946 0958` is not dialed from abroad.
    .replace(/^(\+.*)\(0\)/, '$1')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '');
