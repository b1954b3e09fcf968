import { beforeAll, describe, expect, test } from 'vitest';
import {
  aCertificate,
  aClub,
  aCourse,
  aCustomer,
  aDiscount,
  aRate,
} from '../../../test/support/factories.ts';
import { testApp, type Headers } from '../../../test/support/app.ts';
import { TEST_CARDS } from '../../integrations/payment/test-cards.ts';
import { STAFF_LEVELS } from '../../contract/wire.ts';
import { operations } from '../operations/operations.contract.ts';
import { reconcileOnce } from '../../../test/support/reconcile.ts';
import { booking, type Booked } from './booking.contract.ts';

const app = testApp({ settings: { PAYMENT_GIVE_UP_MS: '400' } });
let headers: Headers;
let course: { id: number; course_name: string };

beforeAll(async () => {
  headers = await app.signedIn('agent');
  course = await aCourse(app.db, { rate_required: true });
  await aRate(app.db, course.id, { raw_service_fee: 500, raw_non_refundable: 1_000, cancel_hours: 24 });
});

const card = (number: string) => ({ number, expmo: '12', expyr: '40', cvv: '123' });
const round = () => ({
  play_date: '2031-03-04',
  play_time: '09:10',
  players: 2,
  charge: '210.00',
  course: { id: course.id },
});
let callers = 0;
type Given = { tee_time?: object; customer?: object; [name: string]: unknown };
function aBooking({ tee_time = {}, customer = {}, ...others }: Given = {}) {
  callers += 1;
  return {
    booking: {
      customer: {
        first_name: 'Ann',
        last_name: 'Caller',
        email: `caller${callers}@caller.example`,
        postcode: '92037',
        ...customer,
      },
      tee_time: { ...round(), ...tee_time },
      ...others,
    },
  };
}
const post = (body: object, key?: string) =>
  app.call(booking.book, { body }, key ? { ...headers, 'idempotency-key': key } : headers);
const booked = async (body: object): Promise<Booked['tee_time']> => {
  const { status, body: answer } = await post(body);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return booking.book.answer.parse(answer).tee_time;
};
const stored = (id: number) =>
  app.db.selectFrom('tee_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mails = async (tee_time_id: number) => {
  const rows = await app.db
    .selectFrom('outbox')
    .select(['kind', 'recipient'])
    .where('tee_time_id', '=', tee_time_id)
    .execute();
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted();
};
const balance = async (id: number) =>
  (
    await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).raw_balance;

describe('the rate', () => {
  const rate = (tee_time: object) =>
    app.ok(booking.rate, { body: { booking: { tee_time: { ...round(), ...tee_time } } } }, headers);
  test('covers the round, with the suggested charge for all players', async () => {
    expect(await rate({})).toMatchObject({ type: 'RicGolfRate', rate: '100.00', suggested_charge: 21_000 });
  });
  test.each(STAFF_LEVELS)('says what it leaves per player to all but hotels: %s', async (level) => {
    const body = { booking: { tee_time: round() } };
    const { margin } = await app.ok(booking.rate, { body }, await app.signedIn(level));
    const told = { raw_sell: 10_000, raw_fees: 500, raw_net: 6_000, raw_margin: 4_500 };
    expect(margin).toEqual(level === 'hotels' ? undefined : expect.objectContaining(told));
  });
  test.each([
    [{ play_date: '' }],
    [{ play_time: '' }],
    [{ players: 0 }],
    [{ course: { id: 0 } }],
    [{ play_date: '2050-01-01' }],
  ])('is empty for %j', async (tee_time) => expect(await rate(tee_time)).toEqual({}));
  test.each([
    ['players', { players: 1.5 }],
    ['players', { players: 145 }],
    ['course', { course: { id: 1.5 } }],
    ['course', { course: { id: 1e21 } }],
    ['course', { course: { id: -1 } }],
  ])('is refused for what cannot be %s: %j', async (field, tee_time) => {
    const body = { booking: { tee_time: { ...round(), ...tee_time } } };
    expect(await app.call(booking.rate, { body }, headers)).toMatchObject({
      status: 422,
      body: { errors: { [field]: expect.any(Array) } },
    });
  });
});

describe('a booking', () => {
  test('with card, discount, certificate and club charges what is left, once', async () => {
    const discount = await aDiscount(app.db, { gift_certificate_stack: true });
    const certificate = await aCertificate(app.db);
    const club = await aClub(app.db, course.id);
    const teeTime = await booked(
      aBooking({
        discount_code: discount.code.toLowerCase(),
        gift_cert_serial: certificate.serial,
        rental_clubs: [{ id: club.id, quantity: 2 }],
        credit_card: card(TEST_CARDS.approved.number),
        tee_time: { alt_emails: 'one@more.example, two@more.example' },
        customer: { email: 'first@caller.example' },
      }),
    );
    expect(teeTime.totals).toEqual({
      charge: 21_000,
      rental: 10_000,
      discount: 1_000,
      certificate: 10_000,
      total: 20_000,
    });
    expect(teeTime).toMatchObject({ confirmation: 'INTERNAL', status: 'booked' });
    expect(teeTime.payment_id).not.toBe('');
    expect(await stored(teeTime.id)).toMatchObject({
      state: 'booked',
      raw_paid: 20_000,
      raw_cost: 12_000,
      raw_non_refundable: 1_000,
      cancel_hours: 24,
      is_card: true,
    });
    expect(await balance(certificate.id)).toBe(0);
    expect(await mails(teeTime.id)).toEqual([
      expect.stringMatching(/^course_receipt /),
      'receipt first@caller.example',
      'receipt one@more.example',
      'receipt two@more.example',
    ]);
  });

  test('without a card is on account, and sends only what is ticked', async () => {
    const teeTime = await booked(
      aBooking({ tee_time: { should_email_customer: false, should_email_course: false } }),
    );
    expect(await stored(teeTime.id)).toMatchObject({
      state: 'booked',
      is_card: false,
      raw_paid: 0,
      payment_id: '',
    });
    expect(await mails(teeTime.id)).toEqual([]);
  });

  test('that a certificate pays in full charges no card', async () => {
    const certificate = await aCertificate(app.db, { raw_value: 50_000 });
    const teeTime = await booked(
      aBooking({ gift_cert_serial: certificate.serial, credit_card: card(TEST_CARDS.declined.number) }),
    );
    expect(teeTime.totals).toMatchObject({ certificate: 21_000, total: 0 });
    expect(await balance(certificate.id)).toBe(29_000);
  });

  test('uses the customer with the same e-mail, and fills only what was empty', async () => {
    const known = await aCustomer(app.db, {
      email: 'Known@Caller.Example',
      first_name: 'Old',
      last_name: '',
    });
    const teeTime = await booked(
      aBooking({ customer: { email: ' known@caller.example ', first_name: 'New', last_name: 'Name' } }),
    );
    expect((await stored(teeTime.id)).customer_id).toBe(known.id);
    const kept = await app.db
      .selectFrom('customers')
      .select(['first_name', 'last_name', 'postcode'])
      .where('id', '=', known.id)
      .executeTakeFirst();
    expect(kept).toEqual({ first_name: 'Old', last_name: 'Name', postcode: '92037' });
  });

  test('where no rate is needed costs nothing and says so', async () => {
    const free = await aCourse(app.db);
    const teeTime = await booked(aBooking({ tee_time: { course: { id: free.id } } }));
    const row = await stored(teeTime.id);
    expect(row.raw_cost).toBe(0);
    expect(row.internal_notes).toContain('No rate covers this round');
  });
});

const long = 'x'.repeat(61);
test.each<[string, Given, string]>([
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
  ['a card number with a slip', { credit_card: card('4242424242424241') }, 'credit_card.number'],
  ['a mask without a queue', { credit_card: card('************4242') }, 'credit_card.number'],
  [
    'a month that is none',
    { credit_card: { ...card(TEST_CARDS.approved.number), expmo: '13' } },
    'credit_card.expmo',
  ],
  [
    'an expired card',
    { credit_card: { ...card(TEST_CARDS.approved.number), expyr: '20' } },
    'credit_card.expyr',
  ],
  ['a short code', { credit_card: { ...card(TEST_CARDS.approved.number), cvv: '1' } }, 'credit_card.cvv'],
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
  const { body } = await post(aBooking({ tee_time: late, credit_card: card('4242424242424241') }));
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

describe('a code', () => {
  const asked = (call: 'validateDiscount' | 'validateCert', codes: object) =>
    app.call(booking[call], { body: { booking: { tee_time: round(), ...codes } } }, headers);
  test.each(['validateDiscount', 'validateCert'] as const)(
    '%s answers both as they are accepted together, and each error under its own name',
    async (call) => {
      const alone = await aDiscount(app.db);
      const stacking = await aDiscount(app.db, { gift_certificate_stack: true });
      const { serial } = await aCertificate(app.db);
      const both = { discount_code: stacking.code, gift_cert_serial: serial };
      expect(await asked(call, both)).toMatchObject({
        status: 200,
        body: { tee_time: { discount: { code: stacking.code }, gift_certificate: { serial } } },
      });
      const fieldsOf = async (codes: object) => {
        const { status, body } = await asked(call, { ...both, ...codes });
        return { status, fields: Object.keys((body as { errors?: object }).errors ?? {}) };
      };
      expect(await fieldsOf({ gift_cert_serial: 'GC-NOPE' })).toEqual({
        status: 422,
        fields: ['gift_cert_serial'],
      });
      expect(await fieldsOf({ discount_code: 'NOPE' })).toEqual({ status: 422, fields: ['discount_code'] });
      expect(await fieldsOf({ discount_code: alone.code })).toEqual({
        status: 422,
        fields: ['discount_code'],
      });
    },
  );
});

describe('the same submission', () => {
  test('with the same key answers the first result, also twice at once', async () => {
    const body = aBooking({ credit_card: card(TEST_CARDS.approved.number) });
    const both = await Promise.all([post(body, 'key-at-once'), post(body, 'key-at-once')]);
    expect(both.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true);
    const third = await post(body, 'key-at-once');
    expect(third.status).toBe(200);
    const found = await app.db
      .selectFrom('tee_times as t')
      .innerJoin('customers as c', 'c.id', 't.customer_id')
      .select('t.id')
      .where('c.email', '=', body.booking.customer.email)
      .execute();
    expect(found).toHaveLength(1);
  });
  test('with the same key and another body is refused, with the way to the first', async () => {
    const first = await post(aBooking(), 'key-other-body');
    const again = await post(aBooking(), 'key-other-body');
    expect(again).toMatchObject({
      status: 422,
      body: {
        errors: { idempotency_key: [expect.any(String)] },
        operation: { id: expect.any(String), state: 'settled' },
      },
    });
    const { operation } = again.body as { operation: { id: string } };
    expect(await app.ok(operations.show, { params: { id: operation.id } }, headers)).toMatchObject({
      answer_status: 200,
      answer: first.body,
    });
  });
  test('without a key answers the first result within a minute', async () => {
    const body = aBooking();
    expect((await booked(body)).id).toBe((await booked(body)).id);
  });
});

describe('a card', () => {
  test('that is declined leaves the certificate untouched, and may be tried again at once', async () => {
    const certificate = await aCertificate(app.db);
    const body = aBooking({
      gift_cert_serial: certificate.serial,
      credit_card: card(TEST_CARDS.declined.number),
    });
    expect(await post(body)).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': [expect.stringMatching(/declined/)] } },
    });
    expect(await balance(certificate.id)).toBe(10_000);
    body.booking = { ...body.booking, credit_card: card(TEST_CARDS.approved.number) } as typeof body.booking;
    expect((await booked(body)).totals.certificate).toBe(10_000);
    expect(await balance(certificate.id)).toBe(0);
  });

  const settled = async (id: string) => {
    await expect
      .poll(
        async () => {
          await reconcileOnce(app.context);
          return (await app.ok(operations.show, { params: { id } }, headers)).state;
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe('settled');
    return app.ok(operations.show, { params: { id } }, headers);
  };
  const unknown = async (body: object): Promise<string> => {
    const { status, body: answer } = await post(body);
    expect({ status, answer }).toMatchObject({
      status: 202,
      answer: { message: "The payment's outcome is not known yet. Do not book again." },
    });
    return (answer as { operation: { id: string } }).operation.id;
  };

  test('that times out after the charge is booked once by the reconciler', async () => {
    const operation = await settled(
      await unknown(aBooking({ credit_card: card(TEST_CARDS.timeout_after.number) })),
    );
    expect(operation.answer_status).toBe(200);
    const { tee_time } = booking.book.answer.parse(operation.answer);
    await reconcileOnce(app.context);
    expect(await stored(tee_time.id)).toMatchObject({ state: 'booked', raw_paid: 21_000 });
    expect((await mails(tee_time.id)).filter((mail) => mail.startsWith('receipt'))).toHaveLength(1);
  });

  test('that times out before the charge fails after the give-up, and frees the certificate', async () => {
    const certificate = await aCertificate(app.db);
    const operation = await settled(
      await unknown(
        aBooking({
          gift_cert_serial: certificate.serial,
          credit_card: card(TEST_CARDS.timeout_before.number),
        }),
      ),
    );
    expect(operation).toMatchObject({
      answer_status: 422,
      answer: { errors: { 'credit_card.number': [expect.any(String)] } },
    });
    expect(await balance(certificate.id)).toBe(10_000);
  });

  test.each(['error_before', 'error_after', 'reset_after', 'broken_json_after'] as const)(
    'with the fault %s is booked once',
    async (fault) => {
      const teeTime = await booked(aBooking({ credit_card: card(TEST_CARDS[fault].number) }));
      expect(await stored(teeTime.id)).toMatchObject({ state: 'booked', raw_paid: 21_000 });
    },
  );
});
