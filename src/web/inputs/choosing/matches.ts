import { fold } from '../../../contract/names/fold.ts';

/**
 * The options that have every typed word somewhere in their text, in any order (`torrey so` is Torrey Pines South): first the
 * one that is typed whole, then those that begin with what is typed, each in their own order.
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

/** The one option that the typed text can only mean: its only match, or the only one of just this text. */
export function meantBy<O extends readonly [unknown, string]>(
  options: readonly O[],
  typed: string,
): O | undefined {
  const found = matchesOf(options, typed);
  const exact = found.filter(([, text]) => fold(text) === fold(typed));
  const [only, another] = exact.length > 0 ? exact : found;
  return another ? undefined : only;
}
