import { describe, expect, test } from 'vitest';
import { COURSE_SYSTEMS, type CourseSystemName, type DayScrapeResult } from './course-system.ts';
import { courseSimulatorForTests } from './simulator/reading.testing.ts';

const simulated = courseSimulatorForTests();
const IDS: Record<CourseSystemName, string> = {
  fore_up: '19000',
  golfnow: '1501',
  golfswitch: '7002',
  club_prophet: '303',
};
/** The index of the slot that the quirks make odd. */
const SECOND = 1;

function timesIn(read: DayScrapeResult) {
  if (read.outcome !== 'times') throw new Error(`no times: ${JSON.stringify(read)}`);
  return read;
}

describe.each(COURSE_SYSTEMS)('%s', (system) => {
  const id = IDS[system];
  const read = (quirk?: string) => simulated.read(system, quirk ? `${id}-${quirk}` : id);

  test('a row with a price below 0 is left out alone, and its minute is told', async () => {
    const whole = timesIn(await read());
    const odd = timesIn(await read('odd_price'));
    const minute = simulated.sheet(system, id, whole.times[0]?.date ?? '')[SECOND]?.time ?? '';
    expect(odd).toMatchObject({ complete: true });
    expect(odd.odd).toMatchObject({ why: 'one of its prices is below 0', minutes: [minute] });
    expect(odd.odd?.count).toBeLessThan((odd.odd?.of ?? 0) / 4);
    const others = (day: typeof whole) => day.times.filter(({ time }) => time !== minute);
    expect(others(odd)).toHaveLength(others(whole).length);
    expect(others(odd).map(({ time, spots }) => [time, spots])).toEqual(
      others(whole).map(({ time, spots }) => [time, spots]),
    );
    expect(odd.times.length).toBeLessThan(whole.times.length);
    expect(whole.odd).toBeUndefined();
  });

  test('a row whose time cannot be read leaves the day without a whole list', async () => {
    const odd = timesIn(await read('odd_time'));
    expect(odd).toMatchObject({ complete: false });
    expect(odd.odd).toMatchObject({
      why: expect.stringMatching(
        /^its time is not written as (foreUP|GolfNow|Golfswitch|Club Prophet) writes it$/,
      ),
      minutes: [],
    });
  });

  test('where most rows are odd the day is not read', async () => {
    expect(await read('odd_rows')).toMatchObject({
      outcome: 'failed',
      cause: 'unreadable',
      note: expect.stringMatching(
        /^The answer could not be read: \d+ of \d+ rows are odd, the first because one of its prices is below 0\.$/,
      ),
      sample: expect.stringMatching(/-[0-9a-f]{12}\.txt$/),
    });
  });
});

test('a row in another shape says by the names of its fields why it could not be read', async () => {
  const odd = timesIn(await simulated.read('fore_up', '19000-odd_record'));
  expect(odd).toMatchObject({ complete: true });
  expect(odd.odd?.why).toBe('its shape is not known (availableSpots)');
});
