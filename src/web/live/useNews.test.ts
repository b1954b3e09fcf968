import { expect, test } from 'vitest';
import { countRowChanges, formatRowChanges } from './useUnshownChanges.ts';

const rows = (ids: number[], given: object = {}) => ids.map((id) => ({ id, ...given }));

test.each([
  ['one that came on top', [9, 1, 2], [1, 2, 3], 1, 0],
  ['one between others', [1, 9, 2], [1, 2, 3], 1, 0],
  ['one at the end of a page that has room', [1, 2, 9], [1, 2], 1, 0],
  ['nothing where one left, and the next page’s first came up', [1, 3, 9], [1, 2, 3], 0, 1],
  ['nothing where one left a page with room', [1, 3], [1, 2, 3], 0, 1],
  ['nothing where the last left a page with room', [1, 2], [1, 2, 3], 0, 1],
  ['one that came where another left', [9, 1, 3], [1, 2, 3], 1, 1],
  ['nothing where they only moved', [2, 1, 3], [1, 2, 3], 0, 0],
  ['all where none is left', [7, 8], [], 2, 0],
])('%s is new, and what is not there any more is gone', (_, found, shown, ...[count, gone]) => {
  expect(countRowChanges(rows(found), rows(shown))).toEqual({ count, back: 0, gone });
});

test('rows that say themselves whether they are new are told as they say: others are back', () => {
  const shown = rows([1, 2], { is_new: false });
  const back = { id: 8, is_new: false };
  const first = { id: 9, is_new: true };
  const told = (found: unknown[]) => countRowChanges(found, shown);
  expect(told([back, ...shown])).toEqual({ count: 0, back: 1, gone: 0 });
  expect(told([back, ...shown, first])).toEqual({ count: 1, back: 1, gone: 0 });
  expect(told([first, back, ...shown])).toEqual({ count: 1, back: 1, gone: 0 });
  expect(told([first, { id: 7, is_new: true }, ...shown])).toEqual({ count: 2, back: 0, gone: 0 });
});

test.each([
  [12, 0, 0, 'open time', '12 new times'],
  [1, 0, 0, 'tee time', '1 new tee time'],
  [0, 0, 1, 'open time', '1 time gone'],
  [0, 2, 0, 'open time', '2 times back'],
  [2, 1, 3, 'open time', '2 new times, 1 back, 3 gone'],
  [0, 1, 2, 'open time', '1 time back, 2 gone'],
  [0, 0, 0, 'lost lead', 'The list has changed'],
])('%i came, %i came back and %i went: in words', (count, back, gone, ...[noun, said]) => {
  expect(formatRowChanges({ count, back, gone }, noun)).toBe(said);
});
