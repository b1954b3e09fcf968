import { expect, test } from 'vitest';
import { orderByIds } from './useSteadyOrder.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

test.each([
  ['another order', [3, 1, 2], [1, 2, 3], [1, 2, 3]],
  ['one that came to the first place', [9, 1, 2], [1, 2], [1, 2, 9]],
  ['several that came, in their own order', [9, 1, 8, 2], [2, 1], [2, 1, 9, 8]],
  ['one that went', [3, 1], [1, 2, 3], [1, 3]],
])('under the mouse %s moves no row', (_, now, held, expected) => {
  expect(orderByIds(rows(...now), held).map(({ id }) => id)).toEqual(expected);
});
