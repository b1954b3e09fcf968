// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { holidays } from '../../areas/holidays/holidays.contract.ts';
import { rentalClubs } from '../../areas/rental-clubs/rental-clubs.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { clubs } from '../../../test/support/browser/clubs.ts';
import { renderHook } from '../../../test/support/browser/render-hook.tsx';
import { signedInStaff } from '../../../test/support/browser/staff.ts';
import { useList } from './useList.ts';

const server = callServer();
signedInStaff();

const PATH = '/manage-rental-clubs';

/** The order of the last request, as `name` or `-name`, with its page. */
function lastOrder() {
  const { sort_fields, sort_desc, page } = server.received(rentalClubs.index).at(-1)?.query ?? {};
  if (!Array.isArray(sort_fields) || !Array.isArray(sort_desc)) return null;
  return { order: sort_fields.map((name, at) => (sort_desc[at] === true ? `-${name}` : String(name))), page };
}

async function opened(search = '') {
  server.answer(rentalClubs.index, clubs(2));
  server.answer(rentalClubs.count, 2);
  const list = await renderHook(() => useList({ calls: rentalClubs }), { at: PATH + search, path: PATH });
  await expect.poll(() => list.now().rows).toHaveLength(2);
  /** Clicks a column’s head, and returns the order that is requested for it. */
  const click = async (name: string, { shift = false } = {}) => {
    const before = server.received(rentalClubs.index).length;
    list.now().sortBy(name, shift);
    await expect.poll(() => server.received(rentalClubs.index).length).toBe(before + 1);
    await expect.poll(() => list.now().waiting).toBe(false);
    return lastOrder()?.order;
  };
  return { list, click };
}

describe('from the list’s own order', () => {
  test('a click on its first column reverses the column alone', async () => {
    const { click } = await opened();
    expect(lastOrder()?.order).toEqual(['course_name', 'brand']);
    expect(await click('course_name')).toEqual(['-course_name']);
  });

  test('a click with Shift reverses a column in its place', async () => {
    const { click } = await opened();
    expect(await click('brand', { shift: true })).toEqual(['course_name', '-brand']);
  });

  test('a click on a column that is sorted descending sorts it ascending', async () => {
    server.answer(holidays.index, []);
    server.answer(holidays.count, 0);
    const path = '/manage-holidays';
    const list = await renderHook(() => useList({ calls: holidays }), { at: path, path });
    await expect.poll(() => list.now().sort).toEqual([{ name: 'start_date', desc: true }]);
    list.now().sortBy('start_date', false);
    await expect.poll(() => list.now().sort).toEqual([{ name: 'start_date', desc: false }]);
  });

  test('a click on another column sorts by it alone, with Shift by it last', async () => {
    expect(await (await opened()).click('rate')).toEqual(['rate']);
    expect(await (await opened()).click('rate', { shift: true })).toEqual(['course_name', 'brand', 'rate']);
  });
});

describe('from an order that a person chose', () => {
  test('clicks sort ascending, descending, and not at all', async () => {
    const { list, click } = await opened();
    expect(await click('rate')).toEqual(['rate']);
    expect(await click('rate')).toEqual(['-rate']);
    expect(list.now().sort).toEqual([{ name: 'rate', desc: true }]);
    expect(await click('rate')).toEqual([]);
    expect(list.now().sort).toEqual([]);
  });

  test('a column of the list’s own order is sorted like any other', async () => {
    const { click } = await opened('?sort_fields=["course_name","brand"]&sort_desc=[false,false]&page=2');
    expect(await click('rate')).toEqual(['rate']);
    expect(await click('course_name')).toEqual(['course_name']);
  });

  test('clicks with Shift keep the rank of the other columns', async () => {
    const { click } = await opened('?sort_fields=["rate","charge"]&sort_desc=[false,true]');
    expect(await click('brand', { shift: true })).toEqual(['rate', '-charge', 'brand']);
    expect(await click('rate', { shift: true })).toEqual(['-rate', '-charge', 'brand']);
    expect(await click('charge', { shift: true })).toEqual(['-rate', 'brand']);
  });
});

test('sorting goes to page 1, keeps the filters, and counts nothing again', async () => {
  const { list, click } = await opened('?filters={"brand":"Call"}&page=3');
  expect(await click('rate')).toEqual(['rate']);
  expect(lastOrder()?.page).toBe(1);
  expect(server.received(rentalClubs.index).at(-1)?.query).toMatchObject({ filters: { brand: 'Call' } });
  expect(server.received(rentalClubs.count)).toHaveLength(1);
  expect(list.router.state.location.search).toEqual({
    filters: { brand: 'Call' },
    sort_fields: ['rate'],
    sort_desc: [false],
  });
});
