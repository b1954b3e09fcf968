import { fold } from '../../../contract/names/fold.ts';

/**
 * Returns the options that contain every typed word, in any order (`torrey so` is Torrey Pines South): first the exact
 * match, then those that begin with the typed text, then the others; each group keeps its order.
 */
export function matchesOf<O extends readonly [unknown, string]>(options: readonly O[], typed: string): O[] {
  const asked = fold(typed);
  const words = asked.split(' ');
  const rank = (text: string): number => (text === asked ? 0 : text.startsWith(asked) ? 1 : 2);
  return options
    .map((option) => ({ option, text: fold(option[1]) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .toSorted((one, other) => rank(one.text) - rank(other.text))
    .map(({ option }) => option);
}

/** Returns the one option that the typed text can only mean: its only match, or the only option with exactly this text. */
export function meantBy<O extends readonly [unknown, string]>(
  options: readonly O[],
  typed: string,
): O | undefined {
  const found = matchesOf(options, typed);
  const exact = found.filter(([, text]) => fold(text) === fold(typed));
  const [only, another] = exact.length > 0 ? exact : found;
  return another ? undefined : only;
}
