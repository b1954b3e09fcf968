import { foldText } from '../../../contract/names/fold.ts';

/** An option to choose: its value, its text, and other texts that also find the option if typed completely. */
export type SelectOption<V> = readonly [value: V, text: string, also?: readonly string[]];

/**
 * Returns the options that contain every typed word, in any order (`torrey so` is Torrey Pines South). The exact match comes
 * first, then options that begin with the typed text, then those in which every typed word begins a word, then the others; a
 * match that ignores blanks (`laquinta`) comes last. Each group keeps its order.
 */
export function findMatchingOptions<O extends SelectOption<unknown>>(
  options: readonly O[],
  typed: string,
): O[] {
  const words = spaced(typed).split(' ');
  return options
    .map((option) => ({ option, rank: isExact(option, typed) ? 0 : rankOf(option[1], typed, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

const isExact = ([, text, also = []]: SelectOption<unknown>, typed: string): boolean =>
  [text, ...also].some((each) => foldText(each) === foldText(typed));

const NO_MATCH = 6;

function rankOf(name: string, typed: string, words: readonly string[]): number {
  const text = spaced(name);
  if (text === spaced(typed)) return 1;
  if (text.startsWith(spaced(typed))) return 2;
  const starts = wordStarts(text);
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 3;
  if (words.every((word) => text.includes(word))) return 4;
  const joined = starts.map(lettersOf);
  return words.map(lettersOf).every((word) => word && joined.some((start) => start.startsWith(word)))
    ? 5
    : NO_MATCH;
}

/** Folds a text and turns its hyphens into blanks; a text that consists of hyphens only keeps them. */
function spaced(text: string): string {
  const folded = foldText(text);
  return folded.replace(/[ -]+/g, ' ').trim() || folded;
}

/**
 * Returns, for each word of a text, the rest of the text from that word on, with and without signs before the word, as in
 * `(Stadium)`.
 */
const wordStarts = (text: string): string[] =>
  text.split(' ').flatMap((_, index, words) => {
    const start = words.slice(index).join(' ');
    return [start, start.replace(/^[^\p{L}\p{N}]+/u, '')];
  });

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the one option that the typed text can mean: its only match, or the only option with exactly this text. */
export function findOnlyMatch<O extends SelectOption<unknown>>(
  options: readonly O[],
  typed: string,
): O | undefined {
  const found = findMatchingOptions(options, typed);
  const exact = found.filter((option) => isExact(option, typed));
  const [only, another] = exact.length > 0 ? exact : found;
  return another ? undefined : only;
}
