import { expect, test } from 'vitest';
import { newRows } from './useNews.ts';

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
  expect(newRows(found, shown)).toBe(count);
});
