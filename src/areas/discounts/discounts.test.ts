import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { bookTeeTime } from '../../../test/support/bookings.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse, aDiscount } from '../../../test/support/factories.ts';
import { untilLockWait } from '../../../test/support/lock-waits.ts';
import { transactions } from '../transactions/transactions.contract.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { discounts } from './discounts.contract.ts';
import { findDiscountByCode, findTypedDiscount } from './discounts.queries.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
  await aDiscount(app.db, {
    code: 'spring',
    start_date: '2026-03-01',
    end_date: '2026-05-31',
    raw_amount: 1_000,
  });
  await aDiscount(app.db, {
    code: 'FALL',
    start_date: '2026-09-01',
    end_date: '2026-11-30',
    is_dollars: false,
    raw_amount: 1_250,
    raw_min_discount: 500,
    raw_max_discount: 2_000,
    gift_certificate_stack: true,
    enabled: false,
    min_players: 2,
    max_players: 4,
  });
  await aDiscount(app.db, { code: 'Always', raw_amount: 500, min_players: 3 });
});

listsRecords(app, {
  calls: discounts,
  by: 'code',
  byDefault: () => ['spring', 'FALL', 'Always'],
  filters: () => [
    [{ code: 'AL' }, ['Always', 'FALL']],
    [{ code: 'fa ll' }, ['FALL']],
    [{ code: 'al\u2013ways' }, ['Always']],
    [{ code: 'a%' }, []],
    [{ start_date: '2026-03-01' }, ['spring']],
    [{ end_date: '2026-11-30' }, ['FALL']],
    [{ is_dollars: true }, ['spring', 'Always']],
    [{ amount: '12.50' }, ['FALL']],
    [{ min_discount: '$5' }, ['FALL']],
    [{ max_discount: '0' }, ['spring', 'Always']],
    [{ gift_certificate_stack: true }, ['FALL']],
    [{ enabled: false }, ['FALL']],
    [{ min_players: 3 }, ['Always']],
    [{ max_players: 4 }, ['FALL']],
  ],
  sorts: () => [
    ['code', ['Always', 'FALL', 'spring']],
    ['start_date', ['Always', 'spring', 'FALL']],
    ['end_date', ['spring', 'FALL', 'Always']],
    ['is_dollars', ['FALL', 'spring', 'Always']],
    ['amount', ['Always', 'spring', 'FALL']],
    ['min_discount', ['spring', 'Always', 'FALL']],
    ['max_discount', ['spring', 'Always', 'FALL']],
    ['gift_certificate_stack', ['spring', 'Always', 'FALL']],
    ['enabled', ['FALL', 'spring', 'Always']],
    ['min_players', ['spring', 'FALL', 'Always']],
    ['max_players', ['spring', 'Always', 'FALL']],
  ],
});

let made = 0;
testRecordCalls(app, {
  calls: discounts,
  key: 'discount',
  writtenBy: 'admin',
  good: () => ({
    code: `MADE${(made += 1)}`,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    is_dollars: true,
    amount: '25.00',
    min_discount: '0.00',
    max_discount: '0.00',
    gift_certificate_stack: true,
    enabled: true,
    min_players: 0,
    max_players: 4,
    courses: [{ id: course }],
  }),
  shown: () => ({ code: expect.stringMatching(/^MADE/), is_dollars_display: '$', raw_amount: 2_500 }),
  changed: () => ({ is_dollars: false, amount: '15.50', enabled: false, courses: [], max_discount: '40.00' }),
  refused: () => [
    ['code', { code: '' }],
    ['code', { code: 'TWO WORDS' }],
    ['code', { code: 'x'.repeat(51) }],
    ['code', { code: 'Spring' }],
    ['start_date', { start_date: 'soon' }],
    ['end_date', { end_date: '2025-12-31' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '-5' }],
    ['amount', { is_dollars: false, amount: '100.01' }],
    ['min_discount', { min_discount: 'some' }],
    ['max_discount', { min_discount: '10', max_discount: '9.99' }],
    ['min_players', { min_players: -1 }],
    ['max_players', { min_players: 3, max_players: 2 }],
    ['courses', { courses: [{ id: 424_242 }] }],
    ['enabled', { enabled: 'yes' }],
    ['gift_certificate_stack', { gift_certificate_stack: null }],
  ],
});

test('a percent is a percent: "15.50" is 15.5 percent of the charge', async () => {
  const discount = {
    code: 'PERCENT',
    start_date: '2020-01-01',
    end_date: '2040-01-01',
    is_dollars: false,
    amount: '15.50',
  };
  await app.ok(discounts.create, { body: { discount } }, admin);
  const booked = await bookTeeTime(app, agent, { course, discount_code: 'percent' });
  expect(booked.totals).toMatchObject({ discount: 6_386 });
});

test('two people who make the same code at once: one is told under the code', async () => {
  const discount = { code: 'ONCE', start_date: '2020-01-01', end_date: '2040-01-01', amount: '5' };
  const made = await Promise.all(
    ['ONCE', 'once', 'Once'].map((code) =>
      app.call(discounts.create, { body: { discount: { ...discount, code } } }, admin),
    ),
  );
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect(made.find(({ status }) => status === 422)).toMatchObject({
    body: { errors: { code: ['is taken already'] } },
  });
});

test('who waits for one while it is changed gets the courses of its change', async () => {
  const north = (await aCourse(app.db)).id;
  const { id } = await aDiscount(app.db, { code: 'MOVED' });
  await app.db.insertInto('discount_courses').values({ discount_id: id, course_id: course }).execute();
  let found: ReturnType<typeof findDiscountByCode> | undefined;
  await runTransaction(app.db, async (db) => {
    await db.updateTable('discounts').set({ raw_amount: 700 }).where('id', '=', id).execute();
    found = runTransaction(app.db, (other) => findDiscountByCode(other, 'moved'));
    await untilLockWait(app);
    await db
      .updateTable('discount_courses')
      .set({ course_id: north })
      .where('discount_id', '=', id)
      .execute();
  });
  expect(await found).toMatchObject({ raw_amount: 700, course_ids: [north] });
});

test('a code typed with other blanks or dashes is found where only one code is like it', async () => {
  await aDiscount(app.db, { code: 'SAVE10' });
  await aDiscount(app.db, { code: 'Club 20' });
  await aDiscount(app.db, { code: 'club-20' });
  const find = (typed: string) => runTransaction(app.db, (db) => findTypedDiscount(db, typed));
  for (const typed of ['SAVE 10', 'save-10', ' save\u201310 ', 'save10'])
    expect(await find(typed)).toMatchObject({ discount: { code: 'SAVE10' }, isAmbiguous: false });
  // Codes that differ only in blanks or hyphens are never taken for one another.
  expect(await find('CLUB 20')).toMatchObject({ discount: { code: 'Club 20' } });
  expect(await find('Club-20')).toMatchObject({ discount: { code: 'club-20' } });
  expect(await find('club20')).toEqual({ discount: null, isAmbiguous: true });
  for (const typed of ['save 1', 'save_10', '-', ''])
    expect(await find(typed)).toEqual({ discount: null, isAmbiguous: false });

  const booked = await bookTeeTime(app, agent, { course, discount_code: 'save 10' });
  expect(booked.discount).toMatchObject({ code: 'SAVE10' });
});

test('one that was used cannot be deleted, and shows what it was used for, the newest first', async () => {
  const { id, code } = await aDiscount(app.db, { raw_amount: 5_000 });
  const first = await bookTeeTime(app, agent, { course, discount_code: code });
  const second = await bookTeeTime(app, agent, { course, discount_code: code });
  expect(await app.call(discounts.remove, { params: { id } }, admin)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('it is used by 2 tee times. Untick Enabled? instead') },
  });
  const records = await app.ok(transactions.discount, { params: { id } }, admin);
  const item = (transaction_itemable_type: string, transaction_itemable_id: number, total: string) => ({
    transaction_itemable_type,
    transaction_itemable_id,
    total,
  });
  expect(records).toMatchObject(
    [second.id, first.id].map((tee_time) => ({
      total: '362.00',
      transaction_items: [item('TeeTime', tee_time, '412.00'), item('GolfDiscount', id, '-50.00')],
    })),
  );
  expect((await app.call(transactions.discount, { params: { id } }, agent)).status).toBe(403);
  expect((await app.call(transactions.discount, { params: { id: 424_242 } }, admin)).status).toBe(404);
});
