import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aBookingBody } from '../../../test/support/bookings.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { causeOverload } from '../../../test/support/overload.ts';
import { contractOfAllAreas } from '../../app/areas.ts';
import { booking } from '../../areas/booking/booking.contract.ts';
import { health } from '../../areas/health/health.contract.ts';
import { teeTimes } from '../../areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../contract/call.ts';
import { callUrgency } from './urgency.ts';

const app = testApp({ settings: { CALLS_AT_ONCE: '1' } });

const CALLS = Object.values(contractOfAllAreas).flatMap((calls) => Object.values<HttpCall>(calls));
const ALWAYS = ['/api/health', '/api/live'];

test('every call has an urgency that follows from its contract', () => {
  const of = (called: HttpCall, isBackground = false) => callUrgency(called, isBackground);
  expect(CALLS.filter((called) => of(called) === 'always').map(({ path }) => path)).toEqual(
    expect.arrayContaining(ALWAYS),
  );
  expect(CALLS.filter((called) => of(called) === 'always')).toHaveLength(ALWAYS.length);
  expect(of(booking.book)).toBe('caller');
  expect(of(teeTimes.update)).toBe('record');
  expect([of(teeTimes.index), of(teeTimes.count)]).toEqual(['list', 'list']);
  expect(of(teeTimes.index, true)).toBe('background');
  // A change counts as urgent even if a screen's timer sends it, because it must not be lost.
  expect(of(booking.book, true)).toBe('caller');
  for (const called of CALLS.filter(({ file }) => file)) expect(of(called)).toBe('report');
});

test('in an overload every call but health and the stream is a 503 that says when to come again, and nothing is begun', async () => {
  const { loadShedder } = app.context;
  const agent = await app.signedIn('agent');
  const { end } = await causeOverload(loadShedder, 'caller');
  const refused = await Promise.all(
    CALLS.filter(({ path }) => !ALWAYS.includes(path)).map(async (called) => ({
      path: called.path,
      ...(await app.call(called, {}, agent)),
    })),
  );
  expect(refused.length).toBeGreaterThan(100);
  for (const { path, status, body, headers } of refused) {
    const message: unknown = expect.stringContaining('Nothing was done');
    expect({ path, status, body }).toMatchObject({ status: 503, body: { busy: true, message } });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(headers['cache-control']).toBe('no-store');
  }
  expect((await app.call(health.show)).status).toBe(200);
  expect(await app.db.selectFrom('operations').select('id').execute()).toEqual([]);
  await end();
  const course = (await aCourse(app.db)).id;
  expect((await app.call(booking.book, { body: aBookingBody({ course }) }, agent)).status).toBe(200);
  expect(loadShedder.atWork).toBe(0);
});

test('a call gives its permit back whatever becomes of it', async () => {
  const { loadShedder } = app.context;
  const agent = await app.signedIn('agent');
  await app.call(booking.rate, { body: '{broken' }, agent);
  await app.call(booking.book, { body: {} }, agent);
  await app.call(teeTimes.show, { params: { id: 424242 } }, agent);
  await app.call(teeTimes.index, {}, {});
  expect(loadShedder.atWork).toBe(0);
});
