import { beforeAll, describe, expect, it, test } from 'vitest';
import { aPerson } from '../../../test/support/approving.ts';
import { testApp, type Headers } from '../../../test/support/app.ts';
import { aCard, book } from '../../../test/support/bookings.ts';
import {
  aCertificate,
  aClub,
  aCourse,
  aCustomer,
  aDiscount,
  aRate,
  aTeeTime,
} from '../../../test/support/factories.ts';
import { transactions } from '../transactions/transactions.contract.ts';
import { teeTimes, type TeeTime, type TeeTimeRow } from './tee-times.contract.ts';

const app = testApp();
let agent: Headers;
let course: { id: number; course_name: string };
let other: { id: number; course_name: string };
let bob: { id: number };
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = await aCourse(app.db, { course_name: 'Balboa Park', rate_required: true });
  other = await aCourse(app.db, { course_name: 'Torrey Pines' });
  await aRate(app.db, course.id);
  const ann = await aCustomer(app.db, {
    first_name: 'Ann',
    last_name: 'Zeller',
    email: 'ann@list.example',
    primary_phone: '619-555-0001',
  });
  bob = await aCustomer(app.db, { first_name: 'bob', last_name: 'Young', email: 'bob@list.example' });
  const at = (day: number, hour: number) => ({ play_date: `2031-07-0${day}`, play_time: `0${hour}:30` });
  const row = (given: Omit<Parameters<typeof aTeeTime>[1], 'customer_id' | 'course_id'>, isAnn = false) =>
    aTeeTime(app.db, {
      course_id: isAnn ? course.id : other.id,
      customer_id: isAnn ? ann.id : bob.id,
      ...given,
    });
  await row({ ...at(1, 7), confirmation: 'ALPHA_1', agent: 'Zoe', notes: '100% carts', players: 1 }, true);
  await row({ ...at(2, 6), confirmation: 'BETA', agent: 'adam', internal_notes: 'VIP', raw_cost: 12_345 });
  await row({ play_date: '2020-01-01', play_time: '09:00', players: 3, payment_id: 'pay_list' });
  await row({ ...at(2, 6), state: 'cancel_pending', created_at: '2019-03-04T07:59:59Z' });
  await row({ ...at(3, 8), state: 'canceled', created_at: '2019-03-04T08:00:00Z' });
});

const index = (query: Record<string, unknown> = {}) =>
  app.ok(teeTimes.index, { query: { per_page: 100, ...query } } as never, agent);
const count = (filters: Record<string, unknown> = {}, query_type?: 'monthly' | 'daily') =>
  app.ok(teeTimes.count, { query: { filters, ...(query_type && { query_type }) } } as never, agent);
const show = (id: number) => app.ok(teeTimes.show, { params: { id } }, agent);

describe('the list', () => {
  it.each<[string, unknown, (row: TeeTimeRow) => boolean]>([
    ['first_name', 'AN', (row) => row.first_name === 'Ann'],
    ['last_name', 'zell', (row) => row.last_name === 'Zeller'],
    ['email', 'ann@', (row) => row.first_name === 'Ann'],
    ['primary_phone', '0001', (row) => row.first_name === 'Ann'],
    ['status', 'booked', (row) => row.status === 'booked'],
    ['status', 'played', (row) => row.play_date === '2020-01-01'],
    ['status', 'pending', (row) => row.status === 'pending'],
    ['status', 'CANCEL', (row) => row.status === 'canceled'],
    ['status', 'p', (row) => row.status === 'pending' || row.status === 'played'],
    ['created_at', '2019-03-03', (row) => row.status === 'pending'],
    ['created_at', '2019-03-04', (row) => row.status === 'canceled'],
    ['play_date', '2031-07-02', (row) => row.play_date === '2031-07-02'],
    ['play_time', '06:', (row) => row.play_time === '06:30'],
    ['players', '3', (row) => row.players === 3],
    ['paid', '0.00', () => true],
    ['cost', '$123.45', (row) => row.cost === '123.45'],
    ['course_name', 'balboa', (row) => row.course_name === 'Balboa Park'],
    ['course_id', 1, (row) => row.course_id === 1],
    ['customer_id', 2, (row) => row.first_name === 'bob'],
    ['confirmation', 'A_1', (row) => row.confirmation === 'ALPHA_1'],
    ['payment_id', 'pay_l', (row) => row.payment_id === 'pay_list'],
    ['agent', 'zo', (row) => row.agent === 'Zoe'],
    ['notes', '100%', (row) => row.notes !== ''],
    ['internal_notes', 'vip', (row) => row.internal_notes === 'VIP'],
  ])('filtered by %s %s has those rows and no others, and counts them', async (name, typed, matches) => {
    const all = (await index()).map((row) => row.id);
    const found = await index({ filters: { [name]: typed } });
    const expected = (await index()).filter(matches).map((row) => row.id);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.map((row) => row.id)).toEqual(expected);
    expect(await count({ [name]: typed })).toBe(expected.length);
    expect(await count()).toBe(all.length);
  });

  test('filtered by id has that one; an empty filter is none', async () => {
    expect(await index({ filters: { id: 2, last_name: '' } })).toMatchObject([{ id: 2 }]);
    expect(await index({ filters: { last_name: '', notes: null } })).toHaveLength(await count());
    expect(await index({ filters: { status: 'nonsense' } })).toEqual([]);
  });

  const low = (cell: unknown) => (typeof cell === 'string' ? cell.toLowerCase() : cell);
  const SORTS = [
    ...(['first_name', 'last_name', 'status', 'created_at', 'play_date', 'play_time', 'players'] as const),
    ...(['paid', 'cost', 'course_name', 'confirmation', 'agent'] as const),
  ];
  it.each(SORTS)('sorted by %s rises, and falls when told', async (name) => {
    const cell = (row: TeeTimeRow) =>
      name === 'paid' || name === 'cost' ? Number(row[name]) : (low(row[name]) as string | number);
    const isSorted = (rows: TeeTimeRow[]) =>
      rows.every((row, at) => {
        const before = rows[at - 1];
        return before === undefined || cell(before) <= cell(row);
      });
    expect(isSorted(await index({ sort_fields: [name] }))).toBe(true);
    expect(isSorted((await index({ sort_fields: [name], sort_desc: [true] })).reverse())).toBe(true);
  });

  it.each(['payment_id', 'notes', 'internal_notes'] as const)(
    'sorted by %s puts empty ones last',
    async (name) => {
      for (const sort_desc of [[false], [true]]) {
        const cells = (await index({ sort_fields: [name], sort_desc })).map((row) => row[name] === '');
        expect(cells).toEqual([false, ...cells.slice(1).map(() => true)]);
      }
    },
  );

  test('sorted by two columns sorts within the first', async () => {
    const rows = await index({ sort_fields: ['course_name', 'players'], sort_desc: [true, true] });
    expect(rows.map((row) => `${row.course_name} ${row.players}`)).toEqual([
      'Torrey Pines 3',
      'Torrey Pines 2',
      'Torrey Pines 2',
      'Torrey Pines 2',
      'Balboa Park 1',
    ]);
  });

  test('in pages has every row once, newest first unless told otherwise', async () => {
    const whole = await index();
    for (const sort of [{}, { sort_fields: ['players'] }, { sort_fields: ['paid'], sort_desc: [true] }]) {
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(...(await index({ per_page: 2, page, ...sort })));
      expect(pages).toHaveLength(whole.length);
      expect(new Set(pages.map((row) => row.id))).toEqual(new Set(whole.map((row) => row.id)));
    }
    expect(whole.map((row) => row.created_at)).toEqual(
      whole
        .map((row) => row.created_at)
        .sort()
        .reverse(),
    );
    expect(await index({ page: 9 })).toEqual([]);
  });

  test('of this day and month has what was created in it in San Diego', async () => {
    app.setClock('2019-03-04T09:00:00Z');
    const headers = await app.signedIn('agent');
    const created = (query_type: string) =>
      app.call(teeTimes.index, { query: { query_type } }, headers).then(({ body }) => body);
    expect(await created('daily')).toMatchObject([{ status: 'canceled' }]);
    expect(await created('monthly')).toMatchObject([{ status: 'canceled' }, { status: 'pending' }]);
    const counted = await app.call(teeTimes.count, { query: { query_type: 'monthly' } }, headers);
    expect(counted.body).toBe(2);
    // A query may name another day or month.
    app.setClock('2019-05-20T09:00:00Z');
    const later = await app.signedIn('agent');
    const inMarch = { query_type: 'monthly', date: '2019-03-31' };
    expect((await app.call(teeTimes.count, { query: inMarch }, later)).body).toBe(2);
    const onTheDay = { query_type: 'daily', date: '2019-03-04' };
    expect((await app.call(teeTimes.index, { query: onTheDay }, later)).body).toMatchObject([
      { status: 'canceled' },
    ]);
    app.setClock();
  });

  it.each<[string, Record<string, unknown>]>([
    ['filters', { filters: { nothing: 'x' } }],
    ['filters', { filters: { constructor: 'x' } }],
    ['filters', { filters: 'x' }],
    ['sort_fields', { sort_fields: ['nothing'] }],
    ['sort_fields', { sort_fields: ['toString'] }],
    ['play_date', { filters: { play_date: 'soon' } }],
    ['created_at', { filters: { created_at: '2026-13-01' } }],
    ['players', { filters: { players: 'four' } }],
    ['cost', { filters: { cost: 'much' } }],
    ['per_page', { per_page: 501 }],
    ['page', { page: 0 }],
    ['query_type', { query_type: 'yearly' }],
    ['date', { query_type: 'daily', date: '2026-02-30' }],
  ])('refuses under %s: %j', async (field, query) => {
    const { status, body } = await app.call(teeTimes.index, { query }, agent);
    expect({ status, fields: Object.keys((body as { errors: object }).errors) }).toEqual({
      status: 422,
      fields: [field],
    });
  });
});

describe('one tee time', () => {
  test('is shown whole, with its transactions', async () => {
    const discount = await aDiscount(app.db, { gift_certificate_stack: true });
    const certificate = await aCertificate(app.db);
    const club = await aClub(app.db, course.id, { brand: 'Callaway' });
    const { id, payment_id } = await book(app, agent, {
      course: course.id,
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
      course: { id: course.id, course_name: 'Balboa Park' },
      customer: [{ first_name: 'Pat' }],
      golf_discount: { code: discount.code },
      gift_certificate: { serial: certificate.serial },
      rental_clubs: [{ id: club.id, quantity: 2, brand: 'Callaway', raw_charge: 5_000 }],
      transaction_record: { payment_id, total: '402.00', transaction_items: items },
    });
    const body = { id, refund: true, refund_amount: 45_000 };
    await app.ok(teeTimes.cancel, { body } as never, agent);
    const record = await app.ok(transactions.teeTime, { params: { id } }, agent);
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
      expect((await app.call(called, { params: { id: 999 } }, agent)).status).toBe(404);
    expect((await app.call(teeTimes.update, { body: { id: 999, tee_time: {} } }, agent)).status).toBe(404);
    const change = { body: { id: 999, customer_id: bob.id } };
    expect((await app.call(teeTimes.updateCustomer, change, agent)).status).toBe(404);
    const { id } = await aTeeTime(app.db, { customer_id: bob.id, course_id: other.id });
    const toNobody = { body: { id, customer_id: 999_999 } };
    expect((await app.call(teeTimes.updateCustomer, toNobody, agent)).body).toMatchObject({
      errors: { customer_id: ['does not exist'] },
    });
  });
});

describe('changing a tee time', () => {
  const booked = async () => (await book(app, agent, { course: course.id })).id;
  const update = (id: number, tee_time: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
    app.call(teeTimes.update, { body: { id, tee_time, ...rest } }, agent);
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
    const other = await aPerson(app, 'sdgr');
    expect((await app.call(teeTimes.update, body('theirs'), other.headers)).status).toBe(200);
    const stale = (message: RegExp) => ({ status: 409, body: { message: expect.stringMatching(message) } });
    expect(await update(id, { notes: 'mine', updated_at })).toMatchObject(
      stale(new RegExp(`^${other.name} changed this on [^,]+ at [^,]+, after you opened it\\.$`)),
    );
    expect(await app.call(teeTimes.update, body('again'), other.headers)).toMatchObject(
      stale(/^You changed this on [^,]+ at [^,]+, perhaps in another tab, after you opened it\.$/),
    );
    const customer = { body: { id, customer_id: bob.id, updated_at } };
    expect((await app.call(teeTimes.updateCustomer, customer, agent)).status).toBe(409);
    expect(await show(id)).toMatchObject({ notes: 'theirs' });
  });

  test('that is canceled takes notes only', async () => {
    const id = await booked();
    await app.ok(teeTimes.cancel, { body: { id, cancel: true } } as never, agent);
    const round = { players: 2, play_date: '2030-07-01', confirmation: 'X', course: { id: other.id } };
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
      app.call(teeTimes.updateCustomer, { body: { id, customer_id } }, agent);
    expect((await give(bob.id)).status).toBe(200);
    expect((await show(id)).customer).toMatchObject([{ id: bob.id }]);
    await app.ok(teeTimes.cancel, { body: { id, cancel: true } } as never, agent);
    expect((await give(bob.id)).status).toBe(200);
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
