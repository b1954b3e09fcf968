import { cleanTypedText } from './typed/clean-typed.ts';

// Matches a phone number's extension, `x12`, `ext. 12`, `#12`; an index of the database uses the same expression.
const EXTENSION = / ?(?:x|ext\.?|extension|#) ?\d{1,6}$/i;

/** Returns a phone number, already cleaned, without its extension. */
export const phoneWithoutExtension = (text: string): string => text.replace(EXTENSION, '');

/**
 * Returns the digits of a phone number in any grouping, without its extension and without the country code of North
 * America. Duplicates and callers are found by these digits.
 */
export const normalizedPhone = (typed: string): string =>
  phoneWithoutExtension(cleanTypedText(typed))
    // The zero of `+44 (0)20 7946 0958` is not dialed from abroad, so it is removed.
    .replace(/^(\+.*)\(0\)/, '$1')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '');
