/** So many of them, in words: `1 tee time`, `1,204 rates`. */
export const counted = (n: number, noun: string): string =>
  `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
