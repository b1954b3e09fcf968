import { describe, expect, test } from 'vitest';
import { CALL_COURSE_MESSAGE, changingSetup } from '../../../../test/support/changing.ts';
import {
  aCertificate,
  aRentalClub,
  aCourse,
  aDiscount,
  anOpenTime,
  aRate,
} from '../../../../test/support/factories.ts';
import { roundChanges } from './round-changes.contract.ts';

const { app, at, booked, round, quote, change, shown, cancel } = changingSetup();

describe('a quote', () => {
  test('says both prices, the difference and where it goes back, and writes nothing', async () => {
    const id = await booked();
    expect(await quote(id, { players: 3 })).toMatchObject({
      refusal: null,
      before: { players: 4, raw_total: 41_200, raw_cost: 24_000, course: { course_name: 'Aviara' } },
      after: { players: 3, raw_charge: 30_900, raw_total: 30_900, raw_cost: 18_000 },
      why: null,
      raw_difference: -10_300,
      back: [{ to: 'card', name: 'card 4242', raw_amount: 10_300 }],
      settle_refusal: null,
      warnings: [CALL_COURSE_MESSAGE],
    });
    expect(await shown(id)).toMatchObject({ players: 4, total: '412.00', is_changing: false });
  });

  test("takes today's rate, and says why", async () => {
    const id = await booked({ tee_time: { charge: '400.00' } });
    expect(await quote(id, { players: 5, terms: 'today' })).toMatchObject({
      after: { raw_charge: 51_500, raw_cost: 30_000 },
      raw_difference: 11_500,
      why: expect.stringContaining('Range'),
      back: [],
    });
    expect(await quote(id, { course: { id: at.dear }, terms: 'today' })).toMatchObject({
      after: { raw_charge: 60_000, raw_cost: 36_000, course: { id: at.dear, course_name: 'Torrey' } },
    });
  });

  test('takes the rate of a maintenance day, and freezes it, where it is moved onto one', async () => {
    const days = { start_date: '2030-06-24', end_date: '2030-06-26' };
    await app.db
      .insertInto('maintenances')
      .values({ course_id: at.course, ...days })
      .execute();
    const terms = { raw_rate: 8_000, raw_wholesale_rate: 5_000, cancel_hours: 48 };
    await aRate(app.db, at.course, terms, { rate_days: ['M'] });
    const id = await booked();
    const to = { play_date: '2030-06-25', terms: 'today' };
    expect(await quote(id, to)).toMatchObject({
      after: { raw_charge: 32_000, raw_cost: 20_000 },
      raw_difference: 32_000 - 41_200,
      why: expect.stringContaining('in maintenance'),
    });
    expect((await quote(id, { ...to, play_date: '2030-06-27' })).raw_difference).toBe(0);
    expect((await change(id, to)).status).toBe(200);
    const frozen = app.db.selectFrom('tee_times').select(['cancel_hours', 'raw_total', 'raw_paid']);
    expect(await frozen.where('id', '=', id).executeTakeFirst()).toEqual({
      cancel_hours: 48,
      raw_total: 32_000,
      raw_paid: 32_000,
    });
  });

  test('warns of a large charge, and of a round that is late to be changed', async () => {
    const large = await quote(await booked(), { players: 8 });
    expect(large.large).toBe('The suggested charge is $824.00. Charges of $300.00 or more are asked about.');
    const [today, less] = [{ terms: 'today', players: 8 }, { players: 3 }];
    expect(await quote(await booked(), today)).toMatchObject({
      large: 'Charges of $300.00 or more are asked about.',
    });
    expect(await quote(await booked(), less)).toMatchObject({ large: null });
    const late = await booked({ tee_time: { play_date: '2030-05-31', play_time: '07:42' } });
    const { warnings } = await quote(late, { play_date: '2030-05-31', players: 3 });
    expect(warnings).toContain(
      'It is less than 24 hours to play: by its terms nothing is refunded as standard. The difference may be kept.',
    );
  });

  test('asks about a price of three times what is suggested today, as a booking does', async () => {
    const dear = await booked({ tee_time: { charge: '1200.00' } });
    expect(await quote(dear, { players: 5 })).toMatchObject({
      large: 'The suggested charge is $515.00. Charges of $300.00 or more are asked about.',
    });
    const dearer = await booked({ tee_time: { players: 1, charge: '299.00' } });
    expect(await quote(dearer, { players: 2 })).toMatchObject({ large: null });
    const cheap = (await aCourse(app.db)).id;
    await aRate(app.db, cheap, { raw_rate: 9_900 });
    const dearest = await booked({ course: cheap, tee_time: { players: 2, charge: '598.00' } });
    expect(await quote(dearest, { players: 3, course: { id: cheap } })).toMatchObject({
      raw_difference: 29_900,
      large: 'The suggested charge is $297.00.',
    });
  });

  test('names the largest party that an open time of the new minute takes', async () => {
    const largest = async (to: Record<string, unknown>) => (await quote(await booked(), to)).largest_party;
    const to = { play_date: '2030-06-20', play_time: '08:10', players: 3 };
    expect(await largest(to)).toBeNull();
    const open = { course_id: at.course, available_date: to.play_date, available_time: 810 };
    await anOpenTime(app.db, { ...open, spots: [1, 2] });
    expect(await largest(to)).toBe(2);
  });

  test('lets a discount fall away that does not hold any more, and says so', async () => {
    const { code } = await aDiscount(app.db, { raw_amount: 5_000, min_players: 4 });
    const id = await booked({ discount_code: code });
    const { after, warnings, raw_difference } = await quote(id, { players: 3, terms: 'today' });
    expect(after).toMatchObject({ raw_charge: 30_900, raw_discount_amount: 0 });
    expect(raw_difference).toBe(30_900 - 36_200);
    expect(warnings).toContain(
      `The discount ${code} needs at least 4 players. The $50.00 that it took off falls away.`,
    );
    expect((await quote(id, { players: 5, terms: 'today' })).after).toMatchObject({
      raw_discount_amount: 5_000,
    });
    expect((await quote(id, { players: 2 })).after).toMatchObject({ raw_discount_amount: 2_500 });
  });

  test.each([
    ['a day that has passed', { play_date: '2030-05-29' }, { play_date: ['must not be in the past'] }],
    [
      'a time that has passed',
      { play_date: '2030-05-30', play_time: '07:00' },
      { play_time: ['must not be in the past'] },
    ],
    ['no such course', { course: { id: 999_999 }, terms: 'today' }, { course: ['does not exist'] }],
    ['no players', { players: 0 }, { players: ['must be at least 1'] }],
    ['other terms', { terms: 'old' }, { terms: ['must be today or frozen'] }],
    [
      'a day without a rate',
      { play_date: '2041-06-01', terms: 'today' },
      {
        golf_rate: [
          'No rate of Aviara covers this round. Please keep the frozen terms, or cancel it and book again.',
        ],
      },
    ],
  ])('refuses %s beside its field', async (_, to, errors) => {
    const id = await booked();
    const { status, body } = await app.call(roundChanges.quote, { body: round(id, to) }, at.agent);
    expect({ status, body }).toMatchObject({ status: 422, body: { errors } });
  });

  test('goes by the clock of the course that it shall be at', async () => {
    // The clock shows 15:42 at the office, 18:42 in New York and 12:42 in Honolulu.
    const zoned = async (time_zone: string): Promise<number> => {
      const { id } = await aCourse(app.db, { time_zone });
      await aRate(app.db, id);
      return id;
    };
    const east = await zoned('America/New_York');
    const west = await zoned('Pacific/Honolulu');
    const asked = (id: number, play_time: string, to: number) => {
      const body = round(id, { play_date: '2030-05-30', play_time, course: { id: to }, terms: 'today' });
      return app.call(roundChanges.quote, { body }, at.agent);
    };
    const past = { status: 422, body: { errors: { play_time: ['must not be in the past'] } } };
    const home = await booked();
    expect(await asked(home, '17:00', east)).toMatchObject(past);
    expect(await asked(home, '19:00', east)).toMatchObject({ status: 200 });
    expect(await asked(home, '12:00', west)).toMatchObject(past);
    expect(await asked(home, '14:00', west)).toMatchObject({ status: 200 });
    const away = await booked({ course: east });
    expect(await asked(away, '15:00', at.course)).toMatchObject(past);
    expect(await asked(away, '17:00', at.course)).toMatchObject({ status: 200 });
  });

  test('refuses another course where something of it was booked for this one', async () => {
    const refused = async (id: number, to: object) =>
      (
        await app.call(
          roundChanges.quote,
          { body: round(id, { course: { id: at.dear }, terms: 'today', ...to }) },
          at.agent,
        )
      ).body;
    expect(await refused(await booked(), { terms: 'frozen' })).toMatchObject({
      errors: { course: [expect.stringContaining('rates of its own')] },
    });
    const club = await aRentalClub(app.db, at.course);
    const clubs = await booked({ rental_clubs: [{ id: club.id, quantity: 1 }] });
    expect(await refused(clubs, {})).toMatchObject({
      errors: { course: [expect.stringContaining('rental clubs')] },
    });
    const { serial } = await aCertificate(app.db, { course_id: at.course });
    const spent = await booked({ gift_cert_serial: serial });
    expect(await refused(spent, {})).toMatchObject({
      errors: { course: [`The gift certificate ${serial} is for another course.`] },
    });
    const closed = (await aCourse(app.db, { course_name: 'Closed', inactive: true })).id;
    expect(await refused(await booked(), { course: { id: closed } })).toMatchObject({
      errors: { course: ['Closed is inactive.'] },
    });
  });

  test('refuses a tee time that is in no state for it, with a sentence', async () => {
    const id = await booked();
    expect((await quote(id)).refusal).toMatch(/^Nothing is changed yet/);
    await cancel(id, { cancel: true, force_cancel: true });
    const canceled = 'This tee time is canceled: there is nothing to change.';
    expect(await quote(id, { players: 3 })).toMatchObject({
      refusal: canceled,
      after: null,
      raw_difference: 0,
    });
    const refused = await change(id, { players: 3 });
    expect(refused).toMatchObject({ status: 422, body: { message: canceled } });
    const played = await booked({ tee_time: { play_date: '2030-05-30', play_time: '07:42' } });
    expect((await quote(played, { players: 3 })).refusal).toMatch(/has been played/);
  });
});
