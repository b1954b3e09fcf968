import { expect, test } from 'vitest';
import { aCourse, aRate } from '../../../test/support/factories.ts';
import { bookingSetup, cardInput, type BookingParts } from '../../../test/support/booking-engine.ts';
import { TEST_CARDS } from '../../integrations/payment/test-cards.ts';

const { app, aBooking, post } = bookingSetup();

const long = 'x'.repeat(61);
test.each<[string, BookingParts, string]>([
  ['no day', { tee_time: { play_date: '2031-02-30' } }, 'play_date'],
  ['a day in the past', { tee_time: { play_date: '2020-01-01' } }, 'play_date'],
  ['no time', { tee_time: { play_time: '24:00' } }, 'play_time'],
  ['nobody playing', { tee_time: { players: 0 } }, 'players'],
  ['half a player', { tee_time: { players: 1.5 } }, 'players'],
  ['no charge', { tee_time: { charge: '0' } }, 'charge'],
  ['a charge that is no amount', { tee_time: { charge: '12.345' } }, 'charge'],
  ['an unknown course', { tee_time: { course: { id: 999_999 } } }, 'course'],
  ['no course', { tee_time: { course: null } }, 'course'],
  ['a long confirmation', { tee_time: { confirmation: long } }, 'confirmation'],
  ['a day without a rate', { tee_time: { play_date: '2050-01-03' } }, 'golf_rate'],
  ['bad further addresses', { tee_time: { alt_emails: 'a@b.example, nobody' } }, 'alt_emails'],
  [
    'more than ten further addresses',
    { tee_time: { alt_emails: Array.from({ length: 11 }, (_, one) => `a${one}@b.example`).join() } },
    'alt_emails',
  ],
  ['an unknown queue entry', { tee_time: { availability_queue_id: 999_999 } }, 'availability_queue_id'],
  ['no first name', { customer: { first_name: ' ' } }, 'customer.first_name'],
  ['no last name', { customer: { last_name: '' } }, 'customer.last_name'],
  ['no e-mail', { customer: { email: 'nobody' } }, 'customer.email'],
  ['an odd postal code', { customer: { postcode: '<92037>' } }, 'customer.postcode'],
  ['a card number with a slip', { credit_card: cardInput('4242424242424241') }, 'credit_card.number'],
  ['a mask without a queue', { credit_card: cardInput('************4242') }, 'credit_card.number'],
  [
    'a month that is none',
    { credit_card: { ...cardInput(TEST_CARDS.approved.number), expmo: '13' } },
    'credit_card.expmo',
  ],
  [
    'an expired card',
    { credit_card: { ...cardInput(TEST_CARDS.approved.number), expyr: '20' } },
    'credit_card.expyr',
  ],
  [
    'a short code',
    { credit_card: { ...cardInput(TEST_CARDS.approved.number), cvv: '1' } },
    'credit_card.cvv',
  ],
  ['an unknown discount', { discount_code: 'NO-SUCH' }, 'discount_code'],
  ['an unknown certificate', { gift_cert_serial: 'NO-SUCH' }, 'gift_cert_serial'],
  ['a club of nobody', { rental_clubs: [{ id: 999_999, quantity: 1 }] }, 'rental_clubs'],
  ['a total that was not shown', { shown_total: 20_999 }, 'shown_total'],
  ['a picture too large', { screenshot: 'x'.repeat(2 * 1024 * 1024 + 1) }, 'screenshot'],
])('%s is refused under its own name, and nothing is made', async (_, given, field) => {
  const before = await app.db
    .selectFrom('tee_times')
    .select((count) => count.fn.countAll().as('n'))
    .executeTakeFirst();
  const { status, body } = await post(aBooking(given));
  expect({ status, fields: Object.keys((body as { errors?: object }).errors ?? {}) }).toEqual({
    status: 422,
    fields: [field],
  });
  const after = await app.db
    .selectFrom('tee_times')
    .select((count) => count.fn.countAll().as('n'))
    .executeTakeFirst();
  expect(after).toEqual(before);
});

test('a booking that cannot be read is told what is wrong with the rest of it as well', async () => {
  const late = { play_time: '25:00', play_date: '2020-01-01', course: { id: 999_999 }, charge: '' };
  const { body } = await post(aBooking({ tee_time: late, credit_card: cardInput('4242424242424241') }));
  expect(Object.keys((body as { errors?: object }).errors ?? {}).toSorted()).toEqual([
    'charge',
    'course',
    'credit_card.number',
    'play_date',
    'play_time',
  ]);
});

test('a booking is told at once of a missing name, a bad e-mail and an unknown code', async () => {
  const { status, body } = await post(
    aBooking({ customer: { first_name: ' ', email: 'nobody' }, discount_code: 'NO-SUCH' }),
  );
  expect(status).toBe(422);
  expect(Object.keys((body as { errors?: object }).errors ?? {}).toSorted()).toEqual([
    'customer.email',
    'customer.first_name',
    'discount_code',
  ]);
});

test('a rate stored above the top of an amount is refused in words', async () => {
  const dear = await aCourse(app.db, { rate_required: true });
  const raw_rate = 9e15;
  await aRate(app.db, dear.id, { raw_rate, raw_wholesale_rate: raw_rate });
  const { status, body } = await post(aBooking({ tee_time: { course: { id: dear.id } } }));
  const golf_rate = [expect.stringContaining('is too high to be booked')];
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: { golf_rate } } });
});

test.each(['0.00', '', 'abc', '12.345', '-5', null, true])(
  'a charge of %j has the specified sentence',
  async (charge) => {
    expect((await post(aBooking({ tee_time: { charge } }))).body).toMatchObject({
      errors: { charge: ['You must charge more than $0.'] },
    });
  },
);

test('a copied e-mail address is booked with, and a wrong one in a list is named', async () => {
  const email = 'Bob Smith <Bob.Smith@Example.COM>';
  const booked = await post(
    aBooking({ customer: { email }, tee_time: { alt_emails: 'a@b.example c@d.example' } }),
  );
  expect(booked.status).toBe(200);
  const customer = app.db
    .selectFrom('customers')
    .select('email')
    .where('email', '=', 'Bob.Smith@Example.COM');
  expect(await customer.execute()).toHaveLength(1);
  const alt_emails = 'a@b.example, mailto:c@d.example, ann at home';
  expect((await post(aBooking({ tee_time: { alt_emails } }))).body).toMatchObject({
    errors: {
      alt_emails: [
        'must be e-mail addresses with commas or semicolons between them: “ann at home” is not one',
      ],
    },
  });
});

test('a charge with a comma before its cents is not said to be $0', async () => {
  expect((await post(aBooking({ tee_time: { charge: '412,50' } }))).body).toMatchObject({
    errors: { charge: ['must have a point before the cents, like 412.00'] },
  });
});
