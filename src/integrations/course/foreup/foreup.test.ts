import { expect, test } from 'vitest';
import { courseSimulatorForTests } from '../simulator/reading.testing.ts';
import { foreUpAdapter } from './foreup.ts';

const simulated = courseSimulatorForTests();
const requests = () => simulated.simulator.requests().map(({ path }) => path);

test('nines and the back side are asked for: left out, foreUP keeps them to itself', async () => {
  const read = await simulated.read('fore_up', '19000');
  const times = read.outcome === 'times' ? read.times : [];
  expect(new Set(times.map(({ holes }) => holes))).toEqual(new Set([9, 18]));
  expect(new Set(times.map(({ starting_side }) => starting_side))).toEqual(new Set(['Front', 'Back']));
});

test('a time by another offset is the same instant on the course clock, and says that the zone may be wrong', async () => {
  const [plain, other] = [
    await simulated.read('fore_up', '19000'),
    await simulated.read('fore_up', '19000-other_clock'),
  ];
  const timesOf = (read: typeof plain) =>
    read.outcome === 'times' ? read.times.map(({ time, holes }) => [time, holes]) : [];
  expect(timesOf(other)).toEqual(timesOf(plain));
  expect(other).toMatchObject({ warnings: [expect.stringContaining("check the course's time zone")] });
  expect(plain).toMatchObject({ warnings: [] });
});

test('a 403 is an old token first: a new one is asked for, and once only', async () => {
  const before = requests().length;
  const read = await simulated.read('fore_up', '19000-token_over', { confirm_none: false });
  // The token expires between the request for the tee sheets and the request for the times.
  expect(read).toMatchObject({ outcome: 'times' });
  expect(requests().slice(before)).toEqual([
    'tokens',
    'courses/19000-token_over/teesheets',
    'courses/19000-token_over/teesheets/1/teetimes',
    'tokens',
    'courses/19000-token_over/teesheets/1/teetimes',
  ]);
});

test('a token of thirty days is used until it is over', async () => {
  const read = simulated.reader();
  await read('fore_up', '19000');
  const before = requests().length;
  simulated.setClock('2031-06-15T15:00:00Z');
  expect(await read('fore_up', '19000')).toMatchObject({ outcome: 'times' });
  expect(
    requests()
      .slice(before)
      .filter((path) => path === 'tokens'),
  ).toHaveLength(1);
  simulated.setClock('2031-04-30T15:00:00Z');
});

test('the sheets of a facility are asked for once an hour', async () => {
  const read = simulated.reader();
  await read('fore_up', '19000');
  const askedFrom = async (instant: string) => {
    const before = requests().length;
    simulated.setClock(instant);
    await read('fore_up', '19000');
    return requests()
      .slice(before)
      .filter((path) => path.endsWith('/teesheets')).length;
  };
  expect(await askedFrom('2031-04-30T15:59:00Z')).toBe(0);
  expect(await askedFrom('2031-04-30T16:00:01Z')).toBe(1);
  simulated.setClock('2031-04-30T15:00:00Z');
});

test('a 403 with a new token is the course that withdrew', async () => {
  expect(await simulated.read('fore_up', '19000-withdrawn')).toMatchObject({
    outcome: 'failed',
    cause: 'permission',
    note: 'foreUP does not let us read this course: it has not switched us on.',
  });
});

test('a wrong password is a wrong password', async () => {
  const adapter = foreUpAdapter({
    apiUrl: `${simulated.simulator.url}/foreup`,
    email: 'a@b.example',
    password: 'wrong',
  });
  const read = simulated.reader({ adapters: { fore_up: adapter } });
  expect(await read('fore_up', '19000')).toMatchObject({ outcome: 'failed', cause: 'credentials' });
  // The next scrape tries to sign in again, because somebody may have corrected the password.
  expect(await read('fore_up', '19000')).toMatchObject({
    outcome: 'failed',
    cause: 'credentials',
    requests: 1,
  });
});

test("a facility of several sheets is not one course: the course's own sheet has to be named", async () => {
  expect(await simulated.read('fore_up', '19000-two_sheets')).toMatchObject({
    outcome: 'failed',
    cause: 'wrong_ids',
    note:
      "foreUP keeps 2 tee sheets under 19000-two_sheets. Name the course's own as the foreUP course id: " +
      '19000-two_sheets.1 or 19000-two_sheets.2.',
  });
  expect(await simulated.read('fore_up', '19000-two_sheets.2')).toMatchObject({ outcome: 'times' });
  expect(await simulated.read('fore_up', '19000-two_sheets.3')).toMatchObject({
    outcome: 'failed',
    cause: 'wrong_ids',
  });
});
