import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aCertificate } from '../../../../test/support/factories.ts';
import {
  withIdempotencyKey,
  aCourseWithOpenTime,
  anotherOpenTime,
  aPartner,
  aPartnerBooking,
  aPartnerCustomer,
  aCardToken,
  bookAsPartner,
  type PartnerWithKey,
} from '../../../../test/support/partners.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const app = testApp();
let open: Awaited<ReturnType<typeof aCourseWithOpenTime>>;
let partner: PartnerWithKey;
beforeAll(async () => {
  open = await aCourseWithOpenTime(app.db);
  partner = await aPartner(app.db, { name: 'Golf Away', courses: [open.course] });
});

const aSale = async (more: object = {}, ...behaviour: [] | [Parameters<typeof aCardToken>[1]]) => ({
  value: '100.00',
  purchaser: aPartnerCustomer(),
  recipient: aPartnerCustomer(),
  who_from: 'Ana',
  greeting: 'Enjoy!',
  card: { token: await aCardToken(app.gatewayUrl, ...behaviour) },
  ...more,
});
const sell = (body: object, key: string = randomUUID()) =>
  app.call(partnerInterface.sell, { body }, withIdempotencyKey(partner.headers, key));

test('a certificate is sold once for a key, is the partner’s, and can be spent', async () => {
  await app.db.updateTable('gift_certificate_sale_configurations').set({ raw_discount: 1_000 }).execute();
  const quoted = await app.ok(partnerInterface.sellQuote, { body: { value: '100.00' } }, partner.headers);
  expect(quoted).toMatchObject({ raw_value: 10_000, raw_price: 9_000, price: '90.00' });
  const [key, body] = [randomUUID(), await aSale({ shown_price: 9_000 })];
  const sold = await sell(body, key);
  expect(sold).toMatchObject({ status: 200, body: { value: '100.00', raw_price: 9_000, price: '90.00' } });
  expect(await sell(body, key)).toMatchObject({ status: 200, body: sold.body });
  const { id, serial } = sold.body as { id: number; serial: string };
  const stored = app.db
    .selectFrom('gift_certificates')
    .select(['api_user_id', 'raw_value'])
    .where('id', '=', id);
  expect(await stored.execute()).toEqual([{ api_user_id: partner.id, raw_value: 10_000 }]);
  const asked = { body: { gift_cert_serial: serial } };
  expect(await app.ok(partnerInterface.balance, asked, partner.headers)).toMatchObject({
    raw_balance: 10_000,
    course_id: null,
  });
  const booking = aPartnerBooking(await anotherOpenTime(app.db, open), { gift_cert_serial: serial });
  expect((await bookAsPartner(app, partner.headers, booking)).body).toMatchObject({
    price: { raw_gift_certificate: 10_000 },
  });
  expect(await app.ok(partnerInterface.balance, asked, partner.headers)).toMatchObject({ raw_balance: 0 });
});

test.each([
  ['another price', { shown_price: 1 }, 409, 'price_changed'],
  ['nothing to spend', { value: '0.00' }, 422, 'invalid'],
  ['no amount', { value: 'much' }, 422, 'invalid'],
  ['a course that is not granted', { course_id: 424242 }, 403, 'not_granted'],
  ['a card number', { card: { token: '4242424242424242' } }, 422, 'invalid'],
])('with %s none is sold', async (_, more, status, code) => {
  const before = await app.db.selectFrom('gift_certificates').select('id').execute();
  expect(await sell(await aSale(more))).toMatchObject({ status, body: { error: { code } } });
  expect(await app.db.selectFrom('gift_certificates').select('id').execute()).toEqual(before);
});

test('a card that is declined buys none', async () => {
  expect(await sell(await aSale({}, 'declined'))).toMatchObject({
    status: 402,
    body: { error: { code: 'card_declined' } },
  });
});

test('serials cannot be guessed, and who has one is not stopped by it', async () => {
  const guesser = await aPartner(app.db, { courses: [open.course] });
  const { serial } = await aCertificate(app.db);
  const ask = (gift_cert_serial: string) =>
    app.call(partnerInterface.balance, { body: { gift_cert_serial } }, guesser.headers);
  expect((await ask(serial)).status).toBe(200);
  for (let tried = 0; tried < 20; tried += 1)
    // oxlint-disable-next-line no-await-in-loop -- the requests are made one after the other
    expect((await ask(`GC-NONE-${tried}`)).status).toBe(422);
  expect(await ask('GC-NONE')).toMatchObject({ status: 429, body: { error: { code: 'too_many' } } });
  const quote = { open_time_id: open.time, players: 4, gift_cert_serial: 'GC-NONE' };
  expect((await app.call(partnerInterface.quote, { body: quote }, guesser.headers)).status).toBe(429);
});
