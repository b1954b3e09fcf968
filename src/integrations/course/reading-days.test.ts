import { describe, expect, test } from 'vitest';
import { COURSE_SYSTEMS, type CourseSystemName, type OpenTime } from './course-system.ts';
import { courseSimulatorForTests } from './simulator/reading.testing.ts';
import type { SimulatedSlot } from './simulator/tee-sheet.ts';

const simulated = courseSimulatorForTests();

/** A course without quirks of each course system in each of the three time zones. */
const COURSES: [CourseSystemName, string, string][] = [
  ['fore_up', '19000', 'America/Los_Angeles'],
  ['fore_up', '19060', 'America/Denver'],
  ['fore_up', '19064', 'America/Phoenix'],
  ['golfnow', '1501', 'America/Los_Angeles'],
  ['golfnow', '1569', 'America/Denver'],
  ['golfnow', '1561', 'America/Phoenix'],
  ['golfswitch', '7002', 'America/Los_Angeles'],
  ['golfswitch', '7066', 'America/Denver'],
  ['golfswitch', '7070', 'America/Phoenix'],
  ['club_prophet', '303', 'America/Los_Angeles'],
  ['club_prophet', '363', 'America/Denver'],
  ['club_prophet', '367', 'America/Phoenix'],
];

/**
 * Returns the open times that each course system can report for a slot: GolfNow and Golfswitch have no starting
 * sides, Golfswitch no holes.
 */
function expected(system: CourseSystemName, slots: SimulatedSlot[]): Partial<OpenTime>[] {
  const hasSides = system === 'fore_up' || system === 'club_prophet';
  return slots
    .filter(
      ({ side, holes }) => hasSides || (side === 'Front' && (system === 'golfnow' || holes.includes(18))),
    )
    .flatMap((slot) => (system === 'golfswitch' ? [null] : slot.holes).map((holes) => ({ slot, holes })))
    .map(({ slot, holes }) => ({
      date: slot.date,
      time: slot.time,
      starts_at: slot.starts_at.toISOString(),
      starting_side: hasSides ? slot.side : null,
      holes,
      spots: slot.sizes,
    }));
}
const keyOf = ({ time, starting_side, holes }: Partial<OpenTime>) =>
  `${time} ${starting_side ?? ''} ${String(holes ?? 0).padStart(2, '0')}`;
const inOrder = (times: Partial<OpenTime>[]) =>
  times.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
const bare = (times: OpenTime[]) => times.map(({ offers: _, ...time }) => time);

describe.each(COURSES)('%s %s in %s', (system, id, zone) => {
  test.each([
    ['in spring', '2031-04-30T15:00:00Z', '2031-05-03'],
    ['in winter', '2031-12-10T15:00:00Z', '2031-12-14'],
    ['on the day the clock jumps forward', '2031-03-08T20:00:00Z', '2031-03-09'],
    ['on the day the clock goes back', '2031-11-01T20:00:00Z', '2031-11-02'],
    // In London it is already the next day.
    ['today, late in the evening of UTC', '2031-05-01T00:30:00Z', '2031-04-30'],
  ])('%s every time is read as it stands on the sheet', async (_, now, date) => {
    simulated.setClock(now);
    const read = await simulated.read(system, id, { date });
    const slots = simulated.sheet(system, id, date);
    expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).toBe(zone);
    const times = inOrder(expected(system, slots));
    if (times.length === 0) return expect(read).toMatchObject({ outcome: 'none', confirmed: true });
    expect(read).toMatchObject({ outcome: 'times', complete: true });
    expect(read.outcome === 'times' && bare(read.times)).toEqual(times);
  });
});

test('prices are cents a player, whatever each system writes', async () => {
  simulated.setClock('2031-04-30T15:00:00Z');
  const date = '2031-05-03';
  const offers = await Promise.all(
    COURSES.filter(([, , zone]) => zone === 'America/Los_Angeles').map(async ([system, id]) => {
      const read = await simulated.read(system, id, { date });
      const [slot] = simulated
        .sheet(system, id, date)
        .filter(({ holes, side }) => holes.includes(18) && side === 'Front');
      const time =
        read.outcome === 'times' && read.times.find((one) => one.time === slot?.time && one.holes !== 9);
      return { system, fee: slot?.raw_green_fee[18], offer: time && time.offers[0] };
    }),
  );
  const of = (name: CourseSystemName) => offers.find(({ system }) => system === name);
  expect(of('fore_up')?.offer).toMatchObject({
    raw_green_fee: of('fore_up')?.fee,
    raw_cart_fee: 2_200,
    raw_taxes_and_fees: 225,
    cart: 'optional',
    booking_class: '5',
    currency: 'USD',
    is_instant: true,
  });
  expect(of('golfnow')?.offer).toMatchObject({
    raw_green_fee: of('golfnow')?.fee,
    raw_taxes_and_fees: 299,
    raw_due_online: Number(of('golfnow')?.fee) + 299,
    raw_due_at_course: 0,
    cart: 'included',
    rate_name: 'Prepaid with cart',
    // GolfNow's rate ids may be negative.
    offer_ref: expect.stringMatching(/^-\d+$/),
  });
  expect(of('golfswitch')?.offer).toMatchObject({
    raw_green_fee: of('golfswitch')?.fee,
    raw_taxes_and_fees: 250,
    raw_due_online: 1_550,
    currency: 'USD',
    is_instant: true,
  });
  expect(of('club_prophet')?.offer).toMatchObject({
    raw_green_fee: of('club_prophet')?.fee,
    raw_cart_fee: 2_200,
    raw_taxes_and_fees: 150,
    cart: 'optional',
    booking_class: 'R',
  });
});

test('the sheet fills and frees while it is read, and is the same for the same moment', async () => {
  const read = simulated.reader();
  const at = async (now: string) => {
    simulated.setClock(now);
    const day = await read('fore_up', '19000', { date: '2031-05-01' });
    return day.outcome === 'times' ? bare(day.times).map((time) => JSON.stringify(time)) : [];
  };
  const [before, after, again] = [
    await at('2031-04-30T15:00:00Z'),
    await at('2031-04-30T15:10:00Z'),
    await at('2031-04-30T15:00:00Z'),
  ];
  expect(again).toEqual(before);
  expect(before.filter((time) => !after.includes(time))).not.toEqual([]);
  expect(after.filter((time) => !before.includes(time))).not.toEqual([]);
});

test('every request says who asks, and each system is asked as rarely as it can be', async () => {
  simulated.setClock('2031-04-30T15:00:00Z');
  const read = simulated.reader();
  const seen = simulated.simulator.requests();
  const ids = { fore_up: '19004', golfnow: '1505', golfswitch: '7006', club_prophet: '307' };
  const counts = [];
  for (const system of COURSE_SYSTEMS) {
    const first = await read(system, ids[system]);
    const second = await read(system, ids[system]);
    counts.push([system, first.requests, second.requests]);
  }
  expect(counts).toEqual([
    // Two requests precede the first scrape: for a token and for the facility's tee sheets.
    ['fore_up', 3, 1],
    // Each party size needs its own request.
    ['golfnow', 4, 4],
    ['golfswitch', 1, 1],
    // Requests for the tenant's configuration, a token and a transaction precede the first scrape.
    ['club_prophet', 6, 1],
  ]);
  expect(new Set(seen.slice(-20).map(({ userAgent }) => userAgent))).toEqual(
    new Set(['RIC/1 (tee-time reseller; desk@ric.example)']),
  );
});

test('each request waits for its turn at its host', async () => {
  const hosts: string[] = [];
  const day = await simulated.read('golfnow', '1505', {
    pace: (host) => {
      hosts.push(host);
      return Promise.resolve();
    },
  });
  expect(hosts).toEqual(Array.from({ length: day.requests }, () => new URL(simulated.simulator.url).host));
});
