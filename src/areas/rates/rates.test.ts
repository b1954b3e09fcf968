import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse, aRate } from '../../../test/support/factories.ts';
import { rates } from './rates.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
let south: { id: number; course_name: string };
let north: { id: number; course_name: string };
let holiday: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  south = await aCourse(app.db, { course_name: 'South' });
  north = await aCourse(app.db, { course_name: 'North' });
  const closed = await aCourse(app.db, { course_name: 'Closed', inactive: true });
  await aRate(
    app.db,
    south.id,
    { raw_rate: 8_900, internal_memo: 'A weekday' },
    { start: '2026-01-01', end: '2031-12-31', rate_days: ['Mon', 'Tue'] },
  );
  await aRate(
    app.db,
    north.id,
    { raw_rate: 12_000, internal_memo: 'b twilight', type: 'ApiGolfRate' },
    {
      start: '2027-06-01',
      end: '2031-12-31',
      time_start: '14:00',
      time_end: '18:00',
      rate_days: ['Sat', 'Sun', 'H'],
    },
  );
  await aRate(
    app.db,
    south.id,
    { raw_rate: 5_000, internal_memo: 'C archived', archived: true },
    { start: '2025-01-01' },
  );
  await aRate(
    app.db,
    south.id,
    { raw_rate: 6_000, internal_memo: 'd disabled', disabled: true },
    { start: '2024-01-01' },
  );
  await aRate(
    app.db,
    north.id,
    { raw_rate: 7_000, internal_memo: 'E over' },
    { start: '2020-01-01', end: '2020-12-31' },
  );
  await aRate(app.db, closed.id, { raw_rate: 7_500, internal_memo: 'f inactive' }, { start: '2023-01-01' });
  holiday = (
    await app.db
      .insertInto('holidays')
      .values({ name: 'Thanksgiving', start_date: '2027-11-25', end_date: '2027-11-26' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  await app.db
    .insertInto('holiday_courses')
    .values([south, north].map(({ id }) => ({ holiday_id: holiday, course_id: id })))
    .execute();
});

const memos = ['A weekday', 'b twilight', 'C archived', 'd disabled', 'E over', 'f inactive'];
listsRecords(app, {
  calls: rates,
  by: 'internal_memo',
  byDefault: () => ['b twilight', 'A weekday', 'C archived', 'd disabled', 'f inactive', 'E over'],
  filters: () => [
    [{ course_name: 'OUT' }, ['A weekday', 'C archived', 'd disabled']],
    [{ course_id: north.id }, ['b twilight', 'E over']],
    [{ days: 'sun h' }, ['b twilight']],
    [{ days: 'Saturday' }, memos.filter((memo) => memo !== 'A weekday')],
    [{ days: 'Sat Sun H' }, ['b twilight']],
    [{ days: 'm' }, []],
    [{ times: '14:00' }, ['b twilight']],
    [{ times: '2 pm' }, ['b twilight']],
    [{ times: '3:30 p.m.' }, ['b twilight']],
    [{ times: '18' }, ['b twilight']],
    [{ times: '6:01 pm' }, []],
    [{ times: '14:00 - 18:00' }, ['b twilight']],
    [{ times: 'all day' }, memos.filter((memo) => memo !== 'b twilight')],
    [{ dates: '2020-07-01' }, ['E over']],
    [{ rate: '$89.00' }, ['A weekday']],
    [{ disabled: true }, ['d disabled']],
    [{ archived: false, disabled: false }, ['A weekday', 'b twilight', 'E over', 'f inactive']],
    [{ internal_memo: 'ARCH' }, ['C archived']],
    [{ type: 'ApiGolfRate' }, ['b twilight']],
    [{ holiday_id: holiday }, ['b twilight']],
  ],
  sorts: () => [
    ['course_name', ['f inactive', 'b twilight', 'E over', 'A weekday', 'C archived', 'd disabled']],
    ['dates', ['E over', 'f inactive', 'd disabled', 'C archived', 'A weekday', 'b twilight']],
    ['rate', ['C archived', 'd disabled', 'E over', 'f inactive', 'A weekday', 'b twilight']],
    ['internal_memo', memos],
    ['disabled', ['A weekday', 'b twilight', 'C archived', 'E over', 'f inactive', 'd disabled']],
    ['archived', ['A weekday', 'b twilight', 'd disabled', 'E over', 'f inactive', 'C archived']],
    ['type', ['b twilight', 'A weekday', 'C archived', 'd disabled', 'E over', 'f inactive']],
    ['times', ['A weekday', 'C archived', 'd disabled', 'E over', 'f inactive', 'b twilight']],
    ['days', ['A weekday', 'C archived', 'd disabled', 'E over', 'f inactive', 'b twilight']],
  ],
});

test('the live pair has what is neither disabled nor archived at a course that is not inactive', async () => {
  const live = await app.ok(rates.indexLive, { query: {} }, agent);
  expect(live.map((rate) => rate.internal_memo)).toEqual(['b twilight', 'A weekday', 'E over']);
  expect(live[0]).toMatchObject({
    days: 'Sat Sun H',
    times: '14:00 – 18:00',
    dates: '2027-06-01 – 2031-12-31',
    humanized_type: 'API Rate',
  });
  expect(await app.ok(rates.countLive, { query: {} }, agent)).toBe(3);
  const filters = { course_id: south.id };
  expect(await app.ok(rates.countLive, { query: { filters } }, agent)).toBe(1);
  expect(await app.ok(rates.indexLive, { query: { filters: { archived: true } } }, agent)).toEqual([]);
  const bare = await app.ok(rates.create, { body: { rate: { course: south, rate: '1.00' } } }, admin);
  expect(await app.ok(rates.countLive, { query: { filters } }, agent)).toBe(2);
  await app.ok(rates.remove, { params: { id: bare.id } }, admin);
});

test('-1 asks for all rows', async () => {
  expect(await app.ok(rates.index, { query: { per_page: -1 } }, agent)).toHaveLength(6);
});

testRecordCalls(app, {
  calls: rates,
  key: 'rate',
  writtenBy: 'admin',
  good: () => ({
    course: { id: south.id },
    type: 'ApiGolfRate',
    rate: '119.00',
    deposit: '20.00',
    service_fee: '5.00',
    wholesale_rate: '90.50',
    max_refund: '100.00',
    non_refundable: '10.00',
    course_balance: '15.00',
    cancel_hours: 48,
    max_advance_days: 90,
    commission: '7.50',
    is_commission_dollars: true,
    golfswitch_commission: '12.25',
    is_golfswitch_commission_dollars: false,
    is_dynamic: true,
    is_dynamic_greater: true,
    disabled: true,
    archived: false,
    internal_memo: 'Careful',
    external_memo: 'Cart included',
    rate_sheet_note: 'Weekdays',
  }),
  shown: () => ({
    course: south,
    raw_rate: 11_900,
    humanized_type: 'API Rate',
    rate_date_ranges: [],
    warnings: [],
  }),
  changed: () => ({
    type: 'RicGolfRate',
    rate: '99.99',
    course: north,
    archived: true,
    is_commission_dollars: false,
  }),
  refused: () => [
    ['course', { course: { id: null } }],
    ['course', { course: { id: 424_242 } }],
    ['type', { type: 'Other' }],
    ['rate', { rate: '' }],
    ['rate', { rate: undefined }],
    ['deposit', { deposit: '-1' }],
    ['service_fee', { service_fee: 'x' }],
    ['wholesale_rate', { wholesale_rate: '1.001' }],
    ['max_refund', { max_refund: '-0.01' }],
    ['non_refundable', { non_refundable: 'all' }],
    ['course_balance', { course_balance: null }],
    ['cancel_hours', { cancel_hours: -1 }],
    ['max_advance_days', { max_advance_days: 1.5 }],
    ['commission', { commission: '100.01', is_commission_dollars: false }],
    ['golfswitch_commission', { golfswitch_commission: '200', is_golfswitch_commission_dollars: false }],
    ['is_commission_dollars', { is_commission_dollars: 'yes' }],
    ['is_golfswitch_commission_dollars', { is_golfswitch_commission_dollars: 0 }],
    ['is_dynamic', { is_dynamic: '' }],
    ['is_dynamic_greater', { is_dynamic_greater: 'no' }],
    ['disabled', { disabled: 'no' }],
    ['archived', { archived: 1 }],
    ['internal_memo', { internal_memo: 'x'.repeat(2001) }],
    ['external_memo', { external_memo: 7 }],
    ['rate_sheet_note', { rate_sheet_note: 'x'.repeat(2001) }],
  ],
});

test('a new rate has the defaults of the specification', async () => {
  const { id } = await app.ok(
    rates.create,
    { body: { rate: { course: { id: south.id }, rate: 50 } } },
    admin,
  );
  expect(await app.ok(rates.show, { params: { id } }, agent)).toMatchObject({
    type: 'RicGolfRate',
    rate: '50.00',
    cancel_hours: 0,
    max_advance_days: 0,
    is_commission_dollars: true,
    is_golfswitch_commission_dollars: false,
    archived: false,
    disabled: false,
  });
});

test('filters and sorts that the list has not, or cannot read, are refused', async () => {
  const refused: [object, string][] = [
    [{ filters: { deposit: '1' } }, 'filters'],
    [{ filters: { dates: 'soon' } }, 'dates'],
    [{ filters: { rate: 'cheap' } }, 'rate'],
    [{ filters: { archived: 'perhaps' } }, 'archived'],
    [{ filters: { holiday_id: 'x' } }, 'holiday_id'],
  ];
  for (const [query, field] of refused) {
    for (const called of [rates.index, rates.count, rates.indexLive, rates.countLive]) {
      const { status, body } = await app.call(called, { query }, agent);
      expect({ field, status, body }).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.stringMatching(/\w \w/)] } },
      });
    }
  }
  for (const called of [rates.index, rates.indexLive]) {
    const { status } = await app.call(called, { query: { sort_fields: ['deposit'] } }, agent);
    expect(status).toBe(422);
  }
});

test('a holiday finds only what has H on one of its days at one of its courses', async () => {
  const found = async (range: object, at = north.id) => {
    const { id } = await aRate(app.db, at, {}, { rate_days: ['Mon', 'H'], ...range });
    const filters = { holiday_id: holiday, archived: false };
    const rows = await app.ok(rates.index, { query: { filters, per_page: -1 } }, agent);
    await app.ok(rates.remove, { params: { id } }, admin);
    return rows.some((row) => row.id === id);
  };
  const elsewhere = (await aCourse(app.db)).id;
  expect(await found({})).toBe(true);
  expect(await found({ start: '2027-11-26', end: '2027-12-31' })).toBe(true);
  expect(await found({ start: '2027-01-01', end: '2027-11-25' })).toBe(true);
  expect(await found({ start: '2027-11-27', end: '2027-12-31' })).toBe(false);
  expect(await found({ start: '2027-01-01', end: '2027-11-24' })).toBe(false);
  expect(await found({ rate_days: ['Thu', 'M'] })).toBe(false);
  expect(await found({}, elsewhere)).toBe(false);
});
