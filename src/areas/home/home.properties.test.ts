import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import {
  anyHistoryDay,
  HISTORY_DAYS,
  randomActs,
  HISTORY_TIME_ZONE,
} from '../../../test/support/histories.ts';
import {
  homeCertificateCard,
  homeLeaderboard,
  recountHomeFigures,
  roundsInPeriod,
  certificatesSoldInPeriod,
  homeTeeTimeCard,
} from '../../../test/support/recounted-home.ts';
import { addDays } from '../../contract/dates.ts';
import { certificateSummaries } from '../gift-certificates/summary/summary.contract.ts';
import { salesProblems } from '../sales/sales-days.queries.ts';
import { teeTimeSummaries } from '../tee-times/summary/summary.contract.ts';
import { home } from './home.contract.ts';

const app = testApp({ checkBooks: false });
const { prepare, anAct, actEachDay } = randomActs(app);
let agent: HeaderFields;
beforeAll(async () => {
  agent = await prepare();
});

const monthOf = (date: string) => date.slice(0, 7);
const before = (date: string) => ({
  day: addDays(date, -1),
  month: monthOf(addDays(`${monthOf(date)}-01`, -1)),
});

/** Compares every figure that the home screen shows for a day with an independent recount. */
async function compare(date: string): Promise<void> {
  const world = await recountHomeFigures(app.db, HISTORY_TIME_ZONE);
  for (const isMonthly of [false, true]) {
    const params = { isMonthly: isMonthly ? ('true' as const) : ('false' as const), date };
    const periods = isMonthly
      ? ([monthOf(date), before(date).month] as const)
      : ([date, before(date).day] as const);
    const inPeriod = (from: string) => (isMonthly ? monthOf(from) : from);
    expect(await app.ok(teeTimeSummaries.show, { params }, agent)).toEqual(
      homeTeeTimeCard(world, ...periods),
    );
    expect(await app.ok(certificateSummaries.show, { params }, agent)).toEqual(
      homeCertificateCard(world, ...periods),
    );
    for (const { from, count } of await app.ok(teeTimeSummaries.trend, { params }, agent))
      expect([from, count]).toEqual([from, roundsInPeriod(world, inPeriod(from))]);
    for (const { from, count } of await app.ok(certificateSummaries.trend, { params }, agent))
      expect([from, count]).toEqual([from, certificatesSoldInPeriod(world, inPeriod(from))]);
  }
  const all = { sdgr: true, psgr: true, hotels: true };
  const board = (agentFilter: typeof all) =>
    app.ok(home.agentLeaderboard, { body: { date, agentFilter } }, agent);
  expect(await board(all)).toEqual(homeLeaderboard(world, date, ['admin', 'sdgr', 'psgr', 'hotels']));
  expect(await board({ ...all, psgr: false, hotels: false })).toEqual(
    homeLeaderboard(world, date, ['admin', 'sdgr']),
  );
}

test(
  'after any bookings, edits, cancellations, refunds and certificates every figure is the recount’s',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anAct, { minLength: 1, maxLength: 14 }),
        fc.uniqueArray(anyHistoryDay, { minLength: 2, maxLength: 3 }),
        async (acts, days) => {
          // The data of earlier test cases is still stored and counts as well.
          for (const one of acts) await one();
          for (const day of days) await compare(day);
          expect(
            await salesProblems(app.db, { from: '2026-02-01', to: '2026-12-03', zone: HISTORY_TIME_ZONE }),
          ).toEqual([]);
        },
      ),
      { numRuns: 40, endOnFailure: true },
    ),
  120_000,
);

test('and each of the days is right at the end, with something on every one of them', async () => {
  await actEachDay();
  const world = await recountHomeFigures(app.db, HISTORY_TIME_ZONE);
  expect(new Set(world.sales.map(({ day }) => day)).size).toBeGreaterThanOrEqual(HISTORY_DAYS.length);
  expect(world.sales.some(({ isRedeemed }) => isRedeemed)).toBe(true);
  expect(world.sales.some(({ bookings }) => bookings === 0)).toBe(true);
  for (const day of HISTORY_DAYS) await compare(day);
});
