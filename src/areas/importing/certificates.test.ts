import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aBookingBody, sendBooking } from '../../../test/support/bookings.ts';
import { auditOf } from '../../../test/support/audit-entries.ts';
import { aCertificate, aCourse, aCustomer } from '../../../test/support/factories.ts';
import { giftCertificates } from '../gift-certificates/gift-certificates.contract.ts';
import { certificateSales } from '../gift-certificates/selling/selling.contract.ts';
import { importFile } from './import.steps.ts';
import { certificateImport } from './kinds/certificates.queries.ts';

const app = testApp();
const folder = mkdtempSync(join(tmpdir(), 'ric-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let agent: HeaderFields;
let course: { id: number };
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = await aCourse(app.db, { course_name: 'Torrey Pines' });
  await aCustomer(app.db, { last_name: 'Lee', email: 'Ann@example.com' });
  const type = 'GiftCertificateRecipient';
  await aCustomer(app.db, { type, last_name: 'Kim', email: 'bo@example.com' });
});

const HEADER =
  'serial,value,balance,created_at,customer email,recipient_email,course,email_delivery,internal_memo';
let files = 0;
async function run(rows: string[], write = true) {
  const file = join(folder, `${(files += 1)}.csv`);
  writeFileSync(file, [HEADER, ...rows, ''].join('\n'));
  const imported = await importFile(app.database, {
    name: 'certificates',
    kind: certificateImport,
    file,
    write,
    map: [],
    ignore: false,
    zone: app.context.settings.businessTimeZone,
    now: new Date(),
    say: () => undefined,
  });
  const report = readFileSync(file.replace('.csv', '.report.csv'), 'utf8').trim().split('\n').slice(1);
  return { counts: imported?.counts, report };
}
const bySerial = (serial: string) =>
  app.db.selectFrom('gift_certificates').selectAll().where('serial', '=', serial).executeTakeFirst();

test('comes with its value, what is left on it, whose it is, its day, its ledger and an entry', async () => {
  const { counts } = await run([
    'OLD-1,"$1,234.50",$34.50,5/31/2024,ann@EXAMPLE.com,bo@example.com,torrey pines,yes,From the shoebox',
    'OLD-2,100,100.00,2024-06-01,,,,,',
    'OLD-3,100,0,2024-06-01,,,,,',
  ]);
  expect(counts).toEqual({ good: 3, doubles: 0, refused: 0 });
  const { id = 0 } = (await bySerial('OLD-1')) ?? {};
  const { updated_at: _, ...shown } = await app.ok(giftCertificates.show, { params: { id } }, agent);
  expect(shown).toMatchObject({
    serial: 'OLD-1',
    raw_balance: 3_450,
    transaction_item: { total: '1234.50' },
    raw_price: 123_450,
    email_delivery: true,
    mail_recipient: true,
    internal_memo: 'From the shoebox',
    customer: { last_name: 'Lee' },
    recipient: { last_name: 'Kim' },
    course: { id: course.id },
  });
  // The day begins at midnight on the business's own clock, in San Diego.
  expect(shown.created_at).toBe('2024-05-31T07:00:00.000000Z');
  const posted = await app.db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.ledger_transaction_id', 't.id')
    .select(['t.kind', 't.memo', 't.made_by', 't.created_at', 'e.account', 'e.raw_amount'])
    .where('t.gift_certificate_id', '=', id)
    .orderBy('e.id')
    .execute();
  const each = { memo: 'imported', made_by: 'Import', created_at: shown.created_at };
  const sale = { ...each, kind: 'certificate_sale' };
  const spent = { ...each, kind: 'certificate_adjustment' };
  expect(posted).toEqual([
    { ...sale, account: 'certificate_sale', raw_amount: 123_450 },
    { ...sale, account: 'gift_certificate', raw_amount: -123_450 },
    { ...spent, account: 'adjustment', raw_amount: -120_000 },
    { ...spent, account: 'gift_certificate', raw_amount: 120_000 },
  ]);
  expect(await auditOf(app, 'gift_certificate', id)).toMatchObject([
    { made_by: 'Import', action: 'created', after: { id, serial: 'OLD-1', raw_balance: 3_450 } },
  ]);
  expect(await bySerial('OLD-3')).toMatchObject({ raw_value: 10_000, raw_balance: 0 });
  // No card paid for an imported gift certificate, so none can be refunded to.
  const unspent = (await bySerial('OLD-2'))?.id ?? 0;
  const { refusal } = await app.ok(certificateSales.refundOptions, { params: { id: unspent } }, agent);
  expect(refusal).not.toBeNull();
  await app.expectSoundBooks();
});

describe('a row is refused', () => {
  test.each([
    [',100,100,2024-06-01,,,,,', 'serial,is required'],
    ['A B,100,100,2024-06-01,,,,,', 'serial,"must be letters, digits, dots and hyphens"'],
    [`${'x'.repeat(61)},100,100,2024-06-01,,,,,`, 'serial,must have at most 60 characters'],
    ['NO-1,,100,2024-06-01,,,,,', 'value,is required'],
    ['NO-1,ten,10,2024-06-01,,,,,', 'value,must be an amount like 412.00'],
    ['NO-1,-10,0,2024-06-01,,,,,', 'value,must be at least 0'],
    ['NO-1,1000000,0,2024-06-01,,,,,', 'value,"must be at most 999,999.99"'],
    ['NO-1,0,0,2024-06-01,,,,,', 'value,must be more than $0'],
    ['NO-1,100,,2024-06-01,,,,,', 'balance,is required'],
    ['NO-1,100,100.01,2024-06-01,,,,,', 'balance,must not be more than the value'],
    ['NO-1,100,100,,,,,,', 'created_at,is required'],
    ['NO-1,100,100,31/5/2024,,,,,', 'created_at,must be a day like 2024-05-31 or 5/31/2024 (MM/DD/YYYY)'],
    ['NO-1,100,100,2999-01-01,,,,,', 'created_at,must not be after today'],
    [
      'NO-1,100,100,2024-06-01,bo@example.com,,,,',
      'customer_email,is no Customer in RIC: move customers in first',
    ],
    [
      'NO-1,100,100,2024-06-01,,ann@example.com,,,',
      'recipient_email,is no GiftCertificateRecipient in RIC: move customers in first',
    ],
    ['NO-1,100,100,2024-06-01,,,Nowhere,,', 'course,is no course in RIC'],
    ['NO-1,100,100,2024-06-01,,,,perhaps,', 'email_delivery,must be true or false'],
    ['NO-1,100,100,2024-06-01,,,,,4242 4242 4242 4242', 'internal_memo,must not have a card number in it'],
  ])('%s', async (row, says) => {
    expect((await run([row])).report).toEqual([`2,refused,,${says}`]);
    expect(await bySerial('NO-1')).toBeUndefined();
  });
});

test('a serial is free once, whatever its case: in RIC, and in the file', async () => {
  const there = await aCertificate(app.db, { serial: 'GC-THERE' });
  const rows = ['gc-there,5,5,2024-06-01,,,,,', 'TWO,5,5,2024-06-01,,,,,', 'two,7,7,2024-06-01,,,,,'];
  const { report } = await run(rows);
  const { id } = (await bySerial('TWO')) ?? {};
  expect(report).toEqual([
    `2,double,${there.id},,is in RIC already: #${there.id}`,
    `3,made,${id},,`,
    '4,double,,,doubles line 3 of this file',
  ]);
  await app.expectSoundBooks();
});

test('can be booked with, down to what was left on it', async () => {
  await run(['SPEND-1,100,30,2024-06-01,,,,,']);
  const body = aBookingBody({ course: course.id, gift_cert_serial: 'SPEND-1' });
  expect(await sendBooking(app, body, agent)).toMatchObject({ status: 200 });
  expect(await bySerial('SPEND-1')).toMatchObject({ raw_balance: 0, raw_value: 10_000 });
  await app.expectSoundBooks();
});

test('a dry run makes none, and keeps nothing', async () => {
  expect((await run(['DRY-1,5,5,2024-06-01,,,,,'], false)).report).toEqual(['2,new,,,']);
  expect(await bySerial('DRY-1')).toBeUndefined();
  expect(await app.db.selectFrom('imports').selectAll().where('done_at', 'is', null).execute()).toEqual([]);
});
