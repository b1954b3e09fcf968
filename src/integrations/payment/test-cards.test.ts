import { expect, test } from 'vitest';
import { TEST_CARDS } from './test-cards.ts';

const passesLuhn = (number: string) =>
  [...number]
    .reverse()
    .reduce(
      (sum, c, at) =>
        sum + (at % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])[Number(c)]!,
      0,
    ) %
    10 ===
  0;

test.each(Object.entries(TEST_CARDS))(
  'the test card %s has a right check digit and a sentence',
  (_, card) => {
    expect(passesLuhn(card.number)).toBe(true);
    expect(card.sentence).toMatch(/[.;"]$/);
  },
);
