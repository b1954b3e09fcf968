import { cleanTypedText } from './typed/clean-typed.ts';

/** Returns a number with its noun: `1 tee time`, `1,204 rates`. */
export const countWithNoun = (n: number, noun: string): string =>
  `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;

/** Returns words with a capital first letter. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Joins parts of a sentence: `a`, `a and b`, `a, b and c`. The locale is British, because American English would put
 * a comma before the `and`.
 */
export const joinWithAnd = (parts: string[]): string => new Intl.ListFormat('en-GB').format(parts);

/**
 * Returns the form by which a serial or a confirmation number is found, in any case and grouping; a text of only
 * hyphens and blanks is returned unchanged.
 */
export const withoutCodeSeparators = (typed: string): string =>
  cleanTypedText(typed).toLowerCase().replace(/[ -]/g, '') || typed;

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML, including attribute values in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => NAMED[one] ?? one);
