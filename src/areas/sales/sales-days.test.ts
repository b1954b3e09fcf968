import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { businessNow } from '../../contract/dates.ts';
import {
  WORKED_COMPANY_NOW,
  workedCompany,
  type WorkedCompany,
} from '../../../test/support/worked-company.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { ledgerProblems } from '../reconciling/ledger-check.queries.ts';
import { checkSalesSums, nextDaysToCheck } from './sales-check.steps.ts';
import { sumChangedDays } from './sales-days.job.ts';
import {
  salesSumsSql,
  salesProblems,
  sumNewestChangedDays,
  type SalesGrouping,
} from './sales-days.queries.ts';

const app = testApp({ checkBooks: false });
const ZONE = 'America/Los_Angeles';
const YEAR = { from: '2026-01-01', to: '2026-12-31', zone: ZONE };
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', zone: ZONE };
let company: WorkedCompany;
beforeAll(async () => {
  company = await workedCompany(app.db);
});

const sumAll = async (zone = ZONE) => {
  while ((await runTransaction(app.db, (db) => sumNewestChangedDays(db, zone))) > 0);
};
const total = async (days = NOVEMBER, by: SalesGrouping = 'source') => {
  const { rows } = await sql<Record<string, number>>`
    select sum(bookings)::bigint as bookings, sum(rounds)::bigint as rounds, sum(raw_paid + raw_on_account)::bigint as revenue,
      sum(raw_certificates)::bigint as certificates, sum(raw_counted_cost)::bigint as cost, sum(raw_clubs_cost)::bigint as clubs
    from ${salesSumsSql(days, by)} s`.execute(app.db);
  return rows[0];
};
const waiting = async () => (await sql`table sales_changes`.execute(app.db)).rows.length;
const NOVEMBERS = {
  bookings: 7,
  rounds: 21,
  revenue: 270_000,
  certificates: 18_000,
  cost: 168_000,
  clubs: 9_000,
};

test('the worked company is sound', async () => {
  expect(await ledgerProblems(app.db)).toEqual([]);
});

test('a month has its sums before its days were summed, and the same afterwards', async () => {
  expect(await total()).toEqual(NOVEMBERS);
  expect(await total(NOVEMBER, 'course')).toEqual(NOVEMBERS);
  // The sum by staff user leaves out the bookings of the partner and of the public site.
  expect(await total(NOVEMBER, 'staff_user')).toMatchObject({ rounds: 15, revenue: 172_000 });
  await sumAll();
  expect(await waiting()).toBe(0);
  expect(await total()).toEqual(NOVEMBERS);
  expect(await total(NOVEMBER, 'course')).toEqual(NOVEMBERS);
  expect(await total(NOVEMBER, 'staff_user')).toMatchObject({ rounds: 15, revenue: 172_000 });
  expect(await salesProblems(app.db, YEAR)).toEqual([]);
});

test('a round sums every day that has changed, and ends although others change all the while', async () => {
  await sumAll();
  await sql`insert into sales_changes (created_at)
    select timestamptz '2026-11-20 12:00Z' - days * interval '1 day' from generate_series(0, 99) days`.execute(
    app.db,
  );
  let isOver = false;
  const round = sumChangedDays(app.context, () => false).finally(() => (isOver = true));
  for (const end = Date.now() + 10_000; !isOver && Date.now() < end;)
    await sql`insert into sales_changes (created_at) values ('2026-11-25 12:00Z')`.execute(app.db);
  expect(isOver).toBe(true);
  await round;
  const { rows } = await sql`select distinct created_at from sales_changes`.execute(app.db);
  expect(rows.length).toBeLessThanOrEqual(1);
  await sumAll();
});

test('a tee time made in the last half hour of October, office time, is one of October', async () => {
  const october = { from: '2026-10-31', to: '2026-10-31', zone: ZONE };
  expect(await total(october)).toMatchObject({ bookings: 0, rounds: 0 });
  const { rows } = await sql`select * from ${salesSumsSql(october, 'source')} s`.execute(app.db);
  expect(rows.length).toBe(1);
});

test.each([
  ['players', sql`update tee_times set players = players + 1 where id = 3`, { rounds: 22 }],
  ['the state', sql`update tee_times set state = 'cancel_pending' where id = 3`, { rounds: 22 }],
  ['the state', sql`update tee_times set state = 'canceled' where id = 3`, { rounds: 17, bookings: 6 }],
  ['money', sql`update tee_times set raw_paid = raw_paid - 100 where id = 7`, { revenue: 269_900 }],
])('a change of %s shows at once, and in the sums that follow', async (_, change, shown) => {
  await sumAll();
  await change.execute(app.db);
  expect(await waiting()).toBe(1);
  expect(await total()).toMatchObject(shown);
  expect(await salesProblems(app.db, YEAR)).toEqual([]);
  await sumAll();
  expect(await total()).toMatchObject(shown);
  expect(await salesProblems(app.db, YEAR)).toEqual([]);
});

test('what goes back to a certificate lowers what certificates paid', async () => {
  const before = await total();
  const { rows } = await sql<{ id: number }>`
    insert into ledger_transactions (kind, tee_time_id) values ('refund', 4) returning id`.execute(app.db);
  await sql`insert into ledger_entries (ledger_transaction_id, account, raw_amount, tee_time_id, gift_certificate_id)
    values (${rows[0]?.id}, 'gift_certificate', -2500, 4, ${company.certificates.first.id}), (${rows[0]?.id}, 'tee_time', 2500, 4, null)`.execute(
    app.db,
  );
  expect(await total()).toEqual({ ...before, certificates: 15_500 });
  await sumAll();
  expect(await total()).toEqual({ ...before, certificates: 15_500 });
});

test('what the list shows and nobody sums leaves the sums alone', async () => {
  await sumAll();
  await sql`update tee_times set notes = 'x', confirmation = 'y', play_time = '10:10' where id = 3`.execute(
    app.db,
  );
  expect(await waiting()).toBe(0);
});

test('in another zone every day is summed again', async () => {
  const before = await total();
  const tokyo = { ...NOVEMBER, zone: 'Asia/Tokyo' };
  const there = await total(tokyo);
  // The tee time was created on Oct 31 at 23:30 office time, which is in November there; as a canceled one it has no rounds.
  expect(there).toMatchObject({ bookings: before?.['bookings'] });
  await sumAll('Asia/Tokyo');
  expect(await total(tokyo)).toEqual(there);
  expect(await salesProblems(app.db, { ...YEAR, zone: 'Asia/Tokyo' })).toEqual([]);
  expect(await total()).toEqual(before);
  await sumAll();
  expect(await total()).toEqual(before);
});

test('a wrong sum is found, and named', async () => {
  await sumAll();
  await sql`update sales_days set raw_paid = raw_paid + 1 where summed_by = 'course' and created_on = '2026-11-22' and raw_paid > 0`.execute(
    app.db,
  );
  const problems = await salesProblems(app.db, YEAR);
  expect(problems.length).toBeGreaterThanOrEqual(2);
  expect(problems[0]).toContain('2026-11-22');
});

test('the parts that are compared in turn are all days, none twice', () => {
  const days = { from: '2020-01-01', to: '2026-12-31', zone: ZONE };
  const parts = Array.from({ length: 83 }, (_, i) =>
    nextDaysToCheck(days, new Date(Date.UTC(2026, 10, 22) + i * 600_000)),
  );
  const firsts = new Set(parts.map(({ from }) => from));
  expect(firsts.size).toBe(83);
  expect(parts.map(({ from }) => from).toSorted()[0]).toBe('2020-01-01');
  expect(
    parts
      .map(({ to }) => to)
      .toSorted()
      .at(-1),
  ).toBe('2027-01-16');
});

test('the check that runs by itself finds a wrong sum', async () => {
  app.setClock(WORKED_COMPANY_NOW);
  expect((await checkSalesSums(app.context))[0]).toContain('2026-11-22');
  await sql`update sales_days set raw_paid = raw_paid - 1 where summed_by = 'course' and created_on = '2026-11-22' and raw_paid > 0`.execute(
    app.db,
  );
  expect(await checkSalesSums(app.context)).toEqual([]);
});

test('a booking is added to its day, which is not counted again; what happens to it later is', async () => {
  app.setClock();
  const agent = await app.signedIn('agent');
  const course = await aCourse(app.db);
  await sumAll();
  const changed = async () =>
    (
      await sql<{ tee_time_id: number | null }>`select tee_time_id from sales_changes`.execute(app.db)
    ).rows.map(({ tee_time_id }) => tee_time_id);
  const today = businessNow(new Date(), ZONE).date;
  const days = { from: today, to: today, zone: ZONE };
  // The sums before are subtracted, because the example company may have been created on this day as well.
  const before = await total(days);
  const since = async () => {
    const now = await total(days);
    return ['bookings', 'rounds', 'revenue'].map((name) => (now?.[name] ?? 0) - (before?.[name] ?? 0));
  };
  const onAccount = await bookTeeTime(app, agent, { course: course.id });
  const byCard = await bookTeeTime(app, agent, { course: course.id, credit_card: aCard() });
  expect(await changed()).toEqual([onAccount.id, byCard.id]);
  expect(await since()).toEqual([2, 8, 82_400]);
  expect(await salesProblems(app.db, days)).toEqual([]);
  await sumAll();
  expect(await since()).toEqual([2, 8, 82_400]);
  await app.ok(teeTimes.cancelPlainly, { params: { id: byCard.id } }, agent);
  expect(new Set(await changed())).toEqual(new Set([null]));
  expect(await since()).toEqual([1, 4, 82_400]);
  await sumAll();
  expect(await salesProblems(app.db, days)).toEqual([]);
});
