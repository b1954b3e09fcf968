import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import { aBooking, aCard, book, sendBooking } from '../../../../test/support/bookings.ts';
import { aClub, aCourse, aRate } from '../../../../test/support/factories.ts';
import {
  anOpenCourse,
  aPartner,
  aPartnerBooking,
  aToken,
  bookAsPartner,
} from '../../../../test/support/partners.ts';
import { aSale, refund, sell, sendSale } from '../../../../test/support/selling.ts';
import { notices } from '../../notices/notices.contract.ts';
import { roundChanges } from '../../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { payments } from '../payments.contract.ts';

const desk = testApp();
let agent: Headers;
let admin: Headers;
let course: number;
beforeAll(async () => {
  agent = await desk.signedIn('agent');
  admin = await desk.signedIn('admin');
  course = (await aCourse(desk.db)).id;
  await aRate(desk.db, course);
});

const priced = (charge: string, more: object = {}) =>
  aBooking({ course, tee_time: { charge }, credit_card: aCard(), ...more });
const charges = () => desk.gatewayBook().filter(({ state }) => state === 'succeeded').length;
const gatewayNotices = async (who: Headers) =>
  (await desk.ok(notices.index, {}, who)).filter(({ kind }) => kind === 'gateway');
const isAway = async () => (await desk.ok(payments.gateway, {}, agent)).is_away;
const ACCOUNT = /refused the request of this account; no money was moved\. Admins have been notified\./;

test('ten bookings of $0.30 are ten refusals of the charge, and no outage', async () => {
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await sendBooking(desk, priced('0.30'), agent)).toMatchObject({
      status: 422,
      body: { errors: { charge: [expect.stringContaining("The card's share is $0.30.")] } },
    });
  }
  expect(await isAway()).toBe(false);
  expect(charges()).toBe(0);
});

test('a share that is too large is refused under the charge', async () => {
  const club = await aClub(desk.db, course);
  const body = priced('999999.99', { rental_clubs: [{ id: club.id, quantity: 1 }] });
  expect(await sendBooking(desk, body, agent)).toMatchObject({
    status: 422,
    body: {
      errors: { charge: [expect.stringMatching(/^The card's share is \$1,000,049\.99\. .* as large/)] },
    },
  });
});

describe('an account that may not charge', () => {
  test('is a sentence, five times no outage, and one notice to admins alone', async () => {
    const before = charges();
    for (let sent = 0; sent < 6; sent += 1) {
      const answer = await sendBooking(
        desk,
        priced('80.00', { credit_card: aCard('account_restricted') }),
        agent,
      );
      expect(answer).toMatchObject({ status: 422, body: { message: expect.stringMatching(ACCOUNT) } });
      expect(answer.body).not.toHaveProperty('errors');
    }
    expect([await isAway(), charges()]).toEqual([false, before]);
    expect(await gatewayNotices(agent)).toEqual([]);
    const [notice, ...more] = await gatewayNotices(admin);
    expect([notice?.message, more]).toEqual([expect.stringContaining('(403 account)'), []]);
    // Once it is seen to, the next one is told again.
    await desk.ok(notices.dismiss, { params: { id: notice?.id ?? 0 } }, admin);
    await sendSale(desk, aSale({ credit_card: aCard('account_restricted') }), agent);
    expect(await gatewayNotices(admin)).toHaveLength(1);
  });

  test('sells no certificate and changes no round', async () => {
    const card = { credit_card: aCard('account_restricted') };
    const refused = { status: 422, body: { message: expect.stringMatching(ACCOUNT) } };
    expect(await sendSale(desk, aSale(card), agent)).toMatchObject(refused);
    const { id } = await book(desk, agent, { course, credit_card: aCard() });
    const to = { id, players: 5, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
    const round = { ...to, terms: 'frozen' as const };
    const { raw_difference, updated_at } = await desk.ok(roundChanges.quote, { body: round }, agent);
    const body = { ...round, difference: 'settle', shown_difference: raw_difference, updated_at, ...card };
    expect(await desk.call(roundChanges.change, { body }, agent)).toMatchObject(refused);
    expect(await desk.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({ players: 4 });
  });

  test('is no fault of what a program sent', async () => {
    const open = await anOpenCourse(desk.db);
    const { headers } = await aPartner(desk.db, { courses: [open.course] });
    const card = { token: await aToken(desk.gatewayUrl, 'account_restricted') };
    expect(await bookAsPartner(desk, headers, aPartnerBooking(open.time, { card }))).toMatchObject({
      status: 502,
      body: { error: { code: 'outside_failed', message: expect.stringMatching(ACCOUNT) } },
    });
  });
});

describe.each([
  [
    'refund_disputed',
    'The charge is disputed: its amount is held at the payment gateway until that is decided.',
  ],
  ['refund_elsewhere', 'The charge was refunded at the payment gateway already.'],
] as const)('a refund that is refused (%s) is named so', (behaviour, reason) => {
  test('of a tee time', async () => {
    const { id } = await book(desk, agent, { course, credit_card: aCard(behaviour) });
    const body = { id, cancel: true, refund: true, force_cancel: true };
    expect(await desk.call(teeTimes.cancel, { body }, agent)).toMatchObject({
      status: 200,
      body: { valid: false, backend_message: reason },
    });
    expect(await desk.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({ paid: '412.00' });
  });

  test('of a gift certificate', async () => {
    const { id } = await sell(desk, agent, { credit_card: aCard(behaviour) });
    const answer = await refund(desk, id, agent);
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(reason) } });
  });

  test('of a change that gives back', async () => {
    const { id } = await book(desk, agent, { course, credit_card: aCard(behaviour) });
    const to = { id, players: 3, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
    const round = { ...to, terms: 'frozen' as const };
    const { raw_difference, updated_at } = await desk.ok(roundChanges.quote, { body: round }, agent);
    const body = { ...round, difference: 'settle', shown_difference: raw_difference, updated_at };
    expect(await desk.call(roundChanges.change, { body }, agent)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(reason) },
    });
  });
});
