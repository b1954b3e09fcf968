import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, bookTeeTime, sendBooking } from '../../../../test/support/bookings.ts';
import { aCertificate, aRentalClub, aCourse, aRate } from '../../../../test/support/factories.ts';
import {
  aCourseWithOpenTime,
  aPartner,
  aPartnerBooking,
  aCardToken,
  bookAsPartner,
} from '../../../../test/support/partners.ts';
import {
  aCertificateSaleBody,
  sendCertificateRefund,
  sellGiftCertificate,
  sendCertificateSale,
} from '../../../../test/support/selling.ts';
import { BookingResult } from '../../booking/booking.contract.ts';
import { notices } from '../../notices/notices.contract.ts';
import { partnerInterface } from '../../partner-interface/partner-interface.contract.ts';
import { roundChanges } from '../../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { payments } from '../payments.contract.ts';

const app = testApp();
let agent: HeaderFields;
let admin: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
  course = (await aCourse(app.db)).id;
  await aRate(app.db, course);
});

const priced = (charge: string, more: object = {}) =>
  aBookingBody({ course, tee_time: { charge }, credit_card: aCard(), ...more });
const charges = () => app.gatewayBook().filter(({ state }) => state === 'succeeded').length;
const gatewayNotices = async (who: HeaderFields) =>
  (await app.ok(notices.index, {}, who)).filter(({ kind }) => kind === 'gateway');
const isAway = async () => (await app.ok(payments.gateway, {}, agent)).is_away;
const ACCOUNT = /refused the request of this account; no money was moved\. Admins have been notified\./;

test('ten bookings of $0.30 are ten refusals of the charge, and no outage', async () => {
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await sendBooking(app, priced('0.30'), agent)).toMatchObject({
      status: 422,
      body: { errors: { charge: [expect.stringContaining('$0.30 is left for the card')] } },
    });
  }
  expect(await isAway()).toBe(false);
  expect(charges()).toBe(0);
  // The rejected booking was never started, so it leaves no attempt and no failed tee time.
  expect(await app.db.selectFrom('operations').select('id').execute()).toEqual([]);
});

describe('what is left for the card', () => {
  const left = async (cents: number, more: object = {}) => {
    const { serial } = await aCertificate(app.db, { raw_value: 10_000 });
    const charge = (100 + cents / 100).toFixed(2);
    return sendBooking(app, priced(charge, { gift_cert_serial: serial, ...more }), agent);
  };

  test.each([1, 49])('may be too small behind a certificate: %i cents', async (cents) => {
    expect(await left(cents)).toMatchObject({
      status: 422,
      body: { errors: { charge: [expect.stringContaining(`$0.${String(cents).padStart(2, '0')} is left`)] } },
    });
  });

  test('is on account where it is booked without a card', async () => {
    const { status, body } = await left(49, { credit_card: null });
    expect(status).toBe(200);
    const { id } = BookingResult.parse(body).tee_time;
    expect(await app.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({
      total: '0.49',
      paid: '0.00',
      gift_certificate_amount: '100.00',
    });
  });

  test('is charged from $0.50 on', async () => {
    const before = charges();
    expect(await left(50)).toMatchObject({ status: 200 });
    expect(charges()).toBe(before + 1);
  });
});

test('a program is told to book without a card, and the public site may', async () => {
  const open = await aCourseWithOpenTime(app.db);
  const { headers } = await aPartner(app.db, { courses: [open.course], is_public_site: true });
  const { raw_total } = (
    await app.ok(partnerInterface.quote, { body: { open_time_id: open.time, players: 4 } }, headers)
  ).price;
  const { serial } = await aCertificate(app.db, { raw_value: raw_total - 30 });
  const card = { token: await aCardToken(app.gatewayUrl) };
  const body = aPartnerBooking(open.time, { gift_cert_serial: serial });
  expect(await bookAsPartner(app, headers, { ...body, card })).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid', fields: { card: [expect.stringContaining('$0.30 is left')] } } },
  });
  expect(await bookAsPartner(app, headers, body)).toMatchObject({
    status: 200,
    body: { price: { raw_total: 30 } },
  });
});

test('a certificate that costs less than a card is charged is not sold', async () => {
  const sale = (value: string) => sendCertificateSale(app, aCertificateSaleBody({ value }), agent);
  expect(await sale('0.49')).toMatchObject({
    status: 422,
    body: { errors: { value: [expect.stringContaining('The price is $0.49')] } },
  });
  expect(await sale('0.50')).toMatchObject({ status: 200 });
});

test('a change that costs a little more goes on account, and not on a card', async () => {
  const { id } = await bookTeeTime(app, agent, {
    course,
    tee_time: { charge: '1.20' },
    credit_card: aCard(),
  });
  const to = { id, players: 5, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
  const round = { ...to, terms: 'frozen' as const };
  const { raw_difference, updated_at } = await app.ok(roundChanges.quote, { body: round }, agent);
  expect(raw_difference).toBe(30);
  const body = { ...round, difference: 'settle', shown_difference: raw_difference, updated_at };
  const change = (credit_card: object | null) =>
    app.call(roundChanges.change, { body: { ...body, credit_card } }, agent);
  expect(await change(aCard())).toMatchObject({
    status: 422,
    body: { errors: { charge: [expect.stringContaining('$0.30 is left for the card')] } },
  });
  expect(await change(null)).toMatchObject({ status: 200, body: { raw_charged: 0, raw_on_account: 30 } });
});

test('a share that is too large is refused under the charge', async () => {
  const club = await aRentalClub(app.db, course);
  const body = priced('999999.99', { rental_clubs: [{ id: club.id, quantity: 1 }] });
  expect(await sendBooking(app, body, agent)).toMatchObject({
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
        app,
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
    // After the notice is dismissed, the next failure creates a new one.
    await app.ok(notices.dismiss, { params: { id: notice?.id ?? 0 } }, admin);
    await sendCertificateSale(app, aCertificateSaleBody({ credit_card: aCard('account_restricted') }), agent);
    expect(await gatewayNotices(admin)).toHaveLength(1);
  });

  test('sells no certificate and changes no round', async () => {
    const card = { credit_card: aCard('account_restricted') };
    const refused = { status: 422, body: { message: expect.stringMatching(ACCOUNT) } };
    expect(await sendCertificateSale(app, aCertificateSaleBody(card), agent)).toMatchObject(refused);
    const { id } = await bookTeeTime(app, agent, { course, credit_card: aCard() });
    const to = { id, players: 5, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
    const round = { ...to, terms: 'frozen' as const };
    const { raw_difference, updated_at } = await app.ok(roundChanges.quote, { body: round }, agent);
    const body = { ...round, difference: 'settle', shown_difference: raw_difference, updated_at, ...card };
    expect(await app.call(roundChanges.change, { body }, agent)).toMatchObject(refused);
    expect(await app.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({ players: 4 });
  });

  test('is no fault of what a program sent', async () => {
    const open = await aCourseWithOpenTime(app.db);
    const { headers } = await aPartner(app.db, { courses: [open.course] });
    const card = { token: await aCardToken(app.gatewayUrl, 'account_restricted') };
    expect(await bookAsPartner(app, headers, aPartnerBooking(open.time, { card }))).toMatchObject({
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
    const { id } = await bookTeeTime(app, agent, { course, credit_card: aCard(behaviour) });
    const body = { id, cancel: true, refund: true, force_cancel: true };
    expect(await app.call(teeTimes.cancel, { body }, agent)).toMatchObject({
      status: 200,
      body: { valid: false, backend_message: reason },
    });
    expect(await app.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({ paid: '412.00' });
  });

  test('of a gift certificate', async () => {
    const { id } = await sellGiftCertificate(app, agent, { credit_card: aCard(behaviour) });
    const answer = await sendCertificateRefund(app, id, agent);
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(reason) } });
  });

  test('of a change that gives back', async () => {
    const { id } = await bookTeeTime(app, agent, { course, credit_card: aCard(behaviour) });
    const to = { id, players: 3, play_date: '2030-06-01', play_time: '07:42', course: { id: course } };
    const round = { ...to, terms: 'frozen' as const };
    const { raw_difference, updated_at } = await app.ok(roundChanges.quote, { body: round }, agent);
    const body = { ...round, difference: 'settle', shown_difference: raw_difference, updated_at };
    expect(await app.call(roundChanges.change, { body }, agent)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(reason) },
    });
  });
});
