import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aBooking } from '../../../test/support/bookings.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { contract } from '../../app/areas.ts';
import { booking } from '../../areas/booking/booking.contract.ts';
import { health } from '../../areas/health/health.contract.ts';
import { teeTimes } from '../../areas/tee-times/tee-times.contract.ts';
import type { Call, Urgency } from '../../contract/call.ts';
import { Admission, type Place } from './admission.ts';
import { urgencyOf } from './urgency.ts';

const LONGER_THAN_A_CROWD_MS = 1_100;
const desk = testApp({ settings: { CALLS_AT_ONCE: '1' } });

/** The only place is taken, and somebody has waited for it for longer than a crowd lasts. */
async function overloaded(admission: Admission, urgency: Urgency) {
  const held = await admission.enter(urgency);
  const waiting = admission.enter(urgency);
  await pause(LONGER_THAN_A_CROWD_MS);
  expect(await waiting).toBeNull();
  return { end: () => held?.end() };
}

test('the most urgent who waits is let in next, and of the same urgency whoever came first', async () => {
  const admission = new Admission(1);
  const first = await admission.enter('list');
  const order: string[] = [];
  const come = async (urgency: Urgency, name: string) => {
    const place = await admission.enter(urgency);
    order.push(name);
    place?.end();
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
  first?.end();
  await Promise.all(all);
  expect(order).toEqual(['a booking', 'another booking', 'a record', 'a list', 'another list', 'a poll']);
});

test('a crowd is waited for, and nobody of it is refused', async () => {
  const admission = new Admission(2);
  const served = await Promise.all(
    Array.from({ length: 20 }, async () => {
      expect(admission.refuses('caller')).toBe(false);
      const place = await admission.enter('caller');
      expect(admission.atWork).toBeLessThanOrEqual(2);
      await pause(5);
      place?.end();
      return place !== null;
    }),
  );
  expect(served).toEqual(Array.from({ length: 20 }, () => true));
  expect(admission.atWork).toBe(0);
});

test('in an overload as many wait as were let in lately, the next is refused at once, and it ends', async () => {
  const admission = new Admission(1);
  const { end } = await overloaded(admission, 'caller');
  // Nobody was let in: one waits, to see.
  expect(admission.refuses('caller')).toBe(false);
  const one = admission.enter('caller');
  for (const urgency of ['caller', 'report', 'background'] as const)
    expect(admission.refuses(urgency), urgency).toBe(true);
  expect(admission.refuses('always')).toBe(false);
  const begun = performance.now();
  expect(await one).toBeNull();
  expect(performance.now() - begun).toBeLessThan(200);
  end();
  await pause(LONGER_THAN_A_CROWD_MS);
  for (const urgency of ['caller', 'report', 'background'] as const)
    expect(admission.refuses(urgency), urgency).toBe(false);
});

test('where lists are refused bookings are not, and polls and reports are', async () => {
  const admission = new Admission(1);
  await overloaded(admission, 'list');
  const waiting = Array.from({ length: 30 }, () => {
    expect(admission.refuses('caller')).toBe(false);
    return admission.enter('caller');
  });
  expect(admission.refuses('report')).toBe(true);
  expect(admission.refuses('background')).toBe(true);
  expect(waiting).toHaveLength(30);
});

test('polls and reports that never stop are served again once an overload is over', async () => {
  const admission = new Admission(1);
  const { end } = await overloaded(admission, 'background');
  end();
  for (let asked = 0; asked < 12; asked += 1) {
    admission.refuses('background');
    admission.refuses('report');
    await pause(LONGER_THAN_A_CROWD_MS / 10);
  }
  expect(admission.refuses('background')).toBe(false);
  expect(admission.refuses('report')).toBe(false);
});

test.each([
  { who: 'programs of partners', urgency: 'partner', places: 4, workMs: 40 },
  { who: 'callers', urgency: 'caller', places: 10, workMs: 100 },
] as const)(
  'sixteen $who that ask one thing after the other wait for their places, and none is refused',
  async ({ urgency, places, workMs }) => {
    const admission = new Admission(places);
    const until = performance.now() + LONGER_THAN_A_CROWD_MS * 1.5;
    let served = 0;
    const one = async () => {
      while (performance.now() < until) {
        expect(admission.refuses(urgency)).toBe(false);
        const place = await admission.enter(urgency);
        expect(place).not.toBeNull();
        await pause(workMs);
        place?.end();
        served += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, one));
    expect(served).toBeGreaterThan(16);
  },
);

test('who waits for somebody outside holds no place meanwhile, and comes back before anybody new', async () => {
  const admission = new Admission(1);
  const place = await admission.enter('caller');
  let answer = () => {};
  const outside = place?.elsewhere(() => new Promise<void>((resolve) => (answer = resolve)));
  const other = await admission.enter('list');
  expect(other).not.toBeNull();
  answer();
  await outside;
  expect(admission.atWork).toBe(2);
  let third: Place | null = null;
  const later = admission.enter('caller').then((got) => (third = got));
  other?.end();
  await pause(20);
  expect(third).toBeNull();
  place?.end();
  await later;
  expect(third).not.toBeNull();
  // Ended twice is ended once.
  place?.end();
  expect(admission.atWork).toBe(1);
});

const CALLS = Object.values(contract).flatMap((calls) => Object.values<Call>(calls));
const ALWAYS = ['/api/health', '/api/live'];

test('every call has an urgency that follows from its contract', () => {
  const of = (called: Call, isBackground = false) => urgencyOf(called, isBackground);
  expect(CALLS.filter((called) => of(called) === 'always').map(({ path }) => path)).toEqual(
    expect.arrayContaining(ALWAYS),
  );
  expect(CALLS.filter((called) => of(called) === 'always')).toHaveLength(ALWAYS.length);
  expect(of(booking.book)).toBe('caller');
  expect(of(teeTimes.update)).toBe('record');
  expect([of(teeTimes.index), of(teeTimes.count)]).toEqual(['list', 'list']);
  expect(of(teeTimes.index, true)).toBe('background');
  // A screen's own timer that changes something may not be lost.
  expect(of(booking.book, true)).toBe('caller');
  for (const called of CALLS.filter(({ file }) => file)) expect(of(called)).toBe('report');
});

test('in an overload every call but health and the stream is a 503 that says when to come again, and nothing is begun', async () => {
  const { admission } = desk.desk;
  const agent = await desk.signedIn('agent');
  const { end } = await overloaded(admission, 'caller');
  const refused = await Promise.all(
    CALLS.filter(({ path }) => !ALWAYS.includes(path)).map(async (called) => ({
      path: called.path,
      ...(await desk.call(called, {}, agent)),
    })),
  );
  expect(refused.length).toBeGreaterThan(100);
  for (const { path, status, body, headers } of refused) {
    const message: unknown = expect.stringContaining('Nothing was done');
    expect({ path, status, body }).toMatchObject({ status: 503, body: { busy: true, message } });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(headers['cache-control']).toBe('no-store');
  }
  expect((await desk.call(health.show)).status).toBe(200);
  expect(await desk.db.selectFrom('operations').select('id').execute()).toEqual([]);
  end();
  await pause(LONGER_THAN_A_CROWD_MS);
  const course = (await aCourse(desk.db)).id;
  expect((await desk.call(booking.book, { body: aBooking({ course }) }, agent)).status).toBe(200);
  expect(admission.atWork).toBe(0);
});

test('a call gives its place back whatever becomes of it', async () => {
  const { admission } = desk.desk;
  const agent = await desk.signedIn('agent');
  await desk.call(booking.rate, { body: '{broken' }, agent);
  await desk.call(booking.book, { body: {} }, agent);
  await desk.call(teeTimes.show, { params: { id: 424242 } }, agent);
  await desk.call(teeTimes.index, {}, {});
  expect(admission.atWork).toBe(0);
});
