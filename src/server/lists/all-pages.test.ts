import { expect, test } from 'vitest';
import { readAllPages } from './all-pages.ts';

/**
 * Returns the rows read from a list in pages of three; `meanwhile` has the functions that change the list after the
 * page of that number.
 */
async function readWhile(meanwhile: Record<number, (list: number[]) => void>): Promise<number[]> {
  const list = [1, 2, 3, 4, 5, 6, 7, 8];
  const page = (at: number, per: number) =>
    Promise.resolve(list.slice((at - 1) * per, at * per).map((id) => ({ id })));
  const read: number[] = [];
  let pages = 0;
  for await (const rows of readAllPages(page, 3)) {
    read.push(...rows.map(({ id }) => id));
    meanwhile[(pages += 1)]?.(list);
  }
  return read;
}
const leave = (list: number[], ...ids: number[]) => ids.forEach((id) => list.splice(list.indexOf(id), 1));

test('nothing happens', async () => expect(await readWhile({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8]));

test('what new rows push down is not read twice', async () => {
  expect(await readWhile({ 1: (list) => list.unshift(10, 11) })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each([
  ['one that was read', [2]],
  ['several that were', [1, 2]],
  ['all that were', [1, 2, 3]],
])('%s left: none of the others is missing', async (_, gone) => {
  expect(await readWhile({ 1: (list) => leave(list, ...gone) })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await readWhile({ 2: (list) => leave(list, ...gone) })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('what left before it was read is not there', async () => {
  expect(await readWhile({ 1: (list) => leave(list, 5) })).toEqual([1, 2, 3, 4, 6, 7, 8]);
});

test('one left and one came', async () => {
  const both = (list: number[]) => (leave(list, 1), list.unshift(10));
  expect(await readWhile({ 1: both })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await readWhile({ 2: both })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
