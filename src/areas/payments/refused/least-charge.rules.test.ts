import { expect, test } from 'vitest';
import { isTooSmallForCard, smallCardShareQuestion, cardShareTooSmallText } from './least-charge.rules.ts';

test.each([
  [0, false],
  [1, true],
  [49, true],
  [50, false],
  [41_200, false],
])('a share of %i cents is too small for a card: %s', (cents, isSmall) => {
  expect(isTooSmallForCard(cents)).toBe(isSmall);
  expect(smallCardShareQuestion(cents) !== null).toBe(isSmall);
});

test('both amounts are named', () => {
  expect(cardShareTooSmallText(30)).toBe(
    '$0.30 is left for the card, and $0.50 is the least that a card can be charged. Send it without a card: the amount goes on account.',
  );
  expect(smallCardShareQuestion(1)?.detail).toBe(
    '$0.01 is left for the card, and $0.50 is the least that a card can be charged. The amount goes on account.',
  );
});
