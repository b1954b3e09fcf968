import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, bookTeeTime, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import {
  aCertificateSaleBody,
  certificateState,
  sellGiftCertificate,
  sendCertificateSale,
  setCertificateDiscount,
} from '../../../../test/support/selling.ts';
import { booking } from '../../booking/booking.contract.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db, { course_name: 'Aviara' })).id;
});
beforeEach(() => setCertificateDiscount(app, 1_000));

const show = (id: number) => app.ok(giftCertificates.show, { params: { id } }, agent);
const counted = async (table: 'gift_certificates' | 'customers' | 'outbox') => {
  const { count } = await app.db
    .selectFrom(table)
    .select(app.db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
const lettersOf = (id: number) =>
  app.db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'text'])
    .where('gift_certificate_id', '=', id)
    .orderBy('id')
    .execute();

describe('a certificate sold at the desk', () => {
  test('is charged its price, worth its value, and told to both', async () => {
    const body = aCertificateSaleBody({
      value: '150',
      course: { id: course },
      who_from: 'Aunt Pat',
      greeting: 'Play well.',
    });
    const answered = await sendCertificateSale(app, body, agent);
    expect(answered).toMatchObject({
      status: 200,
      body: {
        gift_certificate: {
          serial: expect.stringMatching(/^GC(-[0-9A-HJKMNP-TV-Z]{4}){4}$/),
          raw_value: 15_000,
          raw_price: 13_500,
        },
      },
    });
    const { id } = (answered.body as { gift_certificate: { id: number } }).gift_certificate;
    expect(await show(id)).toMatchObject({
      balance: '150.00',
      transaction_item: { total: '150.00' },
      held: '0.00',
      refunded_at: null,
      who_from: 'Aunt Pat',
      greeting: 'Play well.',
      email_delivery: true,
      mail_recipient: true,
      course: { id: course, course_name: 'Aviara' },
      customer: { email: body.gift_certificate.customer.email },
      recipient: { email: body.gift_certificate.recipient.email },
    });
    expect(await certificateState(app, id)).toEqual({
      raw_value: 15_000,
      raw_price: 13_500,
      raw_balance: 15_000,
      isRefunded: false,
      ledger: [
        'certificate_sale: card 13500',
        'certificate_sale: discount 1500',
        'certificate_sale: gift_certificate -15000',
      ],
      attempts: ['charge succeeded 13500'],
    });
    const [receipt, certificate] = await lettersOf(id);
    expect(receipt).toMatchObject({
      kind: 'gift_certificate_receipt',
      recipient: body.gift_certificate.customer.email,
    });
    expect(receipt?.text).toContain('$135.00');
    expect(certificate).toMatchObject({
      kind: 'gift_certificate',
      recipient: body.gift_certificate.recipient.email,
    });
    expect(certificate?.text).not.toContain('$135.00');
  });

  test('is spent by its serial however that is typed', async () => {
    const { serial } = await sellGiftCertificate(app, agent);
    const typed = serial.replaceAll('-', ' ').replace('GC ', '').toLowerCase().replaceAll('0', 'o');
    const priced = aBookingBody({ course, gift_cert_serial: typed });
    expect(await app.ok(booking.validateCert, { body: priced }, agent)).toMatchObject({
      tee_time: { gift_certificate: { serial }, totals: { certificate: 10_000 } },
    });
    const booked = await bookTeeTime(app, agent, { course, gift_cert_serial: typed });
    expect(booked.gift_certificate).toMatchObject({ serial, raw_balance: 0 });
    await app.ok(giftCertificates.receipt, { params: { serial: serial.replaceAll('-', '') } }, agent);
  });

  test('goes by mail without a letter, to somebody without an e-mail address', async () => {
    const recipient = { email: '' };
    const { id } = await sellGiftCertificate(app, agent, {
      recipient,
      email_delivery: false,
      mail_recipient: false,
    });
    expect((await lettersOf(id)).map(({ kind }) => kind)).toEqual(['gift_certificate_receipt']);
    expect(await show(id)).toMatchObject({ email_delivery: false, mail_recipient: false });
  });

  test('finds who bought and who got one before', async () => {
    const people = {
      customer: { first_name: 'Una', last_name: 'Same', email: 'una@same.example' },
      recipient: { first_name: 'Vic', last_name: 'Same', email: 'una@same.example' },
    };
    const first = await show((await sellGiftCertificate(app, agent, people)).id);
    const known = await counted('customers');
    const second = await show((await sellGiftCertificate(app, agent, people)).id);
    expect([second.customer?.id, second.recipient?.id]).toEqual([first.customer?.id, first.recipient?.id]);
    expect(await counted('customers')).toBe(known);
  });

  test('that costs nothing is there at once, without a card', async () => {
    await setCertificateDiscount(app, 10_000);
    const { id } = await sellGiftCertificate(app, agent, { credit_card: null });
    expect(await certificateState(app, id)).toEqual({
      raw_value: 10_000,
      raw_price: 0,
      raw_balance: 10_000,
      isRefunded: false,
      ledger: ['certificate_sale: discount 10000', 'certificate_sale: gift_certificate -10000'],
      attempts: [],
    });
  });
});

describe('nothing is sold', () => {
  test('where the card is declined: no certificate, nobody made, no letter', async () => {
    const before = await Promise.all([counted('gift_certificates'), counted('customers'), counted('outbox')]);
    const answered = await sendCertificateSale(
      app,
      aCertificateSaleBody({ credit_card: aCard('declined') }),
      agent,
      randomUUID(),
    );
    expect(answered).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': ['Your card was declined.'] } },
    });
    expect(
      await Promise.all([counted('gift_certificates'), counted('customers'), counted('outbox')]),
    ).toEqual(before);
  });

  test.each([
    ['value', { value: '0' }, 'must be more than $0'],
    ['value', { value: 'much' }, 'must be an amount like 412.00'],
    ['customer.email', { customer: { email: '' } }, 'is required'],
    ['recipient.first_name', { recipient: { first_name: '' } }, 'is required'],
    [
      'recipient.email',
      { recipient: { email: '' } },
      'is required, since the certificate goes there by e-mail',
    ],
    ['course', { course: { id: 424242 } }, 'does not exist'],
    ['credit_card.number', { credit_card: null }, 'is required: a gift certificate is paid by card'],
    ['credit_card.cvv', { credit_card: { ...aCard(), cvv: '1' } }, 'must be 3 or 4 digits'],
    ['shown_price', { shown_price: 10_000 }, 'The price is $90.00 now. Please look at it and sell again.'],
  ])('with a wrong %s', async (field, given, says) => {
    const before = await counted('gift_certificates');
    const answered = await sendCertificateSale(app, aCertificateSaleBody(given), agent);
    expect(answered).toMatchObject({ status: 422, body: { errors: { [field]: [says] } } });
    expect(await counted('gift_certificates')).toBe(before);
  });

  test('and all that is wrong is said at once', async () => {
    const given = { value: '', recipient: { email: '' }, credit_card: { ...aCard(), number: '42' } };
    const { body } = await sendCertificateSale(app, aCertificateSaleBody(given), agent);
    expect(Object.keys((body as { errors: object }).errors).toSorted()).toEqual([
      'credit_card.number',
      'recipient.email',
      'value',
    ]);
  });
});

describe('the same sale again', () => {
  test('by its key answers the first, with another body it is refused', async () => {
    const body = aCertificateSaleBody();
    const key = randomUUID();
    const before = app.gatewayBook().length;
    const [first, second] = [
      await sendCertificateSale(app, body, agent, key),
      await sendCertificateSale(app, body, agent, key),
    ];
    expect(second.body).toEqual(first.body);
    expect(app.gatewayBook().length).toBe(before + 1);
    expect(await sendCertificateSale(app, aCertificateSaleBody(), agent, key)).toMatchObject({
      status: 422,
      body: { errors: { idempotency_key: ['was used for another request'] } },
    });
  });

  test('without a key within a minute answers the first, unless that was refused', async () => {
    const body = aCertificateSaleBody();
    const first = await sendCertificateSale(app, body, agent);
    expect((await sendCertificateSale(app, body, agent)).body).toEqual(first.body);
    const declined = aCertificateSaleBody({ credit_card: aCard('declined') });
    expect((await sendCertificateSale(app, declined, agent)).status).toBe(422);
    const { gift_certificate: paid } = declined;
    const again = { gift_certificate: { ...paid, credit_card: aCard() } };
    expect((await sendCertificateSale(app, again, agent)).status).toBe(200);
  });
});

test('a booking cannot spend a serial that nobody has', async () => {
  const answered = await sendBooking(
    app,
    aBookingBody({ course, gift_cert_serial: 'GC-7K4D-9Q2M-XE0A-51TV' }),
    agent,
  );
  expect(answered).toMatchObject({
    status: 422,
    body: { errors: { gift_cert_serial: ['There is no gift certificate with this serial.'] } },
  });
});
