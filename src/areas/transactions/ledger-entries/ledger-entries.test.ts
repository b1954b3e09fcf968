import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse, aDiscount } from '../../../../test/support/factories.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { ledgerEntries } from './ledger-entries.contract.ts';

const app = testApp();
let agent: HeaderFields;
let admin: HeaderFields;
let course: { id: number; course_name: string };
beforeAll(async () => {
  agent = await app.signedIn('agent');
  admin = await app.signedIn('admin');
  course = await aCourse(app.db, { course_name: 'Twin Oaks' });
});

const ofCertificate = (id: number, query: { page?: number } = {}) =>
  app.ok(ledgerEntries.ofGiftCertificate, { params: { id }, query }, agent);
const ofDiscount = (id: number, query: { page?: number } = {}) =>
  app.ok(ledgerEntries.ofDiscount, { params: { id }, query }, admin);

async function roundOf(id: number) {
  const { customer, play_date } = await app.ok(teeTimes.show, { params: { id } }, agent);
  const [who] = customer;
  return { named: `tee time ${id}, ${who?.first_name} ${who?.last_name}`, play_date };
}

test('a certificate and a discount say what moved on them: for whom, where, when it is played, how it was paid', async () => {
  const discount = await aDiscount(app.db, { gift_certificate_stack: true });
  const { id, serial } = await aCertificate(app.db, { raw_value: 50_000 });
  const { id: teeTime } = await bookTeeTime(app, agent, {
    course: course.id,
    gift_cert_serial: serial,
    discount_code: discount.code,
  });
  const { named, play_date } = await roundOf(teeTime);
  await app.ok(teeTimes.cancel, { body: { id: teeTime, refund: true, refund_amount: 2_000 } }, agent);
  const gift_certificate = { balance: '100.00', transaction_item: { total: '480.00' } };
  await app.ok(giftCertificates.update, { body: { id, gift_certificate } }, admin);
  const paid_by = `gift certificate ${serial} $402.00`;
  const round = { tee_time_id: teeTime, course_name: 'Twin Oaks', play_date, is_canceled: false, paid_by };
  expect(await ofCertificate(id)).toMatchObject({
    count: 5,
    total: '100.00',
    moves: [
      {
        words: expect.stringMatching(/^Balance adjusted by ./),
        moved: '2.00',
        balance: '100.00',
        round: null,
      },
      { words: expect.stringMatching(/^Sale total corrected by ./), moved: '-20.00', balance: '98.00' },
      { words: `Back from ${named}`, moved: '20.00', balance: '118.00', round },
      { words: `Spent on ${named}`, moved: '-402.00', balance: '98.00', round },
      { words: 'Sold', moved: '500.00', balance: '500.00', round: null },
    ],
  });
  expect(await ofDiscount(discount.id)).toEqual({
    count: 1,
    total: '-10.00',
    moves: [
      {
        words: `Taken off ${named}`,
        moved: '-10.00',
        balance: null,
        round,
        created_at: expect.stringMatching(/Z$/),
      },
    ],
  });
});

test('a round on a card says which, and one that was canceled says so', async () => {
  const discount = await aDiscount(app.db);
  const { id } = await bookTeeTime(app, agent, {
    course: course.id,
    discount_code: discount.code,
    credit_card: aCard(),
  });
  await app.ok(teeTimes.cancel, { body: { id, cancel: true, force_cancel: true } }, agent);
  expect((await ofDiscount(discount.id)).moves).toMatchObject([
    { moved: '-10.00', round: { tee_time_id: id, is_canceled: true, paid_by: 'card 4242 $402.00' } },
  ]);
});

describe('more of them than stand on a page', () => {
  let certificate: number;
  beforeAll(async () => {
    certificate = (await aCertificate(app.db, { raw_value: 10_000 })).id;
    for (let cents = 10_001; cents <= 10_064; cents += 1) {
      const gift_certificate = { balance: (cents / 100).toFixed(2) };
      await app.ok(giftCertificates.update, { body: { id: certificate, gift_certificate } }, admin);
    }
  });

  test('are told thirty at a time, newest first, none twice and none left out, each with what was left then', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ofCertificate(certificate, { page })));
    expect(pages.map(({ moves }) => moves.length)).toEqual([30, 30, 5, 0]);
    for (const { count, total } of pages) expect({ count, total }).toEqual({ count: 65, total: '100.64' });
    const balances = pages.flatMap(({ moves }) => moves.map(({ balance }) => balance));
    expect(balances).toEqual(Array.from({ length: 65 }, (_, n) => ((10_064 - n) / 100).toFixed(2)));
  });

  test('a page that is none is refused', async () => {
    const asked = { params: { id: certificate }, query: { page: 0 } };
    expect((await app.call(ledgerEntries.ofGiftCertificate, asked, agent)).status).toBe(422);
  });
});

test('a discount’s are the admins’, and what is not there is a 404', async () => {
  const { id } = await aDiscount(app.db);
  expect(await ofDiscount(id)).toEqual({ moves: [], count: 0, total: '0.00' });
  expect((await app.call(ledgerEntries.ofDiscount, { params: { id } }, agent)).status).toBe(403);
  const missing = { params: { id: 424_242 } };
  expect((await app.call(ledgerEntries.ofDiscount, missing, admin)).status).toBe(404);
  expect((await app.call(ledgerEntries.ofGiftCertificate, missing, agent)).status).toBe(404);
});
