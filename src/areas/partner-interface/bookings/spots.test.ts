import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { bookTeeTime } from '../../../../test/support/bookings.ts';
import { anOpenTime } from '../../../../test/support/factories.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  aPartner,
  aPartnerBooking,
  aPartnerCustomer,
  aCardToken,
  bookAsPartner,
  type PartnerWithKey,
} from '../../../../test/support/partners.ts';
import type { TestCardBehavior } from '../../../integrations/payment/test-cards.ts';
import { roundChanges } from '../../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp();
const DAY = '2030-06-01';
let staff: HeaderFields;
let course: number;
let rate: number;
let partner: PartnerWithKey;
beforeAll(async () => {
  app.setClock('2026-05-01T18:00:00Z');
  staff = await app.signedIn('agent');
  ({ course, rate } = await aCourseWithOpenTime(app.db));
  partner = await aPartner(app.db, { courses: [course] });
});

let minute = 0;
/** Creates an open time for one to four players; by default, no other open time has the same clock time. */
async function aTime(given: { available_date?: string; available_time?: number; spots?: number[] } = {}) {
  minute += 1;
  const at = {
    available_time: 900 + Math.floor(minute / 60) * 100 + (minute % 60),
    spots: [1, 2, 3, 4],
    ...given,
  };
  const { id } = await anOpenTime(app.db, { course_id: course, rate_id: rate, ...at });
  const clock = String(at.available_time).padStart(4, '0');
  const play = { play_date: at.available_date ?? DAY, play_time: `${clock.slice(0, 2)}:${clock.slice(2)}` };
  return { id, ...play, available_time: at.available_time };
}
type Time = Awaited<ReturnType<typeof aTime>>;

/** Returns the status of the answer to a booking, or the reason of a rejection. */
async function ask(time: Time, players: number, more: object = {}, key: string = randomUUID()) {
  const booking = { ...aPartnerBooking(time.id), players, ...more };
  const { status, body } = await bookAsPartner(app, partner.headers, booking, key);
  return status === 409 ? (body as { error: { code: string; message: string } }).error.message : status;
}
const card = async (behaviour?: TestCardBehavior) => ({
  card: { token: await aCardToken(app.gatewayUrl, behaviour) },
});
const byPhone = (time: Time, tee_time: object = {}) => {
  const { play_date, play_time } = time;
  return bookTeeTime(app, staff, {
    course,
    tee_time: { play_date, play_time, players: 2, confirmation: 'INTERNAL', ...tee_time },
  });
};

/** Returns, for each party size that partners search for, the party sizes that the answer offers for an open time. */
async function offered({ id, play_date }: Time) {
  const all: Record<number, number[]> = {};
  for (const players of [1, 2, 3, 4]) {
    const query = { date: play_date, players, per_page: 500 };
    const { open_times } = await app.ok(partnerInterface.search, { query }, partner.headers);
    const found = open_times.find((time) => time.id === id);
    if (found) all[players] = found.spots;
  }
  return all;
}
const quoted = async ({ id }: Time, players: number) => {
  const body = { open_time_id: id, players };
  return (await app.call(partnerInterface.quote, { body }, partner.headers)).status;
};

describe('what is left of an open time', () => {
  test('is what a search, a quote and a booking go by', async () => {
    const time = await aTime();
    expect(await ask(time, 2)).toBe(200);
    expect(await offered(time)).toEqual({ 1: [1, 2], 2: [1, 2] });
    expect([await quoted(time, 2), await quoted(time, 3)]).toEqual([200, 409]);
    expect(await ask(time, 3)).toBe('Only 2 spots are left at this time.');
    expect(await ask(time, 1)).toBe(200);
    expect(await ask(time, 2)).toBe('Only 1 spot is left at this time.');
    expect(await ask(time, 1)).toBe(200);
    expect(await ask(time, 1)).toBe('No spots are left at this time.');
    expect([await offered(time), await quoted(time, 1)]).toEqual([{}, 409]);
  });

  test('is what a lead is told of', async () => {
    const [full, free] = [
      await aTime({ available_date: '2027-06-01', available_time: 930 }),
      await aTime({ available_date: '2027-06-01', available_time: 940 }),
    ];
    expect(await ask(full, 3)).toBe(200);
    const customer = { ...aPartnerCustomer(), postcode: '', primary_phone: '' };
    const body = { course_id: course, lead_date: '2027-06-01', play_time: '09:30', players: 2, customer };
    const { open_times } = await app.ok(
      partnerInterface.leaveLead,
      { body },
      withIdempotencyKey(partner.headers),
    );
    expect(open_times.map(({ id }) => id)).toEqual([free.id]);
  });

  test('is of such parties as its course takes', async () => {
    const time = await aTime({ spots: [2, 4] });
    expect(await ask(time, 2)).toBe(200);
    expect(await offered(time)).toEqual({ 2: [2] });
    expect(await ask(time, 1)).toContain('not open for a party of this size');
  });

  test('is the same on all sides and for all numbers of holes', async () => {
    const time = await aTime();
    const other = await aTime({ available_time: time.available_time });
    expect(await ask(time, 4)).toBe(200);
    expect([await offered(other), await ask(other, 1)]).toEqual([{}, 'No spots are left at this time.']);
  });

  test.each([
    ['one of the office', {}, 2],
    ['one with its word in small letters', { confirmation: ' internal ' }, 2],
    ['one that the course has confirmed, of which its own spots tell', { confirmation: 'TP-12345' }, 4],
    ['one of another time', { play_time: '17:01' }, 4],
    ['one of another day', { play_date: '2030-06-03' }, 4],
    ['a party that is larger than the time', { players: 8 }, 0],
  ])('knows of %s', async (_, tee_time, left) => {
    const time = await aTime();
    await byPhone(time, tee_time);
    expect(Object.keys(await offered(time))).toHaveLength(left);
  });

  test('is not what staff are held to, who ask the course', async () => {
    const time = await aTime();
    expect(await ask(time, 4)).toBe(200);
    await byPhone(time, { players: 4 });
    expect(await ask(time, 1)).toBe('No spots are left at this time.');
  });

  test('goes by the players that a round has now, and by where it is', async () => {
    const time = await aTime();
    const { id } = await byPhone(time);
    const round = { id, play_date: time.play_date, course: { id: course }, terms: 'frozen' as const };
    const change = async (to: { players: number; play_time: string }) => {
      const asked = { ...round, ...to };
      const { raw_difference: shown_difference, updated_at } = await app.ok(
        roundChanges.quote,
        { body: asked },
        staff,
      );
      const body = { ...asked, shown_difference, updated_at, difference: 'settle' as const };
      await app.ok(roundChanges.change, { body }, staff);
    };
    await change({ players: 3, play_time: time.play_time });
    expect(await ask(time, 2)).toBe('Only 1 spot is left at this time.');
    await change({ players: 3, play_time: '19:59' });
    expect(await ask(time, 4)).toBe(200);
  });

  test('is more again when a round is canceled, less while that is being asked', async () => {
    const time = await aTime();
    const { id } = await byPhone(time, { players: 4 });
    const state = (to: 'booked' | 'cancel_pending') =>
      app.db.updateTable('tee_times').set({ state: to }).where('id', '=', id).execute();
    await state('cancel_pending');
    expect(await ask(time, 1)).toBe('No spots are left at this time.');
    await state('booked');
    const cancel = { id, cancel: true, refund: false, force_cancel: true };
    await app.ok(teeTimes.cancel, { body: cancel }, await app.signedIn('admin'));
    expect(await ask(time, 4)).toBe(200);
  });

  test.each([
    ['midnight', DAY, 0],
    ['five past midnight', DAY, 5],
    ['the last minute of a day', DAY, 2359],
    ['an hour that there is twice', '2026-11-01', 130],
    ['an hour that there is not', '2027-03-14', 230],
  ])('goes by the wall clock of the course at %s', async (_, available_date, available_time) => {
    const time = await aTime({ available_date, available_time });
    expect(Object.keys(await offered(time))).toHaveLength(4);
    expect(await ask(time, 3)).toBe(200);
    expect(await offered(time)).toEqual({ 1: [1] });
    expect(await ask(time, 2)).toBe('Only 1 spot is left at this time.');
  });
});

describe('a booking by card', () => {
  test('that is declined gives its spots back', async () => {
    const time = await aTime();
    expect(await ask(time, 4, await card('declined'))).toBe(402);
    expect(Object.keys(await offered(time))).toHaveLength(4);
    expect(await ask(time, 4)).toBe(200);
  });

  test('holds them while nobody knows what became of it', async () => {
    const time = await aTime();
    expect(await ask(time, 3, await card('timeout_before'))).toBe(202);
    expect(await offered(time)).toEqual({ 1: [1] });
    expect(await ask(time, 2)).toBe('Only 1 spot is left at this time.');
  });

  test('is not charged where too little is left', async () => {
    const time = await aTime();
    expect(await ask(time, 3, await card())).toBe(200);
    const charged = app.gatewayBook().length;
    expect(await ask(time, 2, await card())).toBe('Only 1 spot is left at this time.');
    expect(app.gatewayBook()).toHaveLength(charged);
  });

  test('that is sent again is the same, though it has the last spots itself', async () => {
    const time = await aTime();
    const [key, booking] = [randomUUID(), { ...aPartnerBooking(time.id), ...(await card()) }];
    const send = () => bookAsPartner(app, partner.headers, booking, key);
    const first = await send();
    expect(first.status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: first.body });
  });

  test('that was refused may be sent again under its key when there is room', async () => {
    const time = await aTime();
    const { id } = await byPhone(time);
    const [key, booking] = [randomUUID(), aPartnerBooking(time.id)];
    const send = async () => (await bookAsPartner(app, partner.headers, booking, key)).status;
    expect(await send()).toBe(409);
    await app.db.updateTable('tee_times').set({ confirmation: 'TP-1' }).where('id', '=', id).execute();
    expect(await send()).toBe(200);
  });
});

// test/faults/partner-races.test.ts runs the same bookings without the lock, and finds that too many spots are sold.
test.each([1, 2, 3])('twenty who book one time at once have its four spots at most (%i)', async () => {
  const time = await aTime();
  const parties = Array.from({ length: 20 }, (_, at) => 1 + ((at * 7 + minute) % 4));
  const charged = app.gatewayBook().length;
  const answers = await Promise.all(
    parties.map(async (players, at) => ({
      players,
      by_card: at % 2 === 0,
      came: await ask(time, players, at % 2 === 0 ? await card() : {}),
    })),
  );
  const booked = answers.filter(({ came }) => came === 200);
  const taken = booked.reduce((sum, { players }) => sum + players, 0);
  expect(taken).toBeLessThanOrEqual(4);
  for (const { players, came } of answers.filter((one) => one.came !== 200)) {
    expect(came).toMatch(/left at this time\.$/);
    // No booking was rejected while its party still fitted.
    expect(players).toBeGreaterThan(4 - taken);
  }
  expect(app.gatewayBook()).toHaveLength(charged + booked.filter(({ by_card }) => by_card).length);
  expect(Object.keys(await offered(time))).toHaveLength(4 - taken);
});
