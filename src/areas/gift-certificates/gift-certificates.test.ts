import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer } from '../../../test/support/factories.ts';
import { giftCertificates } from './gift-certificates.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
let ada: { id: number };
let zoe: { id: number };
let course: { id: number; course_name: string };

beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  course = await aCourse(app.db);
  ada = await aCustomer(app.db, { first_name: 'ada', last_name: 'Smith', email: 'ada@golf.example' });
  zoe = await aCustomer(app.db, {
    type: 'GiftCertificateRecipient',
    first_name: 'Zoe',
    last_name: 'Adams',
    email: 'zoe@golf.example',
  });
});

const show = (id: number) => app.ok(giftCertificates.show, { params: { id } }, agent);
const update = (id: number, gift_certificate: object, headers: HeaderFields = agent) =>
  app.call(giftCertificates.update, { body: { id, gift_certificate } }, headers);

describe('a certificate', () => {
  test('is shown with its purchaser, recipient, course and sale', async () => {
    const { id, serial } = await aCertificate(app.db, {
      customer_id: ada.id,
      recipient_id: zoe.id,
      course_id: course.id,
      raw_value: 12_345,
    });
    expect(await show(id)).toEqual({
      id,
      serial,
      created_at: expect.stringMatching(/Z$/),
      balance: '123.45',
      raw_balance: 12_345,
      held: '0.00',
      who_from: '',
      email_delivery: false,
      mail_recipient: true,
      greeting: '',
      internal_memo: '',
      transaction_item: { total: '123.45' },
      raw_price: 12_345,
      course: { id: course.id, course_name: course.course_name },
      customer: { id: ada.id, first_name: 'ada', last_name: 'Smith', email: 'ada@golf.example' },
      recipient: { id: zoe.id, first_name: 'Zoe', last_name: 'Adams', email: 'zoe@golf.example' },
      updated_at: expect.stringMatching(/Z$/),
      refunded_at: null,
    });
    expect(await app.call(giftCertificates.show, { params: { id: 424242 } }, agent)).toMatchObject({
      status: 404,
    });
  });

  test('is changed by an agent, whole or in part, its people nulled as screens send it', async () => {
    const { id } = await aCertificate(app.db, { customer_id: ada.id, greeting: 'Hi' });
    const changed = {
      ...(await show(id)),
      customer: null,
      recipient: null,
      who_from: ' Aunt Ada ',
      email_delivery: true,
      mail_recipient: false,
      internal_memo: 'VIP',
      course: { id: course.id },
    };
    expect(await update(id, changed)).toMatchObject({ status: 200, body: { id } });
    expect(await show(id)).toMatchObject({
      who_from: 'Aunt Ada',
      email_delivery: true,
      mail_recipient: false,
      greeting: 'Hi',
      internal_memo: 'VIP',
      course: { id: course.id },
      customer: { id: ada.id },
    });
    await update(id, { greeting: '', course: null });
    expect(await show(id)).toMatchObject({ greeting: '', course: null, internal_memo: 'VIP' });
  });

  test('gets another serial from an admin, which stays unique in any case', async () => {
    const { id, serial } = await aCertificate(app.db);
    const taken = await aCertificate(app.db);
    expect(await update(id, { serial: 'GC_New.1' }, admin)).toMatchObject({ status: 200 });
    expect(await show(id)).toMatchObject({ serial: 'GC_New.1' });
    expect(await update(taken.id, { serial: 'gc_NEW.1' }, admin)).toMatchObject({
      status: 422,
      body: { errors: { serial: ['is taken already'] } },
    });
    expect(await update(id, { serial: serial.toLowerCase() }, admin)).toMatchObject({ status: 200 });
  });

  test.each([
    ['serial', { serial: '' }],
    ['serial', { serial: 'x'.repeat(61) }],
    ['serial', { serial: 'GC 1/2' }],
    ['balance', { balance: 'much' }],
    ['balance', { balance: '-1.00' }],
    ['balance', { balance: '1.005' }],
    ['balance', { balance: '1000000.01' }],
    ['balance', { balance: '1.00', raw_balance: 200 }],
    ['raw_balance', { raw_balance: 10.5 }],
    ['raw_balance', { raw_balance: -1 }],
    ['raw_balance', { raw_balance: 100_000_001 }],
    ['transaction_item.total', { transaction_item: { total: '1,00' } }],
    ['transaction_item.total', { transaction_item: { total: 1_000_001 } }],
    ['who_from', { who_from: 'x'.repeat(101) }],
    ['greeting', { greeting: 'x'.repeat(2001) }],
    ['internal_memo', { internal_memo: 'x'.repeat(5001) }],
    ['course', { course: { id: 424242 } }],
    ['course', { course: { id: -1 } }],
    ['email_delivery', { email_delivery: 'yes' }],
    ['mail_recipient', { mail_recipient: 1 }],
  ])('is refused under %s for %j', async (field, given) => {
    const { id } = await aCertificate(app.db);
    const before = await show(id);
    expect(await update(id, given, admin)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
    expect(await show(id)).toEqual(before);
  });

  test('is not saved over a newer one, and not where there is none', async () => {
    const { id } = await aCertificate(app.db);
    const loaded = await show(id);
    await update(id, { ...loaded, internal_memo: 'First' });
    expect(await update(id, { ...loaded, internal_memo: 'Late' })).toMatchObject({ status: 409 });
    expect(await show(id)).toMatchObject({ internal_memo: 'First' });
    expect(await update(424242, {})).toMatchObject({ status: 404 });
  });
});

describe('its people', () => {
  const purchaser = (serial: string, purchaser_id: unknown, rest: object = {}) =>
    app.call(
      giftCertificates.updatePurchaser,
      { params: { serial }, body: { purchaser_id, serial, ...rest } },
      agent,
    );
  const recipient = (serial: string, recipient_id: unknown, rest: object = {}) =>
    app.call(
      giftCertificates.updateRecipient,
      { params: { serial }, body: { recipient_id, serial, ...rest } },
      agent,
    );

  test('are chosen by an agent: a customer who bought it, a recipient who gets it', async () => {
    const { id, serial } = await aCertificate(app.db);
    expect(await purchaser(serial.toLowerCase(), ada.id)).toMatchObject({ status: 200, body: { id } });
    const { status, body } = await recipient(serial, zoe.id);
    const shown = await show(id);
    expect({ status, body }).toEqual({ status: 200, body: { id, updated_at: shown.updated_at } });
    expect(shown).toMatchObject({ customer: { id: ada.id }, recipient: { id: zoe.id } });
  });

  test('are refused where the body names another certificate than the address', async () => {
    const [{ id, serial }, other] = [await aCertificate(app.db), await aCertificate(app.db)];
    const refused = {
      status: 422,
      body: { errors: { serial: ['names another certificate than the address'] } },
    };
    expect(await purchaser(serial, ada.id, { serial: other.serial })).toMatchObject(refused);
    expect(await recipient(serial, zoe.id, { serial: other.serial })).toMatchObject(refused);
    expect(await show(id)).toMatchObject({ customer: null, recipient: null });
  });

  test('are of the type that each must be', async () => {
    const { serial } = await aCertificate(app.db);
    for (const wrong of [zoe.id, 424242, 0, -1, 'x', null])
      expect(await purchaser(serial, wrong)).toMatchObject({
        status: 422,
        body: { errors: { purchaser_id: [expect.any(String)] } },
      });
    for (const wrong of [ada.id, 424242, 0])
      expect(await recipient(serial, wrong)).toMatchObject({
        status: 422,
        body: { errors: { recipient_id: [expect.any(String)] } },
      });
  });

  test('are not set over a newer certificate, and not where there is none', async () => {
    const { id, serial } = await aCertificate(app.db);
    const { updated_at } = await show(id);
    await update(id, { internal_memo: 'First' });
    expect(await purchaser(serial, ada.id, { updated_at })).toMatchObject({ status: 409 });
    expect(await purchaser('GC-NONE', ada.id)).toMatchObject({ status: 404 });
  });
});

describe('the sales configuration', () => {
  const sales = () => app.ok(giftCertificates.sales, {}, agent);
  const save = (saleConfiguration: object, headers = admin) =>
    app.call(giftCertificates.updateSales, { body: { saleConfiguration } }, headers);

  test('is one percent, set by an admin and read by all staff', async () => {
    expect(await sales()).toMatchObject({ discount: 0 });
    for (const [typed, discount] of [
      [12.5, 12.5],
      ['33.33', 33.33],
      [100, 100],
      ['0', 0],
    ]) {
      expect(await save({ discount: typed })).toMatchObject({ status: 200 });
      expect(await sales()).toMatchObject({ discount });
    }
    expect(await save({ discount: 5 }, agent)).toMatchObject({ status: 403 });
  });

  test.each([[-1], [100.01], ['10%'], ['1.005'], [''], [null], [undefined]])(
    'is refused under discount for %j',
    async (discount) => {
      expect(await save({ discount })).toMatchObject({
        status: 422,
        body: { errors: { discount: [expect.any(String)] } },
      });
    },
  );

  test('is not saved over a newer one', async () => {
    const { updated_at } = await sales();
    await save({ discount: 1, updated_at });
    expect(await save({ discount: 2, updated_at })).toMatchObject({ status: 409 });
    expect(await sales()).toMatchObject({ discount: 1 });
  });
});
