import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aStaffUser } from '../../../test/support/factories.ts';
import {
  WORKED_COMPANY_NOW,
  workedCompany,
  type WorkedCompany,
} from '../../../test/support/worked-company.ts';
import type { HttpCall } from '../../contract/call.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { certificateSummaries } from '../gift-certificates/summary/summary.contract.ts';
import { sumNewestChangedDays } from '../sales/sales-days.queries.ts';
import { teeTimeSummaries } from '../tee-times/summary/summary.contract.ts';
import { home, type AgentFilter } from './home.contract.ts';

const app = testApp({ checkBooks: false });
const ZONE = 'America/Los_Angeles';
const DATE = '2026-11-22';
let company: WorkedCompany;
let agent: HeaderFields;
beforeAll(async () => {
  company = await workedCompany(app.db);
  app.setClock(WORKED_COMPANY_NOW);
  agent = await app.signedIn('agent');
});

const at = (isMonthly: boolean, date = DATE) => ({
  params: { isMonthly: isMonthly ? ('true' as const) : ('false' as const), date },
});
const teeTimes = (isMonthly: boolean, date?: string) =>
  app.ok(teeTimeSummaries.show, at(isMonthly, date), agent);
const certificates = (isMonthly: boolean, date?: string) =>
  app.ok(certificateSummaries.show, at(isMonthly, date), agent);
const board = (agentFilter?: Partial<AgentFilter>, date = DATE) =>
  app.ok(home.agentLeaderboard, { body: { date, ...(agentFilter && { agentFilter }) } }, agent);
const ids = () => {
  const { torrey, aviara, pga } = company.courses;
  return { torrey: torrey.id, aviara: aviara.id, pga: pga.id };
};
const NOTHING_BEFORE = {
  previous_external_booking_count: 0,
  previous_external_round_count: 0,
  previous_external_revenue: 0,
  previous_misc_booking_count: 0,
  previous_misc_round_count: 0,
  previous_misc_revenue: 0,
};
const NO_AVERAGES = { mean: 0, median: 0, mode: 0 };

describe.each(['before its days are summed', 'afterwards'])('the worked company, %s', (when) => {
  beforeAll(async () => {
    if (when === 'afterwards')
      while ((await runTransaction(app.db, (db) => sumNewestChangedDays(db, ZONE))) > 0);
  });

  test('shows its day of tee times', async () => {
    const { torrey, aviara } = ids();
    expect(await teeTimes(false)).toEqual({
      internal_booking_count: 1,
      internal_round_count: 2,
      internal_revenue: 38_000,
      external_booking_count: 1,
      external_round_count: 3,
      external_revenue: 42_000,
      misc_booking_count: 1,
      misc_round_count: 4,
      misc_revenue: 80_000,
      previous_internal_booking_count: 1,
      previous_internal_round_count: 4,
      previous_internal_revenue: 12_000,
      ...NOTHING_BEFORE,
      internal_courses: [{ id: aviara, course_name: 'Aviara', count: 2 }],
      external_courses: [{ id: torrey, course_name: 'Torrey Pines South', count: 3 }],
    });
  });

  test('shows its month of tee times', async () => {
    const { torrey, aviara, pga } = ids();
    expect(await teeTimes(true)).toEqual({
      internal_booking_count: 4,
      internal_round_count: 12,
      internal_revenue: 130_000,
      external_booking_count: 2,
      external_round_count: 5,
      external_revenue: 60_000,
      misc_booking_count: 1,
      misc_round_count: 4,
      misc_revenue: 80_000,
      previous_internal_booking_count: 1,
      previous_internal_round_count: 2,
      previous_internal_revenue: 40_000,
      ...NOTHING_BEFORE,
      internal_courses: [
        { id: aviara, course_name: 'Aviara', count: 4 },
        { id: pga, course_name: 'PGA West Stadium', count: 4 },
        { id: torrey, course_name: 'Torrey Pines South', count: 4 },
      ],
      external_courses: [{ id: torrey, course_name: 'Torrey Pines South', count: 5 }],
    });
  });

  test('shows its day and month of certificates', async () => {
    const { torrey, aviara } = ids();
    expect(await certificates(false)).toEqual({
      sold: 0,
      revenue: 0,
      redeemed: 0,
      previous_sold: 0,
      previous_revenue: 0,
      previous_redeemed: 1,
      averages: NO_AVERAGES,
      previous_averages: NO_AVERAGES,
      courses: [],
      previous_courses: [{ id: torrey, course_name: 'Torrey Pines South', count: 1 }],
    });
    expect(await certificates(true)).toEqual({
      sold: 2,
      revenue: 23_500,
      redeemed: 2,
      previous_sold: 0,
      previous_revenue: 0,
      previous_redeemed: 0,
      averages: { mean: 12_500, median: 12_500, mode: 10_000 },
      previous_averages: NO_AVERAGES,
      courses: [
        { id: aviara, course_name: 'Aviara', count: 1 },
        { id: torrey, course_name: 'Torrey Pines South', count: 1 },
      ],
      previous_courses: [],
    });
  });

  test('shows its leaderboard', async () => {
    expect(await board()).toEqual({
      daily: {
        rounds: { 'Maria Ortega': { rounds: 3 }, 'Ruth Castellano': { rounds: 2 } },
        revenue: { 'Maria Ortega': { revenue: 42_000 }, 'Ruth Castellano': { revenue: 38_000 } },
      },
      monthly: {
        rounds: {
          'Maria Ortega': { rounds: 7 },
          'Claire Dubois': { rounds: 4 },
          'June Park': { rounds: 2 },
          'Ruth Castellano': { rounds: 2 },
        },
        revenue: {
          'Maria Ortega': { revenue: 92_000 },
          'Ruth Castellano': { revenue: 38_000 },
          'June Park': { revenue: 30_000 },
          'Claire Dubois': { revenue: 12_000 },
        },
      },
      boxes: {
        'Maria Ortega': 'sdgr',
        'Ruth Castellano': 'sdgr',
        'June Park': 'psgr',
        'Claire Dubois': 'hotels',
      },
    });
  });

  test.each<[Partial<AgentFilter>, string[]]>([
    [{ sdgr: false, psgr: false }, ['Claire Dubois']],
    [{ sdgr: false, hotels: false }, ['June Park']],
    [{ psgr: false, hotels: false }, ['Maria Ortega', 'Ruth Castellano']],
    [{ sdgr: false, psgr: false, hotels: false }, []],
  ])('with the boxes %j has %j of its month', async (boxes, names) => {
    const { monthly } = await board(boxes);
    expect(Object.keys(monthly.rounds).toSorted()).toEqual(names);
    expect(Object.keys(monthly.revenue).toSorted()).toEqual(names);
  });

  test('shows what each of the last days and months had', async () => {
    const rounds = await app.ok(teeTimeSummaries.trend, at(false), agent);
    expect(rounds).toHaveLength(30);
    expect(rounds.slice(-3)).toEqual([
      { from: '2026-11-20', count: 2 },
      { from: '2026-11-21', count: 4 },
      { from: '2026-11-22', count: 5 },
    ]);
    expect(rounds.find(({ from }) => from === '2026-11-03')).toEqual({ from: '2026-11-03', count: 6 });
    const byMonth = await app.ok(teeTimeSummaries.trend, at(true), agent);
    expect(byMonth).toHaveLength(12);
    expect(byMonth[0]).toEqual({ from: '2025-12-01', count: 0 });
    expect(byMonth.slice(-2)).toEqual([
      { from: '2026-10-01', count: 2 },
      { from: '2026-11-01', count: 17 },
    ]);
    const sold = await app.ok(certificateSummaries.trend, at(false), agent);
    expect(sold.filter(({ count }) => count > 0)).toEqual([
      { from: '2026-11-02', count: 1 },
      { from: '2026-11-20', count: 1 },
    ]);
    const soldByMonth = await app.ok(certificateSummaries.trend, at(true), agent);
    expect(soldByMonth.at(-1)).toEqual({ from: '2026-11-01', count: 2 });
  });
});

test('a day is one of office time, across the midnight and the clock change in between', async () => {
  // The tee time was canceled later, but still counts as a tee time of October 31, without players.
  expect(await teeTimes(false, '2026-10-31')).toMatchObject({ internal_round_count: 0 });
  expect(await teeTimes(true, '2026-10-31')).toMatchObject({ internal_round_count: 2 });
  expect(await teeTimes(false, '2026-11-23')).toMatchObject({
    internal_round_count: 0,
    previous_internal_round_count: 2,
  });
});

test('two of one name are told apart by e-mail, and somebody who came back is one', async () => {
  const { maria, claire } = company.staff;
  const other = await aStaffUser(app.db, { name: 'maria ortega', email: 'other@ric.example' });
  expect(Object.keys((await board()).daily.rounds)).toContain('Maria Ortega (maria@ric.example)');
  await app.db.deleteFrom('staff_users').where('id', '=', other.id).execute();
  const again = await aStaffUser(app.db, { name: claire.name, email: claire.email });
  const { id } = await app.db
    .updateTable('tee_times')
    .set({ staff_user_id: again.id })
    .where('staff_user_id', '=', maria.id)
    .where('source', '=', 'external')
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await board()).monthly.rounds).toMatchObject({
    'Claire Dubois': { rounds: 7 },
    'Maria Ortega': { rounds: 4 },
  });
  // The check box depends on the level at each time: hotels before, SDGR since. The bar has the color of the present level.
  expect((await board()).boxes).toMatchObject({ 'Claire Dubois': 'sdgr' });
  expect((await board({ sdgr: false })).monthly.rounds).toMatchObject({ 'Claire Dubois': { rounds: 4 } });
  await app.db.updateTable('tee_times').set({ staff_user_id: maria.id }).where('id', '=', id).execute();
  await app.db.deleteFrom('staff_users').where('id', '=', again.id).execute();
});

test('a certificate that was given back is not sold', async () => {
  const { second } = company.certificates;
  const refund = (tee_time_id: number | null) =>
    app.db
      .insertInto('ledger_transactions')
      .values({ kind: 'refund', gift_certificate_id: second.id, tee_time_id })
      .execute();
  // A refund of a canceled tee time to its gift certificate is not counted as a refund of the certificate's sale.
  await refund(4);
  expect(await certificates(true)).toMatchObject({ sold: 2 });
  await refund(null);
  expect(await certificates(true)).toMatchObject({
    sold: 1,
    revenue: 10_000,
    averages: { mean: 10_000, median: 10_000, mode: 10_000 },
  });
  const sold = await app.ok(certificateSummaries.trend, at(true), agent);
  expect(sold.at(-1)?.count).toBe(1);
});

const DATED: [string, HttpCall][] = [
  ['tee times', teeTimeSummaries.show],
  ['the trend of tee times', teeTimeSummaries.trend],
  ['certificates', certificateSummaries.show],
  ['the trend of certificates', certificateSummaries.trend],
];
const NO_DAYS = ['2026-12-04', '2027-01-01', '2026-02-30', '1969-12-31', '0001-01-01', 'today'];
describe.each(DATED)('the call for %s', (_, called) => {
  test.each(NO_DAYS)('refuses %s', async (date) => {
    const { status, body } = await app.call(called, { params: { isMonthly: 'false', date } }, agent);
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: { date: [expect.any(String)] } } });
  });

  test('takes today, and says that isMonthly is true or false', async () => {
    const today = { isMonthly: 'true', date: '2026-12-03' };
    expect((await app.call(called, { params: today }, agent)).status).toBe(200);
    const { status, body } = await app.call(called, { params: { ...today, isMonthly: 'maybe' } }, agent);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: { isMonthly: ['must be true or false'] } },
    });
  });

  test('is for staff alone', async () => {
    expect((await app.call(called, { params: { isMonthly: 'true', date: DATE } })).status).toBe(401);
  });
});

describe('the leaderboard', () => {
  test.each([...NO_DAYS, '', null])('refuses the date %s', async (date) => {
    const { status, body } = await app.call(home.agentLeaderboard, { body: { date } }, agent);
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: { date: [expect.any(String)] } } });
  });

  test('refuses a box that is neither on nor off, and nobody signed in', async () => {
    const body = { date: DATE, agentFilter: { sdgr: 'yes' } };
    const refused = await app.call(home.agentLeaderboard, { body }, agent);
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 422,
      body: { errors: { 'agentFilter.sdgr': ['must be true or false'] } },
    });
    expect((await app.call(home.agentLeaderboard, { body: { date: DATE } })).status).toBe(401);
  });
});
