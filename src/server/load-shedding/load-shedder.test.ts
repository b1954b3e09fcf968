import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { causeOverload } from '../../../test/support/overload.ts';
import type { CallUrgency } from '../../contract/call.ts';
import { LoadShedder, type CallPermit } from './load-shedder.ts';

// The fake clock stands still until a test advances it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the most urgent call is next, and of the same urgency the oldest', async () => {
  const loadShedder = new LoadShedder(1);
  const first = await loadShedder.acquire('list');
  const order: string[] = [];
  const come = async (urgency: CallUrgency, name: string) => {
    const permit = await loadShedder.acquire(urgency);
    order.push(name);
    permit?.release();
  };
  const all = [
    come('background', 'a poll'),
    come('list', 'a list'),
    come('caller', 'a booking'),
    come('list', 'another list'),
    come('record', 'a record'),
    come('caller', 'another booking'),
  ];
  expect(order).toEqual([]);
  first?.release();
  await Promise.all(all);
  expect(order).toEqual(['a booking', 'another booking', 'a record', 'a list', 'another list', 'a poll']);
});

test('a crowd of two hundred is served to the last, and one more is refused', async () => {
  const loadShedder = new LoadShedder(2);
  const held = [await loadShedder.acquire('caller'), await loadShedder.acquire('caller')];
  const crowd = Array.from({ length: 200 }, () => {
    expect(loadShedder.rejects('caller')).toBe(false);
    return loadShedder.acquire('caller').then((permit) => {
      expect(loadShedder.atWork).toBeLessThanOrEqual(2);
      permit?.release();
      return permit !== null;
    });
  });
  expect(loadShedder.rejects('caller')).toBe(true);
  for (const permit of held) permit?.release();
  expect(await Promise.all(crowd)).not.toContain(false);
  expect(loadShedder.atWork).toBe(0);
});

test('a queue that stays long is held to sixteen, and what is less urgent waits no more', async () => {
  const loadShedder = new LoadShedder(1);
  const { end } = await causeOverload(loadShedder, 'record');
  const list = loadShedder.acquire('list');
  for (const urgency of ['record', 'list', 'report', 'background', 'partner'] as const)
    expect(loadShedder.rejects(urgency), urgency).toBe(true);
  for (const urgency of ['always', 'caller'] as const)
    expect(loadShedder.rejects(urgency), urgency).toBe(false);
  await end();
  // The queue is empty, but another burst of requests may follow, so the overload lasts a little longer.
  expect(loadShedder.rejects('list')).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await list).toBeNull();
  for (const urgency of ['record', 'list', 'report', 'background', 'partner'] as const)
    expect(loadShedder.rejects(urgency), urgency).toBe(false);
});

test('a call that hundreds overtake is refused', async () => {
  const loadShedder = new LoadShedder(1);
  const permit = await loadShedder.acquire('caller');
  const list = loadShedder.acquire('list');
  let isOver = false;
  void list.then(() => (isOver = true));
  let next = permit;
  const overtake = async (times: number) => {
    for (let at = 0; at < times; at += 1) {
      const waiting = loadShedder.acquire('caller');
      next?.release();
      next = await waiting;
    }
  };
  await overtake(400);
  expect(isOver).toBe(false);
  await overtake(1);
  expect(await list).toBeNull();
});

test('where nothing is let in any more a call is refused within a second', async () => {
  const loadShedder = new LoadShedder(1);
  await loadShedder.acquire('caller');
  let answer: CallPermit | null | undefined;
  void loadShedder.acquire('caller').then((permit) => (answer = permit));
  await vi.advanceTimersByTimeAsync(700);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(300);
  expect(answer).toBeNull();
});

/** Simulates a day of requests on a machine that is `slower` by that factor; returns the outcome of each request. */
async function day(slower: number) {
  const loadShedder = new LoadShedder(4);
  const became: Record<string, string[]> = { people: [], overload: [] };
  let drawn = 1;
  const random = () => (drawn = (drawn * 48_271) % 2_147_483_647) / 2_147_483_647;
  const call = async (urgency: CallUrgency, part: string[], ms: number) => {
    const at = part.push('waits') - 1;
    const permit = loadShedder.rejects(urgency) ? null : await loadShedder.acquire(urgency);
    if (permit) await pass(ms * slower);
    permit?.release();
    part[at] = permit ? 'served' : 'refused';
    // A rejected caller retries a little later.
    if (!permit) await pass(10 * slower);
  };
  const { people = [], overload: all = [] } = became;
  // Sixteen people each send one request after another: a list, or a search that takes long.
  const person = async () => {
    for (let asked = 0; asked < 40; asked += 1) await call('list', people, 10 + Math.round(190 * random()));
  };
  const everybody = Promise.all(Array.from({ length: 16 }, person));
  await vi.runAllTimersAsync();
  await everybody;
  // Then requests arrive at four times the capacity: 4 run at once for 16 ms each, and one arrives every millisecond.
  const urgencies = ['caller', 'record', 'list', 'caller', 'background'] as const;
  const asked: Promise<void>[] = [];
  for (let at = 0; at < 4_000; at += 1) {
    asked.push(call(urgencies[at % urgencies.length] ?? 'list', all, 16));
    await vi.advanceTimersByTimeAsync(slower);
  }
  await vi.runAllTimersAsync();
  await Promise.all(asked);
  expect(loadShedder.atWork).toBe(0);
  return { people, all };
}

test('a machine that is four times slower lets everybody wait longer, and refuses nobody more', async () => {
  const { people, all } = await day(1);
  expect(people).toHaveLength(16 * 40);
  expect(people).not.toContain('refused');
  // 4,000 requests arrived while 1,000 could be served: the permits were never idle.
  const served = all.filter((one) => one === 'served').length;
  expect(served).toBeGreaterThanOrEqual(1_000);
  expect(served).toBeLessThan(1_300);
  expect(await day(4)).toEqual({ people, all });
});

test('who waits for somebody outside holds no permit meanwhile, and comes back before anybody new', async () => {
  const loadShedder = new LoadShedder(1);
  const permit = await loadShedder.acquire('caller');
  let answer = () => {};
  const outside = permit?.releaseDuring(() => new Promise<void>((resolve) => (answer = resolve)));
  const other = await loadShedder.acquire('list');
  expect(other).not.toBeNull();
  answer();
  await outside;
  expect(loadShedder.atWork).toBe(2);
  let third: CallPermit | null = null;
  const later = loadShedder.acquire('caller').then((got) => (third = got));
  other?.release();
  await settled();
  expect(third).toBeNull();
  permit?.release();
  await later;
  expect(third).not.toBeNull();
  // Releasing a permit a second time has no effect.
  permit?.release();
  expect(loadShedder.atWork).toBe(1);
});
