import { describe, expect, it, test } from 'vitest';
import { aSignedInUser } from '../../../test/support/approving.ts';
import { aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCertificate, aRentalClub, aDiscount, aTeeTime } from '../../../test/support/factories.ts';
import { listedTeeTimesSetup } from '../../../test/support/listed-tee-times.ts';
import { transactions } from '../transactions/transactions.contract.ts';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';

const { app, at, show } = listedTeeTimesSetup();

describe('one tee time', () => {
  test('is shown whole, with its transactions', async () => {
    const discount = await aDiscount(app.db, { gift_certificate_stack: true });
    const certificate = await aCertificate(app.db);
    const club = await aRentalClub(app.db, at.course.id, { brand: 'Callaway' });
    const { id, payment_id } = await bookTeeTime(app, at.agent, {
      course: at.course.id,
      credit_card: aCard(),
      discount_code: discount.code,
      gift_cert_serial: certificate.serial,
      rental_clubs: [{ id: club.id, quantity: 2 }],
    });
    const items = [
      { transaction_itemable_type: 'TeeTime', transaction_itemable_id: id, total: '512.00' },
      { transaction_itemable_type: 'GolfDiscount', transaction_itemable_id: discount.id, total: '-10.00' },
      {
        transaction_itemable_type: 'GiftCertificate',
        transaction_itemable_id: certificate.id,
        total: '-100.00',
      },
    ];
    expect(await show(id)).toMatchObject({
      status: 'booked',
      is_canceled: false,
      charge: '412.00',
      rental_amount: '100.00',
      discount_amount: '10.00',
      gift_certificate_amount: '100.00',
      total: '402.00',
      paid: '402.00',
      cost: '240.00',
      course: { id: at.course.id, course_name: 'Balboa Park' },
      customer: [{ first_name: 'Pat' }],
      golf_discount: { code: discount.code },
      gift_certificate: { serial: certificate.serial },
      rental_clubs: [{ id: club.id, quantity: 2, brand: 'Callaway', raw_charge: 5_000 }],
      transaction_record: { payment_id, total: '402.00', transaction_items: items },
    });
    const body = { id, refund: true, refund_amount: 45_000 };
    await app.ok(teeTimes.cancel, { body } as never, at.agent);
    const record = await app.ok(transactions.teeTime, { params: { id } }, at.agent);
    expect(record).toMatchObject({ payment_id, total: '0.00' });
    expect(record.transaction_items.map((item) => item.total)).toEqual([
      '512.00',
      '-10.00',
      '-100.00',
      '-450.00',
      '48.00',
    ]);
  });

  test('that is not there is a 404, everywhere', async () => {
    for (const called of [teeTimes.show, transactions.teeTime])
      expect((await app.call(called, { params: { id: 999 } }, at.agent)).status).toBe(404);
    expect((await app.call(teeTimes.update, { body: { id: 999, tee_time: {} } }, at.agent)).status).toBe(404);
    const change = { body: { id: 999, customer_id: at.bob.id } };
    expect((await app.call(teeTimes.updateCustomer, change, at.agent)).status).toBe(404);
    const { id } = await aTeeTime(app.db, { customer_id: at.bob.id, course_id: at.other.id });
    const toNobody = { body: { id, customer_id: 999_999 } };
    expect((await app.call(teeTimes.updateCustomer, toNobody, at.agent)).body).toMatchObject({
      errors: { customer_id: ['does not exist'] },
    });
  });
});

describe('changing a tee time', () => {
  const booked = async () => (await bookTeeTime(app, at.agent, { course: at.course.id })).id;
  const update = (id: number, tee_time: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
    app.call(teeTimes.update, { body: { id, tee_time, ...rest } }, at.agent);
  const fields = ({ body }: { body: unknown }) => Object.keys((body as { errors?: object }).errors ?? {});

  it.each<[string, Record<string, unknown>, Partial<TeeTime>]>([
    ['confirmation', { confirmation: ' NEW-1 ' }, { confirmation: 'NEW-1' }],
    ['play_date', { play_date: '2030-07-01' }, { play_date: '2030-07-01' }],
    ['play_time', { play_time: '10:10' }, { play_time: '10:10' }],
    ['players and with them the cost', { players: 3 }, { players: 3, cost: '180.00', charge: '412.00' }],
    ['notes', { notes: 'Two carts' }, { notes: 'Two carts' }],
    ['notes, emptied', { notes: '' }, { notes: '' }],
    ['internal_notes', { internal_notes: 'VIP' }, { internal_notes: 'VIP' }],
    ['folio', { folio: 'F-1' }, { folio: 'F-1' }],
    ['course', { course: { id: 2 } }, { course: { id: 2, course_name: 'Torrey Pines' } }],
  ])('saves %s', async (_, sent, expected) => {
    const id = await booked();
    expect(await update(id, sent)).toMatchObject({ status: 200, body: { id } });
    expect(await show(id)).toMatchObject(expected);
  });

  test('with its money as it is is fine, with other money is refused under each name', async () => {
    const id = await booked();
    const { charge, total, discount_amount, gift_certificate_amount } = await show(id);
    const same = { charge, total, discount_amount, gift_certificate_amount, notes: 'n' };
    expect((await update(id, same, { gift_certificate: {}, discount: null })).status).toBe(200);
    const money = { charge: '1', total: '1', discount_amount: '1', gift_certificate_amount: '1' };
    const refused = await update(id, money, { gift_certificate: { id: 1 }, discount: { id: 1 } });
    expect(refused.status).toBe(422);
    expect(fields(refused).sort()).toEqual([
      'charge',
      'discount',
      'discount_amount',
      'gift_certificate',
      'gift_certificate_amount',
      'total',
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['confirmation', { confirmation: '' }],
    ['confirmation', { confirmation: 'x'.repeat(61) }],
    ['play_date', { play_date: '2020-01-01' }],
    ['play_date', { play_date: 'soon' }],
    ['play_time', { play_time: '7:42' }],
    ['players', { players: 0 }],
    ['notes', { notes: 'x'.repeat(5_001) }],
    ['course', { course: { id: 999 } }],
    ['golf_rate', { play_date: '2041-01-01' }],
  ])('refuses under %s, no. %#', async (field, sent) => {
    const id = await booked();
    const answered = await update(id, sent);
    expect({ status: answered.status, fields: fields(answered) }).toEqual({ status: 422, fields: [field] });
  });

  test('that was changed since is a 409 that names who did it, or says that it was oneself', async () => {
    const id = await booked();
    const { updated_at } = await show(id);
    const body = (notes: string) => ({ body: { id, tee_time: { notes, updated_at } } });
    const other = await aSignedInUser(app, 'sdgr');
    expect((await app.call(teeTimes.update, body('theirs'), other.headers)).status).toBe(200);
    const stale = (message: RegExp) => ({ status: 409, body: { message: expect.stringMatching(message) } });
    expect(await update(id, { notes: 'mine', updated_at })).toMatchObject(
      stale(new RegExp(`^${other.name} changed this on [^,]+ at [^,]+, after you opened it\\.$`)),
    );
    expect(await app.call(teeTimes.update, body('again'), other.headers)).toMatchObject(
      stale(/^You changed this on [^,]+ at [^,]+, perhaps in another tab, after you opened it\.$/),
    );
    const customer = { body: { id, customer_id: at.bob.id, updated_at } };
    expect((await app.call(teeTimes.updateCustomer, customer, at.agent)).status).toBe(409);
    expect(await show(id)).toMatchObject({ notes: 'theirs' });
  });

  test('that is canceled takes notes only', async () => {
    const id = await booked();
    await app.ok(teeTimes.cancel, { body: { id, cancel: true } } as never, at.agent);
    const round = { players: 2, play_date: '2030-07-01', confirmation: 'X', course: { id: at.other.id } };
    const refused = await update(id, round);
    expect({ status: refused.status, fields: fields(refused).sort() }).toEqual({
      status: 422,
      fields: ['confirmation', 'course', 'play_date', 'players'],
    });
    expect((await update(id, { notes: 'a', internal_notes: 'b', folio: 'c' })).status).toBe(200);
  });

  test('gives it to another customer, of those who may book, also when it is canceled', async () => {
    const id = await booked();
    const give = (customer_id: number) =>
      app.call(teeTimes.updateCustomer, { body: { id, customer_id } }, at.agent);
    expect((await give(at.bob.id)).status).toBe(200);
    expect((await show(id)).customer).toMatchObject([{ id: at.bob.id }]);
    await app.ok(teeTimes.cancel, { body: { id, cancel: true } } as never, at.agent);
    expect((await give(at.bob.id)).status).toBe(200);
    const refused = await give(999);
    expect({ status: refused.status, fields: fields(refused) }).toEqual({
      status: 422,
      fields: ['customer_id'],
    });
  });

  test('is written down with who did it', async () => {
    const id = await booked();
    await update(id, { notes: 'new' });
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'made_by', 'address', 'before', 'after'])
      .where('subject_id', '=', id)
      .where('action', '=', 'edited')
      .execute();
    expect(entries).toEqual([
      {
        action: 'edited',
        made_by: expect.stringMatching(/^Agent/),
        address: '127.0.0.1',
        before: { notes: '' },
        after: { notes: 'new' },
      },
    ]);
  });
});
