// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { teeTimes } from '../../areas/tee-times/tee-times.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { renderHook } from '../../../test/support/browser/render-hook.tsx';
import { signedInStaff } from '../../../test/support/browser/staff.ts';
import { useCappedList } from './useCappedList.ts';

const server = callServer();
signedInStaff();

const PATH = '/manage-tee-times';
const counts = () => server.received(teeTimes.count).map(({ query: { filters: _, ...rest } }) => rest);

async function opened(counted: number, search = '') {
  server.answer(teeTimes.index, []);
  server.answer(teeTimes.count, counted);
  const list = await renderHook(() => useCappedList({ calls: teeTimes }), { at: PATH + search, path: PATH });
  await expect.poll(() => list.now().total).toBe(counted);
  return list;
}

test('a list is counted to its cap, and exactly when the person asks for it', async () => {
  const list = await opened(10_001);
  expect(counts()).toEqual([{ cap: 10_000 }]);
  expect(list.now()).toMatchObject({ moreThan: 10_000, countedExactly: false });
  const release = server.hold(teeTimes.count);
  server.answer(teeTimes.count, 25_318);
  list.now().countExactly?.();
  await expect.poll(counts).toEqual([{ cap: 10_000 }, {}]);
  // The former total stays while the exact number is counted.
  expect(list.now()).toMatchObject({ total: 10_001, moreThan: 10_000, countedExactly: false });
  release();
  await expect.poll(() => list.now().total).toBe(25_318);
  expect(list.now()).toMatchObject({ moreThan: null, countedExactly: true });
});

test('another search is counted to the cap again', async () => {
  const list = await opened(10_001);
  server.answer(teeTimes.count, 25_318);
  list.now().countExactly?.();
  await expect.poll(() => list.now().total).toBe(25_318);
  server.answer(teeTimes.count, 7);
  list.now().search({ last_name: 'sm' });
  await expect.poll(() => list.now().total).toBe(7);
  expect(counts()).toEqual([{ cap: 10_000 }, {}, { cap: 1_000 }]);
  expect(list.now()).toMatchObject({ moreThan: null, countedExactly: false });
});

test('a list below its cap has its exact total', async () => {
  const list = await opened(10_000);
  expect(list.now()).toMatchObject({ total: 10_000, moreThan: null });
});

test('the address restricts a list to its month or day, for the rows and the count', async () => {
  await opened(3, '?monthly=true&date="2030-05-30"');
  expect(counts()).toEqual([{ query_type: 'monthly', date: '2030-05-30', cap: 10_000 }]);
  const [page] = server.received(teeTimes.index);
  expect(page?.query).toMatchObject({ query_type: 'monthly', date: '2030-05-30' });
});
