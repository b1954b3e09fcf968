import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCertificate, aCourse, aDiscount } from '../../../test/support/factories.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { transactions } from './transactions.contract.ts';

const app = testApp();
let agent: HeaderFields;

beforeAll(async () => {
  agent = await app.signedIn('agent');
});

test('the records of a certificate are its sale and what it paid, the newest first', async () => {
  const course = await aCourse(app.db);
  const discount = await aDiscount(app.db, { gift_certificate_stack: true });
  const { id, serial } = await aCertificate(app.db, { raw_value: 15_000 });
  const other = await aCertificate(app.db);
  const teeTime = await bookTeeTime(app, agent, {
    course: course.id,
    gift_cert_serial: serial,
    discount_code: discount.code,
    credit_card: aCard(),
  });
  await bookTeeTime(app, agent, { course: course.id, gift_cert_serial: other.serial });
  const records = await app.ok(transactions.giftCertificate, { params: { id } }, agent);
  const item = (transaction_itemable_type: string, transaction_itemable_id: number, total: string) => ({
    transaction_itemable_type,
    transaction_itemable_id,
    total,
    created_at: expect.stringMatching(/Z$/),
  });
  expect(records).toEqual([
    {
      created_at: expect.stringMatching(/Z$/),
      payment_id: expect.stringMatching(/./),
      total: '252.00',
      transaction_items: [
        item('TeeTime', teeTime.id, '412.00'),
        item('GolfDiscount', discount.id, '-10.00'),
        item('GiftCertificate', id, '-150.00'),
      ],
    },
    {
      created_at: expect.stringMatching(/Z$/),
      payment_id: '',
      total: '150.00',
      transaction_items: [item('GiftCertificate', id, '150.00')],
    },
  ]);
});

test('a tee time says in words what each tender gave and got back, the card by its last four digits', async () => {
  const course = await aCourse(app.db);
  const { serial } = await aCertificate(app.db, { raw_value: 15_000 });
  const { id } = await bookTeeTime(app, agent, {
    course: course.id,
    gift_cert_serial: serial,
    credit_card: aCard(),
  });
  await app.ok(teeTimes.cancel, { body: { id, refund: true, refund_amount: 2_000 } }, agent);
  const { moves } = await app.ok(transactions.teeTime, { params: { id } }, agent);
  expect(moves).toMatchObject([
    { words: `Gift certificate ${serial} spent`, total: '150.00' },
    { words: 'Card 4242 charged', total: '262.00' },
    { words: 'Refund to card 4242', total: '-20.00' },
  ]);
});

test('a certificate that was never sold has none, one that is not there is a 404', async () => {
  const { id } = await aCertificate(app.db, { raw_value: 0 });
  expect(await app.ok(transactions.giftCertificate, { params: { id } }, agent)).toEqual([]);
  const missing = await app.call(transactions.giftCertificate, { params: { id: 424242 } }, agent);
  expect(missing.status).toBe(404);
});
