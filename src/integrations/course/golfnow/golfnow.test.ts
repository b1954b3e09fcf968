import { expect, test } from 'vitest';
import { SIMULATOR_ACCOUNT } from '../simulator/simulator-state.ts';
import { courseSimulatorForTests } from '../simulator/reading.testing.ts';
import type { OpenTime } from '../course-system.ts';
import { OpenTimeCollector } from '../reading/day-sheet.ts';
import { golfNowAdapter } from './golfnow.ts';
import { addGolfNowRates } from './golfnow-times.ts';

const simulated = courseSimulatorForTests();
const { userName, password, clientSecret, channel } = SIMULATOR_ACCOUNT;
const timesOf = (read: Awaited<ReturnType<typeof simulated.read>>): OpenTime[] =>
  read.outcome === 'times' ? read.times : [];
const adapterWith = (more: Partial<Parameters<typeof golfNowAdapter>[0]>) =>
  golfNowAdapter({ apiUrl: `${simulated.simulator.url}/golfnow`, userName, password, channel, ...more });

test.each(['1501-paged', '1501-old_dates'])('%s reads like the plain list', async (id) => {
  const [plain, other] = [await simulated.read('golfnow', '1501'), await simulated.read('golfnow', id)];
  const bare = (times: OpenTime[]) => times.map(({ offers: _, ...time }) => time);
  expect(bare(timesOf(other))).toEqual(bare(timesOf(plain)));
  expect(timesOf(plain)).not.toEqual([]);
  expect(other).toMatchObject({ complete: true, warnings: [] });
});

test('pages are asked for until the total is there', async () => {
  const [plain, paged] = [
    await simulated.read('golfnow', '1501'),
    await simulated.read('golfnow', '1501-paged'),
  ];
  expect(plain.requests).toBe(4);
  expect(paged.requests).toBeGreaterThan(4);
});

test.each([
  ['cut_list', 'GolfNow cut the list: there may be more times than these.'],
  ['moving', 'GolfNow cut the list: there may be more times than these.'],
])('%s: what is missing may still be open', async (quirk, warning) => {
  expect(await simulated.read('golfnow', `1501-${quirk}`)).toMatchObject({
    outcome: 'times',
    complete: false,
    warnings: [warning],
  });
});

test('a cut list of rates leaves the times whole', async () => {
  expect(await simulated.read('golfnow', '1501-more_rates')).toMatchObject({
    outcome: 'times',
    complete: true,
    warnings: ['GolfNow lists some of its rates only.'],
  });
});

test('a local time that does not fit its own instant says that the zone may be wrong', async () => {
  const read = await simulated.read('golfnow', '1501-other_clock');
  expect(JSON.stringify(read)).toContain("check the course's time zone");
});

test('an instant that no calendar has loses its row alone', () => {
  const sheet = new OpenTimeCollector('2026-12-05');
  const at = (Time: string) => ({ Time, Rates: [{ TeeTimeRateID: 1, HoleCount: 18 }] });
  const rows = ['/Date(99999999999999999)/', '2026-12-05T07:42:00', '2026-12-05T07:50:00'].map(at);
  addGolfNowRates(sheet, rows, { players: 4, timeZone: 'America/Los_Angeles' });
  expect(sheet.outcome(true, '')).toMatchObject({
    outcome: 'times',
    complete: false,
    times: [{ time: '07:42' }, { time: '07:50' }],
    odd: { count: 1, of: 3, why: 'its time is not written as GolfNow writes it' },
  });
});

test('a clock reading that the day skips is left out', async () => {
  simulated.setClock('2031-03-08T20:00:00Z');
  const read = await simulated.read('golfnow', '1501-skipped_time', { date: '2031-03-09' });
  expect(read).toMatchObject({ warnings: ['A time was left out: the clock of the course skips it.'] });
  expect(timesOf(read).map(({ time }) => time)).not.toContain('02:30');
  simulated.setClock('2031-04-30T15:00:00Z');
  // On any other day, half past two exists.
  expect(timesOf(await simulated.read('golfnow', '1501-skipped_time')).map(({ time }) => time)).toContain(
    '02:30',
  );
});

test('a signature is as good as the password, and neither a wrong one nor an old one is', async () => {
  const read = (more: Parameters<typeof adapterWith>[0], now = simulated.now) =>
    simulated.read('golfnow', '1501', { adapters: { golfnow: adapterWith(more) }, manners: { now } });
  expect(await read({})).toMatchObject({ outcome: 'times' });
  expect(await read({ clientSecret })).toMatchObject({ outcome: 'times' });
  expect(await read({ clientSecret: 'another' })).toMatchObject({ cause: 'credentials' });
  expect(await read({ password: 'wrong' })).toMatchObject({ cause: 'credentials' });
  const slow = () => new Date(simulated.now().getTime() - 90_000);
  expect(await read({ clientSecret }, slow)).toMatchObject({ cause: 'credentials' });
});
