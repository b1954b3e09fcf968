// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { rentalClubs } from '../../areas/rental-clubs/rental-clubs.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { clubs } from '../../../test/support/browser/clubs.ts';
import { renderHook } from '../../../test/support/browser/render-hook.tsx';
import { signedInStaff } from '../../../test/support/browser/staff.ts';
import { useList } from './useList.ts';

const server = callServer();
signedInStaff();

const PATH = '/manage-rental-clubs';
const OPENING = {
  filters: {},
  sort_fields: ['course_name', 'brand'],
  sort_desc: [false, false],
  page: 1,
  per_page: 30,
};
const pages = () => server.received(rentalClubs.index).map(({ query }) => query);
const counts = () => server.received(rentalClubs.count).map(({ query }) => query);

async function opened(search = '', fixedFilters?: { course_id: number }) {
  server.answer(rentalClubs.index, clubs(2));
  server.answer(rentalClubs.count, 2);
  const list = await renderHook(() => useList({ calls: rentalClubs, fixedFilters }), {
    at: PATH + search,
    path: PATH,
  });
  await expect.poll(() => list.now().total).toBe(2);
  await expect.poll(() => list.now().rows).toHaveLength(2);
  return list;
}

test('a list opens with the query of its contract, and is counted without order and page', async () => {
  const list = await opened();
  expect(list.rendered[0]).toMatchObject({ rows: undefined, total: undefined, loading: true });
  expect(list.now()).toMatchObject({ rows: clubs(2), loading: false, error: null, isScreen: true });
  expect(pages()).toEqual([OPENING]);
  expect(counts()).toEqual([{ filters: {} }]);
});

test('a list opens as its address says', async () => {
  const filters = { brand: 'Callaway' };
  const search = `?filters=${JSON.stringify(filters)}&sort_fields=["rate"]&sort_desc=[true]&page=3&per_page=50`;
  const list = await opened(search);
  expect(list.now()).toMatchObject({ filters, typed: filters, page: 3, size: 50 });
  expect(pages()).toEqual([{ filters, sort_fields: ['rate'], sort_desc: [true], page: 3, per_page: 50 }]);
});

describe('typing into a filter box', () => {
  test('changes the typed text and requests nothing', async () => {
    const list = await opened();
    list.now().type('brand', 'Call');
    await expect.poll(() => list.now().typed).toEqual({ brand: 'Call' });
    list.now().type('sex', '1');
    await expect.poll(() => list.now().typed).toEqual({ brand: 'Call', sex: '1' });
    expect(list.now().filters).toEqual({});
    expect([pages().length, counts().length]).toEqual([1, 1]);
    expect(list.address()).toBe(PATH);
  });

  test('and applying sends the filters with both calls, from page 1, and puts them into the address', async () => {
    const list = await opened('?page=4');
    list.now().type('brand', 'Call');
    await expect.poll(() => list.now().typed).toEqual({ brand: 'Call' });
    list.now().search();
    await expect.poll(() => list.now().filters).toEqual({ brand: 'Call' });
    await expect.poll(counts).toEqual([{ filters: {} }, { filters: { brand: 'Call' } }]);
    expect(pages()).toEqual([
      { ...OPENING, page: 4 },
      { ...OPENING, filters: { brand: 'Call' } },
    ]);
    expect(list.now()).toMatchObject({ page: 1, typed: { brand: 'Call' } });
    expect(list.router.state.location.search).toEqual({ filters: { brand: 'Call' } });
  });

  test('and emptying a box removes its filter', async () => {
    const list = await opened('?filters={"brand":"Call","sex":"1"}');
    list.now().type('brand', '');
    await expect.poll(() => list.now().typed).toEqual({ brand: '', sex: '1' });
    list.now().search();
    await expect.poll(() => list.now().filters).toEqual({ sex: '1' });
    await expect.poll(() => counts().at(-1)).toEqual({ filters: { sex: '1' } });
  });

  test('is replaced by the filters of another address', async () => {
    const list = await opened();
    list.now().type('brand', 'Call');
    await expect.poll(() => list.now().typed).toEqual({ brand: 'Call' });
    await list.router.navigate({ to: PATH, search: { filters: { sex: '0' } } });
    await expect.poll(() => list.now().typed).toEqual({ sex: '0' });
  });
});

test('filters that are applied in place of the typed ones replace them', async () => {
  const list = await opened('?filters={"brand":"Call"}');
  list.now().search({});
  await expect.poll(() => list.now().filters).toEqual({});
  expect(list.now().typed).toEqual({});
  await expect.poll(() => pages().at(-1)).toEqual(OPENING);
});

describe('fixed filters', () => {
  const fixed = { course_id: 17 };

  test('are sent with both calls and are no filters of the person', async () => {
    const list = await opened('', fixed);
    expect(pages()).toEqual([{ ...OPENING, filters: fixed }]);
    expect(counts()).toEqual([{ filters: fixed }]);
    expect(list.now()).toMatchObject({ filters: {}, typed: {}, isScreen: false });
    expect([list.now().isFixed('course_id'), list.now().isFixed('brand')]).toEqual([true, false]);
  });

  test('cannot be replaced, and keep the list’s state out of the address', async () => {
    const list = await opened('', fixed);
    list.now().search({ brand: 'Call', course_id: 99 });
    const filters = { brand: 'Call', ...fixed };
    await expect.poll(counts).toEqual([{ filters: fixed }, { filters }]);
    await expect.poll(() => pages().at(-1)).toEqual({ ...OPENING, filters });
    list.now().toPage(2);
    await expect.poll(() => pages().at(-1)).toEqual({ ...OPENING, filters, page: 2 });
    expect(list.address()).toBe(PATH);
  });

  test('ignore the state of another list in the address', async () => {
    const list = await opened('?filters={"brand":"Call"}&page=3', fixed);
    expect(pages()).toEqual([{ ...OPENING, filters: fixed }]);
    expect(list.now().page).toBe(1);
  });
});
