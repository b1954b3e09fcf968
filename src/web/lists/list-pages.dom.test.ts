// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { rentalClubs } from '../../areas/rental-clubs/rental-clubs.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { clubs } from '../../../test/support/browser/clubs.ts';
import { renderHook } from '../../../test/support/browser/render-hook.tsx';
import { signedInStaff } from '../../../test/support/browser/staff.ts';
import { runWhenIdle } from '../navigation/idle.ts';
import { sendCall } from '../sending/send.ts';
import { useList, useFactsOfShownRows } from './useList.ts';

const server = callServer();
signedInStaff();

const PATH = '/manage-rental-clubs';
const TOTAL = 12;
const inBackground = (headers: Record<string, string>): boolean => headers['x-background'] === '1';
/** The pages and sizes that were requested, those in the background apart. */
const requested = (background = false) =>
  server
    .received(rentalClubs.index)
    .filter(({ headers }) => inBackground(headers) === background)
    .map(({ query: { page, per_page: size } }) => [page, size]);

/** A list of 12 rental clubs, in pages. */
async function opened(search = '') {
  server.replyBy(rentalClubs.index, ({ query: { page, per_page: size } }) => {
    const before = (Number(page) - 1) * Number(size);
    return { body: clubs(Math.max(0, Math.min(Number(size), TOTAL - before)), before + 1) };
  });
  server.answer(rentalClubs.count, TOTAL);
  const useListWithFacts = () => {
    const list = useList({ calls: rentalClubs });
    return { ...list, facts: useFactsOfShownRows(list) };
  };
  const list = await renderHook(useListWithFacts, { at: PATH + search, path: PATH });
  await expect.poll(() => list.now().total).toBe(TOTAL);
  await expect.poll(() => list.now().rows?.length).toBeGreaterThan(0);
  return { ...list, ids: () => list.now().rows?.map(({ id }) => id) };
}

describe('going to a page', () => {
  test('requests that page alone, and puts it into the address', async () => {
    const list = await opened('?per_page=10&page=2');
    expect(list.ids()).toEqual([11, 12]);
    list.now().toPage(1);
    await expect.poll(list.ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(requested()).toEqual([
      [2, 10],
      [1, 10],
    ]);
    expect(server.received(rentalClubs.count)).toHaveLength(1);
    expect(list.router.state.location.search).toEqual({ per_page: 10 });
  });

  test('keeps the earlier rows and their facts until the new rows are there', async () => {
    const list = await opened('?per_page=10&page=2');
    expect(list.now()).toMatchObject({ areEarlier: false, dimmed: false, facts: { page: 2 } });
    const release = server.hold(rentalClubs.index);
    list.now().toPage(1);
    await expect.poll(() => list.now().page).toBe(1);
    expect(list.ids()).toEqual([11, 12]);
    expect(list.now()).toMatchObject({
      waiting: true,
      areEarlier: true,
      loading: false,
      facts: { page: 2, total: TOTAL },
    });
    await expect.poll(() => list.now().dimmed).toBe(true);
    expect(list.rendered.find(({ waiting }) => waiting)).toMatchObject({ dimmed: false });
    release();
    await expect.poll(() => list.ids()?.length).toBe(10);
    expect(list.now()).toMatchObject({
      waiting: false,
      areEarlier: false,
      dimmed: false,
      facts: { page: 1, total: TOTAL },
    });
  });

  test('shows the rows of the last page that was chosen, in whatever order the answers come', async () => {
    const list = await opened('?per_page=5&page=3');
    const release = server.hold(rentalClubs.index);
    list.now().toPage(1);
    await expect.poll(() => list.now().page).toBe(1);
    list.now().toPage(2);
    await expect.poll(() => list.now().page).toBe(2);
    release();
    await expect.poll(list.ids).toEqual([6, 7, 8, 9, 10]);
  });
});

test('a page size is sent, goes to page 1 and is put into the address', async () => {
  const list = await opened('?per_page=5&page=3');
  expect(list.now().sizes).toContain(20);
  list.now().setSize(20);
  await expect.poll(() => list.ids()?.length).toBe(TOTAL);
  expect(requested()).toEqual([
    [3, 5],
    [1, 20],
  ]);
  expect(list.router.state.location.search).toEqual({ per_page: 20 });
});

describe('the page after a full one', () => {
  test('is requested in the background, and is shown at once', async () => {
    const list = await opened('?per_page=5');
    await expect.poll(() => requested(true)).toEqual([[2, 5]]);
    await expect.poll(() => list.queries.isFetching()).toBe(0);
    const release = server.hold(rentalClubs.index);
    list.now().toPage(2);
    await expect.poll(() => list.now().page).toBe(2);
    expect(list.ids()).toEqual([6, 7, 8, 9, 10]);
    expect(list.now().waiting).toBe(false);
    release();
  });

  test('is not requested where the page is not full', async () => {
    await opened('?per_page=5&page=3');
    // The list waits for the same moment, so that its request would come before this one.
    await new Promise<void>(runWhenIdle);
    await sendCall(rentalClubs.count, { query: {} });
    expect(requested(true)).toEqual([]);
  });
});

describe('the total', () => {
  test('is unknown while another search is counted, and its former facts stay until then', async () => {
    const list = await opened();
    const release = server.hold(rentalClubs.count);
    const releaseRows = server.hold(rentalClubs.index);
    server.answer(rentalClubs.count, 3);
    list.now().search({ brand: 'Call' });
    await expect.poll(() => list.now().waiting).toBe(true);
    expect(list.now()).toMatchObject({ total: undefined, facts: { total: TOTAL, filters: {} } });
    releaseRows();
    await expect.poll(() => list.now().waiting).toBe(false);
    expect(list.now()).toMatchObject({
      total: undefined,
      facts: { total: undefined, filters: { brand: 'Call' } },
    });
    release();
    await expect.poll(() => list.now().total).toBe(3);
  });

  test('waits for the rows it belongs to', async () => {
    const list = await opened();
    const release = server.hold(rentalClubs.index);
    server.answer(rentalClubs.count, 3);
    list.now().search({ brand: 'Call' });
    await expect.poll(() => list.now().total).toBe(3);
    expect(list.now()).toMatchObject({ areEarlier: true, facts: { total: TOTAL } });
    release();
    await expect.poll(() => list.now().facts.total).toBe(3);
  });
});
