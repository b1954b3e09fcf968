import { expect, test } from 'vitest';
import { newRows } from './useNews.ts';

const rows = (ids: number[], given: object = {}) => ids.map((id) => ({ id, ...given }));

test.each([
  ['one that came on top', [9, 1, 2], [1, 2, 3], 1],
  ['one between others', [1, 9, 2], [1, 2, 3], 1],
  ['one at the end of a page that has room', [1, 2, 9], [1, 2], 1],
  ['nothing where one left, and the next page’s first came up', [1, 3, 9], [1, 2, 3], 0],
  ['nothing where one left a page with room', [1, 3], [1, 2, 3], 0],
  ['one that came where another left', [9, 1, 3], [1, 2, 3], 1],
  ['nothing where they only moved', [2, 1, 3], [1, 2, 3], 0],
  ['all where none is left', [7, 8], [], 2],
])('%s is new', (_, found, shown, count) => {
  expect(newRows(rows(found), rows(shown))).toBe(count);
});

test('rows that say themselves whether they are new are told as they say: what only came back is no news', () => {
  const shown = rows([1, 2], { is_new: false });
  const back = { id: 8, is_new: false };
  const first = { id: 9, is_new: true };
  expect(newRows([back, ...shown], shown)).toBe(0);
  expect(newRows([back, ...shown, first], shown)).toBe(1);
  expect(newRows([first, back, ...shown], shown)).toBe(1);
  expect(newRows([first, { id: 7, is_new: true }, ...shown], shown)).toBe(2);
});
