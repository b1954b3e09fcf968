import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COURSE_SYSTEMS, type CourseSystemName } from './course-system.ts';
import { combineCourseSystems } from './course-systems.ts';
import { simulatorAdapters } from './open-course-systems.ts';
import { startBuiltInCourseSystem } from './simulator/built-in-course-system.ts';
import { TEST_REQUEST_POLICY, courseSimulatorForTests } from './simulator/reading.testing.ts';
import { parseRetryAfter } from './reading/full-answer.ts';

const simulated = courseSimulatorForTests();
const IDS: Record<CourseSystemName, string> = {
  fore_up: '19000',
  golfnow: '1501',
  golfswitch: '7002',
  club_prophet: '303',
};

describe.each(COURSE_SYSTEMS)('%s', (system) => {
  test.each([
    ['blocked', 'blocked', null],
    ['login_page', 'blocked', null],
    ['limited', 'limited', 30_000],
    ['limited_silent', 'limited', null],
    ['unavailable', 'broken', 120_000],
    ['moved', 'moved', null],
    ['left', 'moved', null],
    ['hang', 'timed_out', null],
    ['slow', 'timed_out', null],
    ['reset', 'unreachable', null],
    ['cut', 'unreachable', null],
    ['huge', 'too_large', null],
    ['forbidden', 'blocked', null],
  ])(
    'a course that is %s fails as %s, and nothing is read as no times',
    async (quirk, cause, retry_after_ms) => {
      const tryMs = ['hang', 'slow'].includes(quirk) ? 400 : 15_000;
      const read = await simulated.read(system, `${IDS[system]}-${quirk}`, { manners: { tryMs } });
      if (quirk === 'unavailable' && read.outcome === 'failed')
        // The adapter compares a date in Retry-After with the real clock, which differs from the simulator's clock.
        expect(read.retry_after_ms).toBeGreaterThan(0);
      else expect(read).toMatchObject({ retry_after_ms });
      expect(read).toMatchObject({ outcome: 'failed', cause, sample: null });
      expect(read.outcome === 'failed' && read.note).toMatch(/^(foreUP|[A-Z]).*\.$/);
    },
  );

  test('a challenge is asked once: RIC stops, and does not try another way', async () => {
    const read = simulated.reader();
    await read(system, IDS[system]);
    const before = simulated.simulator.requests().length;
    await read(system, `${IDS[system]}-blocked`);
    // For foreUP, the facility's tee sheets are requested before the times.
    expect(simulated.simulator.requests().length - before).toBeLessThanOrEqual(system === 'fore_up' ? 2 : 1);
  });

  test.each(['html', 'odd_shape', 'error_in_200'])(
    'an answer of the kind %s is a failure, kept without credentials and personal data',
    async (quirk) => {
      const read = await simulated.read(system, `${IDS[system]}-${quirk}`);
      const isWords = system === 'golfswitch' && quirk === 'error_in_200';
      expect(read).toMatchObject({ outcome: 'failed', cause: isWords ? 'refused' : 'unreadable' });
      if (isWords || read.outcome !== 'failed') return;
      const kept = await readFile(join(simulated.samples, read.sample ?? ''), 'utf8');
      expect(kept).toContain(`${system} ${IDS[system]}-${quirk}`);
      expect(kept).not.toMatch(/pat\.golfer|619-555|eyJ|k-12345678/);
    },
  );

  test('the same odd answer again is the same sample', async () => {
    const read = () => simulated.read(system, `${IDS[system]}-odd_shape`);
    const [one, other] = [await read(), await read()];
    expect(one).toMatchObject({ sample: expect.stringMatching(/^\w+-[0-9a-f]{12}\.txt$/) });
    expect(other).toMatchObject({ sample: one.outcome === 'failed' ? one.sample : '' });
    expect((await readdir(simulated.samples)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('a course that it does not know is no day without times', async () => {
    const read = await simulated.read(system, '999999');
    // Golfswitch leaves out courses without times and unknown courses alike.
    if (system === 'golfswitch')
      expect(read).toMatchObject({ outcome: 'none', warnings: [expect.stringContaining('its id is wrong')] });
    else expect(read).toMatchObject({ outcome: 'failed', cause: 'wrong_ids' });
  });

  test('a day without times is asked for twice before it is believed, or as often as the caller likes', async () => {
    const id = `${IDS[system]}-closed`;
    const read = simulated.reader();
    const twice = await read(system, id);
    expect(twice).toMatchObject({ outcome: 'none', confirmed: true, reason: 'none_open' });
    const once = await read(system, id, { confirm_none: false });
    expect(once).toMatchObject({ outcome: 'none', confirmed: false });
    expect(once.requests).toBeLessThan(twice.requests);
  });

  test('times of another day are no times of this one', async () => {
    expect(await simulated.read(system, `${IDS[system]}-other_day`)).toMatchObject({
      outcome: 'failed',
      cause: 'unreadable',
    });
  });

  test('parties of two and four are not three', async () => {
    const read = await simulated.read(system, `${IDS[system]}-pairs`);
    const spots = read.outcome === 'times' ? read.times.map((time) => time.spots) : [];
    // Club Prophet knows only a smallest and a largest party size.
    const allowed = system === 'club_prophet' ? [[2], [2, 3], [2, 3, 4], [4]] : [[2], [2, 4], [4]];
    expect(spots).not.toEqual([]);
    for (const sizes of spots) expect(allowed).toContainEqual(sizes);
  });

  test("the caller's own end of patience rejects, a deadline is an outcome", async () => {
    const gone = new AbortController();
    const requests = simulated.simulator.requests().length;
    const reading = simulated.read(system, `${IDS[system]}-hang`, {
      signal: gone.signal,
      manners: { tryMs: 60_000 },
    });
    const rejected = expect(reading).rejects.toThrow('shutting down');
    await expect
      .poll(() => simulated.simulator.requests().length, { timeout: 30_000, interval: 10 })
      .toBeGreaterThan(requests);
    gone.abort(new Error('shutting down'));
    await rejected;
    const before = simulated.simulator.requests().length;
    const late = await simulated.read(system, IDS[system], { deadline: simulated.now().getTime() - 1 });
    expect(late).toMatchObject({ outcome: 'failed', cause: 'timed_out', requests: 0 });
    expect(simulated.simulator.requests()).toHaveLength(before);
  });

  test('a switch is turned while it runs', async () => {
    const [read, id] = [simulated.reader(), IDS[system]];
    simulated.simulator.turn(system, id, 'limited');
    expect(await read(system, id)).toMatchObject({ cause: 'limited' });
    simulated.simulator.turn(system, id, null);
    expect(await read(system, id)).toMatchObject({ outcome: 'times' });
  });
});

test('an address is sent away for a minute when it asks too often, at one system only', async () => {
  const server = await startBuiltInCourseSystem({
    file: join(simulated.samples, 'limited.jsonl'),
    limit: { perMinute: 20, blockMs: 60_000 },
  });
  const adapters = simulatorAdapters(server.url);
  const at = (system: CourseSystemName) =>
    combineCourseSystems(
      { [system]: { adapter: adapters[system], manners: TEST_REQUEST_POLICY } },
      simulated.samples,
    ).readDay({
      course: { system, course_ref: IDS[system], time_zone: 'America/Los_Angeles' },
      date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      signal: AbortSignal.timeout(10_000),
      deadline: Date.now() + 10_000,
    });
  const looks = [];
  for (let look = 0; look < 7; look += 1) looks.push(await at('golfnow'));
  expect(looks.map(({ outcome }) => outcome)).toEqual([
    ...Array<string>(5).fill('times'),
    'failed',
    'failed',
  ]);
  expect(looks.at(-1)).toMatchObject({ cause: 'limited', retry_after_ms: expect.any(Number) });
  expect(await at('golfswitch')).toMatchObject({ outcome: 'times' });
  await server.close();
});

test('nobody there is a failure that names no address', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const address = closed.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => closed.close(resolve));
  const adapter = simulatorAdapters(`http://127.0.0.1:${port}`).fore_up;
  const read = await combineCourseSystems(
    { fore_up: { adapter, manners: TEST_REQUEST_POLICY } },
    simulated.samples,
  ).readDay({
    course: { system: 'fore_up', course_ref: '19000', time_zone: 'America/Los_Angeles' },
    date: '2031-05-04',
    signal: AbortSignal.timeout(5000),
    deadline: Date.now() + 5000,
  });
  expect(read).toMatchObject({
    outcome: 'failed',
    cause: 'unreachable',
    note: 'The system could not be reached: ECONNREFUSED.',
  });
});

test("the simulator's answers are refused where a real system is expected", async () => {
  const read = await simulated.read('golfnow', '1501', { manners: { isSimulator: false } });
  expect(read).toMatchObject({ outcome: 'failed', cause: 'not_connected' });
});

test('a system without settings is not connected, and is asked for nothing', async () => {
  const none = combineCourseSystems({}, simulated.samples);
  expect(none.isConnected('fore_up')).toBe(false);
  expect(
    await none.readDay({
      course: { system: 'fore_up', course_ref: '1', time_zone: 'America/Los_Angeles' },
      date: '2031-05-04',
      signal: AbortSignal.timeout(1000),
      deadline: Date.now() + 1000,
    }),
  ).toMatchObject({ outcome: 'failed', cause: 'not_connected', requests: 0 });
});

test.each([
  ['30', 30_000],
  ['Wed, 30 Apr 2031 15:02:00 GMT', 120_000],
  ['Wed, 30 Apr 2031 14:00:00 GMT', 0],
  ['99999999', 86_400_000],
  ['soon', null],
  [null, null],
])('Retry-After %s is %s ms', (header, ms) => {
  expect(parseRetryAfter(header, Date.parse('2031-04-30T15:00:00Z'))).toBe(ms);
});

test('a redirect is followed nowhere, and its note names the host alone', async () => {
  const read = await simulated.read('golfnow', '1501-moved');
  expect(read).toMatchObject({ note: 'The system sends us elsewhere (302, to new-system.example).' });
});

test('an answer that never ends is left at the largest size', async () => {
  const endless = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = setInterval(() => response.write(' '.repeat(65_536)), 1);
    response.on('close', () => clearInterval(more));
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const address = endless.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const adapter = simulatorAdapters(url).golfnow;
  const read = await combineCourseSystems(
    { golfnow: { adapter, manners: { ...TEST_REQUEST_POLICY, mostBytes: 1_000_000, tryMs: 5000 } } },
    simulated.samples,
  ).readDay({
    course: { system: 'golfnow', course_ref: '1501', time_zone: 'America/Los_Angeles' },
    date: '2031-05-04',
    signal: AbortSignal.timeout(6000),
    deadline: Date.now() + 6000,
  });
  expect(read).toMatchObject({ outcome: 'failed', cause: 'too_large' });
  endless.closeAllConnections();
  await new Promise((resolve) => endless.close(resolve));
});
