import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, bookTeeTime, sendBooking } from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse } from '../../../../test/support/factories.ts';
import {
  certificateState,
  sendCertificateRefund,
  sellGiftCertificate,
  sellCertificateByCard,
  setCertificateDiscount,
} from '../../../../test/support/selling.ts';
import { history } from '../../../contract/history/history.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';
import { certificateSales } from '../selling/selling.contract.ts';

const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '200' } });
let admin: HeaderFields;
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});
beforeEach(() => setCertificateDiscount(app, 1_000));

const options = (id: number, headers = agent) =>
  app.ok(certificateSales.refundOptions, { params: { id } }, headers);
const update = (id: number, gift_certificate: object, headers = admin) =>
  app.call(giftCertificates.update, { body: { id, gift_certificate } }, headers);

describe('a refund of an unspent certificate', () => {
  test('gives its price back to the card, and closes it', async () => {
    const { id, serial } = await sellGiftCertificate(app, agent);
    expect(await options(id)).toMatchObject({ refusal: null, raw_back: 9_000, card_last4: '4242' });
    expect(await sendCertificateRefund(app, id, agent)).toMatchObject({
      status: 200,
      body: {
        id,
        raw_back: 9_000,
        message: 'The gift certificate is closed. $90.00 goes back to card 4242.',
      },
    });
    expect(await certificateState(app, id)).toEqual({
      raw_value: 10_000,
      raw_price: 0,
      raw_balance: 0,
      isRefunded: true,
      ledger: [
        'certificate_sale: card 9000',
        'certificate_sale: discount 1000',
        'certificate_sale: gift_certificate -10000',
        'refund: card -9000',
        'refund: discount -1000',
        'refund: gift_certificate 10000',
      ],
      attempts: ['charge succeeded 9000', 'refund succeeded 9000'],
    });
    const closed = 'This gift certificate was refunded: it is closed.';
    expect(await sendBooking(app, aBookingBody({ course, gift_cert_serial: serial }), agent)).toMatchObject({
      status: 422,
      body: { errors: { gift_cert_serial: [`The gift certificate ${serial} was refunded.`] } },
    });
    for (const called of [giftCertificates.receipt, giftCertificates.certificate])
      expect(await app.call(called, { params: { serial } }, agent)).toMatchObject({
        body: { message: closed },
      });
    expect(await update(id, { balance: '10.00' })).toMatchObject({
      status: 422,
      body: { errors: { balance: [closed] } },
    });
    expect(await update(id, { transaction_item: { total: '110.00' } })).toMatchObject({
      status: 422,
      body: { errors: { 'transaction_item.total': expect.arrayContaining([closed]) } },
    });
    expect(await update(id, { internal_memo: 'changed their mind' })).toMatchObject({ status: 200 });
    expect(await sendCertificateRefund(app, id, agent)).toMatchObject({ status: 200 });
    expect(await sendCertificateRefund(app, id, agent, randomUUID())).toMatchObject({
      status: 422,
      body: { message: 'This gift certificate was refunded already.' },
    });
  });

  test('of one that cost nothing closes it', async () => {
    await setCertificateDiscount(app, 10_000);
    const { id } = await sellGiftCertificate(app, agent, { credit_card: null });
    expect(await sendCertificateRefund(app, id, agent)).toMatchObject({ status: 200, body: { raw_back: 0 } });
    expect(await certificateState(app, id)).toMatchObject({ isRefunded: true, raw_balance: 0, attempts: [] });
  });

  test('that the bank declines leaves it as it was', async () => {
    const { id, serial } = await sellCertificateByCard(app, agent, 'refund_declined');
    const before = await certificateState(app, id);
    expect(await sendCertificateRefund(app, id, agent)).toMatchObject({
      status: 422,
      body: {
        message: expect.stringMatching(
          /^The refund was not made, and the gift certificate stays as it was: /,
        ),
      },
    });
    expect(await certificateState(app, id)).toEqual({
      ...before,
      attempts: ['charge succeeded 9000', 'refund declined 9000'],
    });
    expect(
      (await bookTeeTime(app, agent, { course, gift_cert_serial: serial })).gift_certificate,
    ).toMatchObject({ serial });
  });

  test('above $500 asks somebody else for a second look', async () => {
    const { id } = await sellGiftCertificate(app, admin, { value: '600' });
    expect((await sendCertificateRefund(app, id, admin)).status).toBe(200);
    const told = app.db
      .selectFrom('notices')
      .select(['kind', 'message'])
      .where('gift_certificate_id', '=', id);
    expect(await told.execute()).toEqual([
      { kind: 'refund', message: expect.stringContaining('refunded a gift certificate of $540.00.') },
    ]);
  });

  test('can be made once its booking is canceled and has given it back', async () => {
    const { id, serial } = await sellGiftCertificate(app, agent);
    const { id: teeTime } = await bookTeeTime(app, agent, {
      course,
      gift_cert_serial: serial,
      tee_time: { charge: '110.00' },
      credit_card: aCard(),
    });
    expect((await options(id)).refusal).toContain('is spent');
    const refund_amount = (await app.ok(teeTimes.cancelOptions, { params: { id: teeTime } }, agent))
      .transaction_total;
    await app.ok(
      teeTimes.cancel,
      { body: { id: teeTime, cancel: true, refund: true, refund_amount } },
      agent,
    );
    expect((await sendCertificateRefund(app, id, agent)).status).toBe(200);
  });
});

test('its record tells that it was sold and refunded, by whom', async () => {
  const { id } = await sellCertificateByCard(app, agent, 'refund_declined');
  await sendCertificateRefund(app, id, agent);
  const other = await sellGiftCertificate(app, agent);
  await sendCertificateRefund(app, other.id, agent);
  const told = async (record: number) => {
    const params = { record: 'gift_certificates' as const, id: record };
    const answer = await app.ok(history.show, { params, query: {} }, agent);
    return answer.told.map(({ did }) => did).filter((did) => !did.startsWith('sent the'));
  };
  expect(await told(id)).toEqual([
    'tried to refund it, and the bank refused',
    'sold it worth $100.00 for $90.00, by card',
  ]);
  expect(await told(other.id)).toEqual([
    'refunded $90.00 to the card',
    'sold it worth $100.00 for $90.00, by card',
  ]);
});

describe('it is refused with a sentence', () => {
  const refused = async (id: number, says: string | RegExp, headers = agent) => {
    const message = typeof says === 'string' ? says : expect.stringMatching(says);
    expect((await options(id, headers)).refusal).toEqual(message);
    expect(await sendCertificateRefund(app, id, headers)).toMatchObject({ status: 422, body: { message } });
  };

  test('where a part of it is spent', async () => {
    const { id, serial } = await sellGiftCertificate(app, agent, { value: '500' });
    await bookTeeTime(app, agent, { course, gift_cert_serial: serial });
    await refused(id, '$412.00 of this gift certificate is spent: only an unspent one can be refunded.');
  });
  test('where its balance was adjusted, or its sale total corrected', async () => {
    const { id } = await sellGiftCertificate(app, agent);
    await update(id, { balance: '120.00' });
    await refused(id, /was adjusted/);
    const other = await sellGiftCertificate(app, agent);
    await update(other.id, { balance: '120.00', transaction_item: { total: '120.00' } });
    await refused(other.id, /the card paid \$90.00, not \$110.00/);
  });
  test('where it was not sold here', async () => {
    const { id } = await aCertificate(app.db, {});
    await refused(id, /no card to refund it to/);
  });
  test('where it is worth nothing', async () => {
    const { id } = await aCertificate(app.db, {});
    await update(id, { balance: '0.00', transaction_item: { total: '0.00' } });
    await refused(id, 'This gift certificate is worth nothing: there is nothing to refund.');
  });
  test('above the amount that wants an approval, but for an admin', async () => {
    const { id } = await sellGiftCertificate(app, agent, { value: '300' });
    await refused(id, 'A refund of more than $200.00 is for an admin to make.');
    expect((await sendCertificateRefund(app, id, admin)).status).toBe(200);
  });
  test('where there is none, or it is newer than what was seen', async () => {
    expect(await sendCertificateRefund(app, 424_242, agent)).toMatchObject({ status: 404 });
    const { id } = await sellGiftCertificate(app, agent);
    const body = { id, updated_at: '2020-01-01T00:00:00.000Z' };
    expect(await app.call(certificateSales.refund, { body }, agent)).toMatchObject({ status: 409 });
  });
});
