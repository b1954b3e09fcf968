import { describe, expect, test } from 'vitest';
import { anOfferedTime, scrapedTimes } from '../../../../test/support/scrapes.ts';
import type { CourseAdapter } from '../adapter.ts';
import type { CourseSystemName } from '../course-system.ts';
import { combineCourseSystems } from '../course-systems.ts';
import { simulatorAdapters } from '../open-course-systems.ts';
import { TEST_REQUEST_POLICY, courseSimulatorForTests } from '../simulator/reading.testing.ts';
import { ScrapeAnswers, EtagCache } from './etag-cache.ts';

const simulated = courseSimulatorForTests();
/** The course systems whose open times are read by GET. */
const IDS: [CourseSystemName, string][] = [
  ['fore_up', '19000'],
  ['golfnow', '1501'],
  ['club_prophet', '303'],
];
const NOT_ASKED = 'The system says that nothing has changed, and was not asked that (304).';

describe.each(IDS)('%s', (system, id) => {
  test('what bore a tag is asked for by it, and a 304 is the same day again', async () => {
    const read = simulated.reader();
    simulated.simulator.turn(system, id, 'tagged');
    const first = await read(system, id);
    expect(first).toMatchObject({ outcome: 'times', complete: true });
    const from = simulated.simulator.requests().length;
    expect(await read(system, id)).toEqual({ ...first, requests: expect.any(Number) });
    const statuses = simulated.simulator
      .requests()
      .slice(from)
      .map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([304]));
    // From here on the simulator answers only 304, so any open times come from the cache.
    simulated.simulator.turn(system, id, 'only_304');
    const again = await read(system, id);
    expect(again).toEqual({ ...first, requests: again.requests });
    simulated.simulator.turn(system, id, null);
  });

  test('a sheet that has changed has another tag, and is read again', async () => {
    const read = simulated.reader();
    simulated.simulator.turn(system, id, 'tagged');
    const date = '2031-05-01';
    const first = await read(system, id, { date });
    simulated.setClock('2031-04-30T16:30:00Z');
    const later = await read(system, id, { date });
    expect(later.outcome === 'times' && later.times).not.toEqual(first.outcome === 'times' && first.times);
    simulated.simulator.turn(system, id, null);
    expect(await read(system, id, { date })).toEqual({ ...later, requests: expect.any(Number) });
    simulated.setClock('2031-04-30T15:00:00Z');
  });

  test('a 304 that nothing is remembered for is a failure, and no day without times', async () => {
    const read = simulated.reader();
    simulated.simulator.turn(system, id, 'only_304');
    expect(await read(system, id)).toMatchObject({ outcome: 'failed', cause: 'broken', note: NOT_ASKED });
    // The cached answer for one day is not used for another day.
    simulated.simulator.turn(system, id, 'tagged');
    await read(system, id, { date: '2031-05-04' });
    simulated.simulator.turn(system, id, 'only_304');
    expect(await read(system, id, { date: '2031-05-05' })).toMatchObject({ cause: 'broken' });
    simulated.simulator.turn(system, id, null);
  });
});

const answered = (tag: string | null, text: string, status = 200) => ({
  status,
  text,
  headers: new Headers(tag === null ? {} : { etag: tag }),
});
const looked = (remembered: EtagCache, url: string, tag: string | null) => {
  const day = new ScrapeAnswers(remembered);
  day.add(url, answered(tag, url));
  day.remember();
};

test.each([
  ['the whole of its day is remembered', true],
  ['a part of its day nothing is remembered', false],
])('of a look that told %s', async (_, complete) => {
  const seen: boolean[] = [];
  const { adapter, ...connected } = {
    adapter: simulatorAdapters(simulated.simulator.url).golfnow,
    manners: TEST_REQUEST_POLICY,
  };
  const readDay: CourseAdapter['readDay'] = ({ asking, date }) => {
    seen.push(asking.day?.before('/day') !== undefined);
    asking.day?.add('/day', answered('"1"', '[]'));
    return Promise.resolve({ ...scrapedTimes('', [anOfferedTime(date, '07:00')], complete) });
  };
  const courses = combineCourseSystems(
    { golfnow: { ...connected, adapter: { ...adapter, readDay } } },
    simulated.samples,
  );
  for (const signal of [AbortSignal.timeout(1000), AbortSignal.timeout(1000)])
    await courses.readDay({
      course: { system: 'golfnow', course_ref: '1', time_zone: 'America/Los_Angeles' },
      date: '2031-05-04',
      signal,
      deadline: Infinity,
    });
  expect(seen).toEqual([false, complete]);
});

test('an answer that bears no tag any more takes the one before it away', () => {
  const remembered = new EtagCache();
  looked(remembered, '/day', '"1"');
  expect(remembered.find('/day')?.tag).toBe('"1"');
  looked(remembered, '/day', null);
  expect(remembered.find('/day')).toBeUndefined();
});

test('beyond so many characters those go that were asked for longest ago', () => {
  const remembered = new EtagCache(10);
  for (const url of ['/one', '/two']) looked(remembered, url, '"1"');
  expect(remembered.find('/one')).toBeDefined();
  looked(remembered, '/six', '"1"');
  expect(['/one', '/two', '/six'].map((url) => remembered.find(url) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  // Dropping an answer frees its space, and an answer larger than the whole cache is not stored.
  looked(remembered, '/far-too-long', '"1"');
  expect(['/one', '/six', '/far-too-long'].filter((url) => remembered.find(url))).toEqual([]);
});
