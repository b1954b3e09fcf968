import { describe, expect, test } from 'vitest';
import { aCertificate, aRentalClub, aCourse, aCustomer, aDiscount } from '../../../test/support/factories.ts';
import { TEST_CARDS } from '../../integrations/payment/test-cards.ts';
import { operations } from '../operations/operations.contract.ts';
import { reconcileOnce } from '../../../test/support/reconcile.ts';
import { bookingSetup, cardInput } from '../../../test/support/booking-engine.ts';
import { booking } from './booking.contract.ts';

const { app, at, aBooking, post, booked, stored, mails, balance } = bookingSetup();

describe('a booking', () => {
  test('with card, discount, certificate and club charges what is left, once', async () => {
    const discount = await aDiscount(app.db, { gift_certificate_stack: true });
    const certificate = await aCertificate(app.db);
    const club = await aRentalClub(app.db, at.course.id);
    const teeTime = await booked(
      aBooking({
        discount_code: discount.code.toLowerCase(),
        gift_cert_serial: certificate.serial,
        rental_clubs: [{ id: club.id, quantity: 2 }],
        credit_card: cardInput(TEST_CARDS.approved.number),
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
      aBooking({ gift_cert_serial: certificate.serial, credit_card: cardInput(TEST_CARDS.declined.number) }),
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

describe('the same submission', () => {
  test('with the same key answers the first result, also twice at once', async () => {
    const body = aBooking({ credit_card: cardInput(TEST_CARDS.approved.number) });
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
    expect(await app.ok(operations.show, { params: { id: operation.id } }, at.headers)).toMatchObject({
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
      credit_card: cardInput(TEST_CARDS.declined.number),
    });
    expect(await post(body)).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': [expect.stringMatching(/declined/)] } },
    });
    expect(await balance(certificate.id)).toBe(10_000);
    body.booking = {
      ...body.booking,
      credit_card: cardInput(TEST_CARDS.approved.number),
    } as typeof body.booking;
    expect((await booked(body)).totals.certificate).toBe(10_000);
    expect(await balance(certificate.id)).toBe(0);
  });

  const settled = async (id: string) => {
    await expect
      .poll(
        async () => {
          await reconcileOnce(app.context);
          return (await app.ok(operations.show, { params: { id } }, at.headers)).state;
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe('settled');
    return app.ok(operations.show, { params: { id } }, at.headers);
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
      await unknown(aBooking({ credit_card: cardInput(TEST_CARDS.timeout_after.number) })),
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
          credit_card: cardInput(TEST_CARDS.timeout_before.number),
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
      const teeTime = await booked(aBooking({ credit_card: cardInput(TEST_CARDS[fault].number) }));
      expect(await stored(teeTime.id)).toMatchObject({ state: 'booked', raw_paid: 21_000 });
    },
  );
});
