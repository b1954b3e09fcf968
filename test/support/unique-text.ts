import { randomUUID } from 'node:crypto';

/** Returns a unique text of letters only, because the digits of one random id in two thousand look like a card number. */
export const uniqueText = (): string =>
  randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
