import { APOSTROPHES, BLANK_CHARACTERS, toNfc, exactForm, foldText } from '../../../contract/names/fold.ts';

/* The forms in which a person's name, e-mail or phone number is written in free text. An exact form has the same letters, in
   any case, in either Unicode form, with any apostrophe and any blanks; exact forms are erased. A variant has other accents
   or hyphens and may be another person's name, so that a person must tick it. */

const escaped = (character: string): string => character.replace(/[^\p{L}\p{N}\p{M}]/gu, '\\$&');

/** Returns one character in both cases and both Unicode forms, for a PostgreSQL regular expression. */
function formsOf(character: string): string {
  if (APOSTROPHES.includes(character)) return `[${APOSTROPHES}]`;
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  const forms = [...new Set(cases.flatMap((one) => [one, one.normalize('NFD')]))];
  const [only = '', another] = forms;
  return another === undefined ? escaped(only) : `(?:${forms.map(escaped).join('|')})`;
}

/** Returns a PostgreSQL regular expression for the exact forms of a text, which works in every locale. */
export const exactFormsPattern = (text: string): string =>
  toNfc(text)
    .split(BLANK)
    .map((word) => [...word].map(formsOf).join(''))
    .join(`[${BLANK_CHARACTERS}]+`);
const BLANK = new RegExp(`[${BLANK_CHARACTERS}]+`);

/** Returns the longest part of a text that is the same in all exact forms except for case; a search looks for this part first. */
export function longestCommonPart(text: string): string {
  const parts = exactForm(text).match(/[a-z0-9@._-]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Returns a text in a form that is equal for all its exact forms. */
const exactly = (text: string): string =>
  exactForm(text)
    .replaceAll(new RegExp(`[${APOSTROPHES}]`, 'g'), "'")
    .replaceAll(new RegExp(`[${BLANK_CHARACTERS}]+`, 'g'), ' ');

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/** Folds a text character by character, and returns the position in the text that each folded character comes from. */
function foldedWithPlaces(characters: readonly string[]): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  // Folding is slow and a text has few different characters, so each folded character is remembered.
  const known = new Map<string, string>();
  for (const [place, character] of characters.entries()) {
    const plain = known.get(character) ?? (BLANK.test(character) ? ' ' : foldText(character));
    known.set(character, plain);
    if (plain === ' ' && folded.endsWith(' ')) continue;
    folded += plain;
    for (let at = 0; at < plain.length; at += 1) places.push(place);
  }
  return { folded, places };
}

function* placesOf(part: string, text: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

/** Returns the variants of the given names in a text: parts that fold like one of the names but are no exact form of any. */
export function spellingVariantsIn(text: string, names: readonly string[]): string[] {
  const characters = [...toNfc(text)];
  const { folded, places } = foldedWithPlaces(characters);
  const known = new Set(names.map(exactly));
  const found = new Set<string>();
  for (const name of new Set(names.map(foldText).filter(Boolean)))
    for (const at of placesOf(name, folded)) {
      const [first = 0, last = 0] = [places[at], places[at + name.length - 1]];
      const written = characters.slice(first, last + 1).join('');
      const isWhole = !isLetter(characters[first - 1]) && !isLetter(characters[last + 1]);
      if (isWhole && !known.has(exactly(written))) found.add(written);
    }
  return [...found];
}

/** Returns true if a text is one of the given names or a variant of one. */
export const isSpellingVariant = (text: string, names: readonly string[]): boolean =>
  names.some((name) => foldText(name) === foldText(text));
