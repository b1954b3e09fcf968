import { randomUUID } from 'node:crypto';

/** A unique text of letters only: the digits of one random id in two thousand would look like a card number. */
export const uniqueText = (): string =>
  randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
