import { expect, test } from 'vitest';
import type { OpenTime } from '../course-system.ts';
import { SIMULATOR_ACCOUNT } from '../simulator/simulator-state.ts';
import { courseSimulatorForTests } from '../simulator/reading.testing.ts';
import { clubProphetAdapter } from './club-prophet.ts';

const simulated = courseSimulatorForTests();
const { clientId } = SIMULATOR_ACCOUNT;
type Read = Awaited<ReturnType<typeof simulated.read>>;
const timesOf = (read: Read): OpenTime[] => (read.outcome === 'times' ? read.times : []);
const tenant = (more: { clientId?: string } = {}) => ({
  adapters: {
    club_prophet: clubProphetAdapter({
      apiUrl: `${simulated.simulator.url}/club-prophet/{tenant}`,
      clientId,
      ...more,
    }),
  },
});

test('a full sheet that is told as no times is asked for again in a new session', async () => {
  const before = simulated.simulator.requests().length;
  const read = await simulated.read('club_prophet', '303-false_none');
  expect(read).toMatchObject({ outcome: 'times' });
  const asked = simulated.simulator.requests().slice(before);
  expect(asked.filter(({ path }) => path.endsWith('RegisterTransactionId'))).toHaveLength(2);
  expect(asked.filter(({ path }) => path.endsWith('token/short'))).toHaveLength(2);
});

test('what a tenant says of itself is asked for once an hour', async () => {
  const read = simulated.reader();
  await read('club_prophet', '303');
  const askedFrom = async (instant: string) => {
    const before = simulated.simulator.requests().length;
    simulated.setClock(instant);
    expect(await read('club_prophet', '303')).toMatchObject({ outcome: 'times' });
    const asked = simulated.simulator.requests().slice(before);
    return asked.filter(({ path }) => path.endsWith('OnlineCourses')).length;
  };
  expect(await askedFrom('2031-04-30T15:59:00Z')).toBe(0);
  expect(await askedFrom('2031-04-30T16:00:01Z')).toBe(1);
  simulated.setClock('2031-04-30T15:00:00Z');
});

test('a day that is not released says when it will be, and so does none of the failures', async () => {
  expect(await simulated.read('club_prophet', '303', { date: '2031-05-20' })).toMatchObject({
    // The day is released fourteen days before, at midnight in San Diego.
    outcome: 'not_released',
    opens_at: '2031-05-06T07:00:00.000Z',
  });
});

test('seats 3 and 4 are two seats', async () => {
  const slots = simulated.sheet('club_prophet', '303', '2031-05-03');
  const two = slots.find(({ seats, side }) => seats === 2 && side === 'Front');
  const read = await simulated.read('club_prophet', '303', { date: '2031-05-03' });
  expect(timesOf(read).find(({ time }) => time === two?.time)?.spots).toEqual([1, 2]);
});

test('holes come from the codes of the prices; without any they are not known, and never 18', async () => {
  const late = timesOf(await simulated.read('club_prophet', '303', { date: '2031-05-03' })).filter(
    ({ time }) => time > '15:30',
  );
  expect(new Set(late.map(({ holes }) => holes))).toEqual(new Set([9]));
  const unknown = await simulated.read('club_prophet', '303-no_codes');
  // The round has nine holes if a flag says so.
  expect(new Set(timesOf(unknown).map(({ holes }) => holes))).toEqual(new Set([9, null]));
  expect(unknown).toMatchObject({ warnings: ['The system does not say how many holes.'] });
});

test('a bare list and an older tenant read like the newer kind', async () => {
  const bare = (read: Read) => timesOf(read).map(({ time, holes, spots }) => ({ time, holes, spots }));
  const plain = await simulated.read('club_prophet', '303');
  expect(bare(plain)).not.toEqual([]);
  expect(bare(await simulated.read('club_prophet', '303-bare_list'))).toEqual(bare(plain));
  const before = simulated.simulator.requests().length;
  expect(bare(await simulated.read('club_prophet', 'v4-town.303', tenant()))).toEqual(bare(plain));
  const asked = simulated.simulator.requests().slice(before);
  expect(asked.some(({ path }) => /token|Transaction/.test(path))).toBe(false);
});

test('a token lives ten minutes, a transaction too: both are renewed when they are over', async () => {
  const read = simulated.reader();
  await read('club_prophet', '303');
  simulated.setClock('2031-04-30T15:11:00Z');
  const before = simulated.simulator.requests().length;
  expect(await read('club_prophet', '303')).toMatchObject({ outcome: 'times' });
  const asked = simulated.simulator.requests().slice(before);
  expect(asked.map(({ path }) => path.split('/').at(-1))).toEqual([
    'TeeTimes',
    'short',
    'TeeTimes',
    'RegisterTransactionId',
    'TeeTimes',
  ]);
  simulated.setClock('2031-04-30T15:00:00Z');
});

test('an id without its tenant, and a course that the tenant does not have, are wrong ids', async () => {
  expect(await simulated.read('club_prophet', '303', tenant())).toMatchObject({
    cause: 'wrong_ids',
    requests: 0,
    note: 'A Club Prophet course id is the tenant and the course, like sandiego.3 for sandiego.cps.golf.',
  });
  expect(await simulated.read('club_prophet', 'town.9999', tenant())).toMatchObject({ cause: 'wrong_ids' });
  expect(await simulated.read('club_prophet', 'town.303', tenant())).toMatchObject({ outcome: 'times' });
});

test('a name that Club Prophet did not give us is a wrong sign-in', async () => {
  expect(await simulated.read('club_prophet', 'town.303', tenant({ clientId: 'wrong' }))).toMatchObject({
    outcome: 'failed',
    cause: 'credentials',
  });
});

test("a tenant's clock that is not the course's says so", async () => {
  const course = { system: 'club_prophet', course_ref: '303', time_zone: 'America/Denver' } as const;
  expect(await simulated.read('club_prophet', '303', { course })).toMatchObject({
    warnings: [
      "Club Prophet keeps the clock of America/Los_Angeles, not America/Denver: check the course's time zone.",
    ],
  });
});
