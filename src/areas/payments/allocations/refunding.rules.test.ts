import { expect, test } from 'vitest';
import { spreadOverCharges } from './refunding.rules.ts';

const charges = [{ left: 100 }, { left: 0 }, { left: -5 }, { left: 400 }];
const spread = (cents: number) =>
  spreadOverCharges(cents, charges).map(({ charge, cents: part }) => [charge.left, part]);

test.each([
  [0, []],
  [100, [[100, 100]]],
  [99, [[100, 99]]],
  [
    101,
    [
      [100, 100],
      [400, 1],
    ],
  ],
  [
    500,
    [
      [100, 100],
      [400, 400],
    ],
  ],
])('%i cents go back to the charges in their order', (cents, parts) => {
  expect(spread(cents)).toEqual(parts);
});

test('what the charges do not hold any more does not go back', () => {
  expect(spread(501)).toEqual(spread(500));
  expect(spreadOverCharges(1, [])).toEqual([]);
});

test.each([-1, 0.5, NaN])('%s cents are no amount', (cents) => {
  expect(() => spread(cents)).toThrow(RangeError);
});
