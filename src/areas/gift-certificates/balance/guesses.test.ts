import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody } from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse, aCustomer } from '../../../../test/support/factories.ts';
import { booking } from '../../booking/booking.contract.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';

const app = testApp();
let course: number;
let agent: HeaderFields;
let serial: string;

beforeAll(async () => {
  ({ id: course } = await aCourse(app.db));
  agent = await app.signedIn('agent');
  const customer_id = (await aCustomer(app.db)).id;
  ({ serial } = await aCertificate(app.db, { customer_id, raw_value: 90_000 }));
});
beforeEach(async () => {
  app.setClock('2026-11-20T18:00:00Z');
  agent = await app.signedIn('agent');
  await app.db.deleteFrom('allowances').execute();
});

const body = (gift_cert_serial: string) => aBookingBody({ course, gift_cert_serial });
const WAYS: [string, (serial: string) => Promise<{ status: number }>, number][] = [
  ['pricing', (typed) => app.call(booking.validateCert, { body: body(typed) }, agent), 422],
  [
    'pricing with a discount',
    (typed) => app.call(booking.validateDiscount, { body: body(typed) }, agent),
    422,
  ],
  ['booking', (typed) => app.call(booking.book, { body: body(typed) }, agent), 422],
  ['the receipt', (typed) => app.call(giftCertificates.receipt, { params: { serial: typed } }, agent), 404],
  ['the mail', (typed) => app.call(giftCertificates.certificate, { params: { serial: typed } }, agent), 404],
  [
    'the purchaser',
    (typed) =>
      app.call(
        giftCertificates.updatePurchaser,
        { params: { serial: typed }, body: { purchaser_id: 1 } },
        agent,
      ),
    404,
  ],
  [
    'the recipient',
    (typed) =>
      app.call(
        giftCertificates.updateRecipient,
        { params: { serial: typed }, body: { recipient_id: 1 } },
        agent,
      ),
    404,
  ],
];

const saysUnknown = async (ask: (typed: string) => Promise<{ status: number }>, typed: string) =>
  /There is no gift certificate|gift certificate does not exist/.test(JSON.stringify(await ask(typed)));

test.each(WAYS)('a serial without its hyphens names the same certificate for %s', async (_, ask) => {
  const customer_id = (await aCustomer(app.db)).id;
  const known = randomUUID().slice(0, 6);
  await aCertificate(app.db, { customer_id, raw_value: 90_000, serial: `GC-DEMO-${known}` });
  for (const typed of [`gcdemo${known}`, `GC DEMO ${known}`, `gc\u2011demo\u2011${known}`])
    expect(await saysUnknown(ask, typed), typed).toBe(false);
  // Only hyphens distinguish these two serials, which sound the same.
  await aCertificate(app.db, { customer_id, raw_value: 90_000, serial: `GCDE-MO-${known}` });
  expect(await saysUnknown(ask, `gc-demo-${known}`)).toBe(false);
  expect(await saysUnknown(ask, `gcdemo${known}`)).toBe(true);
});

test('a serial is taken already where one sounds the same', async () => {
  const admin = await app.signedIn('admin');
  const customer_id = (await aCustomer(app.db)).id;
  await aCertificate(app.db, { customer_id, serial: 'GC-SOUND-1' });
  const { id } = await aCertificate(app.db, { customer_id });
  const change = { body: { id, gift_certificate: { serial: 'gcsound1' } } };
  expect(await app.call(giftCertificates.update, change, admin)).toMatchObject({
    status: 422,
    body: { errors: { serial: ['is taken already'] } },
  });
});

test.each(WAYS)('serials cannot be guessed by %s', async (_, ask, miss) => {
  const answers = await Promise.all(Array.from({ length: 40 }, (__, one) => ask(`GC-NONE-${one}`)));
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  expect([count(miss), count(429)]).toEqual([20, 20]);
  // Every other call that takes a serial is stopped too.
  for (const [, other] of WAYS) expect(await other('GC-GUESS')).toMatchObject({ status: 429 });
  expect(await ask('GC-GUESS')).toMatchObject({
    body: { message: 'Too many serials that no gift certificate has. Please wait 30 seconds and try again.' },
    headers: { 'retry-after': '30' },
  });
  app.setClock('2026-11-20T18:00:31Z');
  expect((await ask('GC-GUESS')).status).toBe(miss);
});

test('a serial that there is counts nothing, whatever becomes of it', async () => {
  for (let one = 0; one < 25; one += 1) {
    expect((await app.call(booking.validateCert, { body: body(serial) }, agent)).status).toBe(200);
    await app.call(giftCertificates.certificate, { params: { serial } }, agent);
  }
  expect((await app.call(booking.book, { body: body(serial) }, agent)).status).toBe(200);
});

test('a booking without a certificate, and a colleague, are not stopped', async () => {
  for (let one = 0; one < 21; one += 1)
    await app.call(booking.validateCert, { body: body(`GC-${one}`) }, agent);
  expect((await app.call(booking.validateDiscount, { body: body('') }, agent)).status).toBe(200);
  const colleague = await app.signedIn('psgr');
  expect((await app.call(booking.validateCert, { body: body(serial) }, colleague)).status).toBe(200);
});
