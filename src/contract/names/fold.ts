/*
 * These functions compare texts. The database has the same two functions (`fold` and `lower_case`,
 * db/migrations/0051_folded_names.sql), so that a list, a search and text typed on a screen agree in every locale of
 * the database. A test compares both implementations.
 */

/** Returns a text in the Unicode form NFC, in which RIC stores all texts. */
export const toNfc = (text: string): string => text.normalize('NFC');

// Matches Latin, Greek, Cyrillic and Armenian letters, except the dotted capital I, whose lower case is two characters.
const LETTERS = /[A-Z\u00c0-\u012f\u0131-\u058f\u1e00-\u1fff]/g;

/**
 * Returns a text in lower case, letter by letter, the same in every locale. It is for comparing identities, where
 * accents count.
 */
export const lowerCase = (text: string): string => text.replace(LETTERS, (letter) => letter.toLowerCase());

/** Returns the exact form that identifies an e-mail address or a name: NFC, without surrounding blanks, in lower case. */
export const exactForm = (text: string): string => lowerCase(toNfc(text).trim());

// Matches accents and invisible characters: soft hyphens, joiners, marks of direction, variants of emoji.
const REMOVED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\ufe00-\ufe0f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** All apostrophes, including signs that people type in place of one, for use in a character class of a regular expression. */
export const APOSTROPHES = "'`´ʹʻʼʽʾʿˈˊˋ՚׳‘’‛′‵ꞌ＇";
/** All blanks, for use in a character class of a regular expression. */
export const BLANK_CHARACTERS = ' \t\n\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';

/** Letters that Unicode does not decompose, with the letters that people type for them on a keyboard without them. */
const KEYS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
  ς: 'σ',
  ...Object.fromEntries([...APOSTROPHES].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'˗֊־᠆‐‑‒–—―⁃−⸗'].map((hyphen) => [hyphen, '-'])),
};
const KEYED = new RegExp(`[${Object.keys(KEYS).join('')}]`, 'g');
const BLANK = new RegExp(`[${BLANK_CHARACTERS}]+`, 'g');

/**
 * Returns the form of a text by which lists search, suggest and sort: without accents and case, with one kind of
 * apostrophe, hyphen and blank. Two different records may have the same fold.
 */
export const foldText = (text: string): string =>
  lowerCase(text.replaceAll('´', "'").normalize('NFKD').replace(REMOVED, ''))
    .replace(KEYED, (letter) => KEYS[letter] ?? letter)
    .replace(BLANK, ' ')
    .replace(/^ | $/g, '')
    .normalize('NFC');

/** Compares the folds of two texts, for sorting as lists do. */
export function compareByFold(one: string, other: string): number {
  const [first, second] = [foldText(one), foldText(other)];
  return first < second ? -1 : Number(first > second);
}
