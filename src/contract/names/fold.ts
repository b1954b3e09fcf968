/*
 * How RIC compares texts. The database has the same two functions (`fold` and `lower_case`, db/migrations/0051_folded_names.sql),
 * so that a list, a search and text typed on a screen agree in every locale of the database. A test compares them.
 */

/** Returns a text in NFC, the one form in which RIC stores texts. */
export const toNfc = (text: string): string => text.normalize('NFC');

// Latin, Greek, Cyrillic and Armenian, without the dotted capital I, whose lower case is two characters.
const LETTERS = /[A-Z\u00c0-\u012f\u0131-\u058f\u1e00-\u1fff]/g;

/** Lowers letter by letter, the same in every locale: for identity, where an accent counts. */
export const lowerCase = (text: string): string => text.replace(LETTERS, (letter) => letter.toLowerCase());

/** Returns the exact form that identifies an e-mail address or a name: NFC, without surrounding blanks, in lower case. */
export const exactForm = (text: string): string => lowerCase(toNfc(text).trim());

// Accents, and invisible characters: soft hyphens, joiners, marks of direction, variants of emoji.
const REMOVED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\ufe00-\ufe0f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** All apostrophes, including signs that are typed in place of one, as a class of characters. */
export const APOSTROPHES = "'`´ʹʻʼʽʾʿˈˊˋ՚׳‘’‛′‵ꞌ＇";
/** All blanks, as a class of characters. */
export const BLANKS = ' \t\n\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';

/** Letters that are separate in Unicode, and are typed as other letters on a keyboard without them. */
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
const BLANK = new RegExp(`[${BLANKS}]+`, 'g');

/**
 * Returns the form by which texts are found, suggested and sorted: without accents and case, with one apostrophe, one hyphen and
 * one blank. It never identifies anybody.
 */
export const fold = (text: string): string =>
  lowerCase(text.replaceAll('´', "'").normalize('NFKD').replace(REMOVED, ''))
    .replace(KEYED, (letter) => KEYS[letter] ?? letter)
    .replace(BLANK, ' ')
    .replace(/^ | $/g, '')
    .normalize('NFC');

/** Compares two texts in the order of lists. */
export function compareFolded(one: string, other: string): number {
  const [first, second] = [fold(one), fold(other)];
  return first < second ? -1 : Number(first > second);
}
