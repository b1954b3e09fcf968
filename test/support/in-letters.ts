import { randomUUID } from 'node:crypto';

/** Nobody else's, and of letters alone: by chance the digits of one random id of two thousand look like a card's number. */
export const inLetters = (): string =>
  randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
