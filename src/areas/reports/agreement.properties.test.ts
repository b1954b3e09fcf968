import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { randomActs, HISTORY_TIME_ZONE } from '../../../test/support/histories.ts';
import { teeTimeSummaries } from '../tee-times/summary/summary.contract.ts';
import { reportTables, type ShownReport } from './reports.contract.ts';

const app = testApp({ checkBooks: false });
const { prepare, anAct } = randomActs(app);
let admin: HeaderFields;
beforeAll(async () => {
  await prepare();
  admin = await app.signedIn('admin');
});

const YEAR = { start_date: '2026-01-01', end_date: '2026-12-31' };
const PLAYED = { start_date: '2030-01-01', end_date: '2030-12-31' };
const NONE = { compare_start_date: '2020-01-01', compare_end_date: '2020-12-31' };

/** Returns the total of a column of a report's sheet; 0 without rows. */
function total({ sheets }: ShownReport, heading: string, sheet = 0): number {
  const { columns = [], totals } = sheets[sheet] ?? {};
  const at = columns.findIndex((column) => column.heading === heading);
  expect(at, heading).toBeGreaterThan(0);
  return Number(totals?.[at] ?? 0);
}
const agrees = ({ title, sheets }: ShownReport) => {
  for (const { name, last } of sheets) expect(`${title}, ${name}: ${last}`).not.toContain('Does not agree');
};

async function bookOf() {
  const { rows } = await sql<{ card: number; on_account: number; liability: number; balances: number }>`
    select coalesce(sum(raw_amount) filter (where account = 'card' and tee_time_id is not null), 0)::bigint as card,
      coalesce(sum(raw_amount) filter (where account = 'on_account'), 0)::bigint as on_account,
      coalesce(-sum(raw_amount) filter (where account = 'gift_certificate'), 0)::bigint as liability,
      (select coalesce(sum(raw_balance), 0)::bigint from gift_certificates) as balances from ledger_entries`.execute(
    app.db,
  );
  const [book] = rows;
  if (!book) throw new Error('A sum has always a row.');
  return book;
}

/** Checks that the reports agree with each other, with home and with the ledger. */
async function compare(): Promise<void> {
  const { card, on_account, liability, balances } = await bookOf();
  const revenue = card + on_account;
  const courses = JSON.stringify([1, 2, 3, 4]);
  const ask = {
    sales2: await app.ok(reportTables.new_sales_report, { query: YEAR }, admin),
    weekly: await app.ok(reportTables.weekly, { query: YEAR }, admin),
    comparison: await app.ok(
      reportTables['revenue-comparison'],
      { query: { ...YEAR, ...NONE, date_type: 'Created' } },
      admin,
    ),
    list: await app.ok(reportTables['tee-time'], { query: { ...YEAR, date_type: 'Created' } }, admin),
    played: await app.ok(
      reportTables['revenue-comparison'],
      { query: { ...PLAYED, ...NONE, date_type: 'Played' } },
      admin,
    ),
    commission: await app.ok(reportTables.commission, { query: PLAYED }, admin),
    payable: await app.ok(
      reportTables['ap-monthly'],
      { query: { ...PLAYED, courses, only_played: 'false' } },
      admin,
    ),
    certificates: await app.ok(reportTables['gift-certs'], { query: { allDates: 'true' } }, admin),
  };
  Object.values(ask).forEach(agrees);

  // By day of creation, every report shows the revenue of the ledger.
  const named = (report: ShownReport) =>
    report.sheets[0]?.columns.find(({ heading }) => heading.startsWith('Revenue'))?.heading;
  for (const report of [ask.sales2, ask.weekly, ask.comparison])
    expect([report.title, total(report, named(report) ?? '')]).toEqual([report.title, revenue]);
  expect(total(ask.sales2, 'Revenue', 1)).toBe(revenue);
  expect(total(ask.weekly, 'Revenue', 1)).toBe(revenue);
  expect(total(ask.comparison, named(ask.comparison) ?? '', 1)).toBe(revenue);
  expect(total(ask.list, 'Paid') + total(ask.list, 'On account')).toBe(revenue);
  const rounds = total(ask.sales2, 'Rounds');
  expect([total(ask.weekly, 'Rounds'), total(ask.list, 'Rounds')]).toEqual([rounds, rounds]);

  // By play date, the reports differ by the amount that was kept when tee times were canceled.
  const kept = total(ask.payable, 'Revenue', 1);
  expect(total(ask.played, 'Revenue 2030')).toBe(total(ask.commission, 'Revenue') + kept);
  expect(total(ask.commission, 'Revenue')).toBe(
    total(ask.payable, 'Paid') + total(ask.payable, 'On account'),
  );
  expect([0, 1].map((sheet) => total(ask.played, 'Revenue 2030', sheet))).toEqual([revenue, revenue]);

  // By day of posting, these twelve months contain all the data; the Agreement sheet of each month ends with the figures of
  // home.
  const months: ShownReport[] = [];
  for (let month = 0; month < 12; month += 1)
    months.push(await app.ok(reportTables.sales_report, { query: { month, year: 2026 } }, admin));
  months.forEach(agrees);
  const posted = (heading: string) => months.reduce((sum, one) => sum + total(one, heading), 0);
  expect(posted('Revenue')).toBe(revenue);
  expect(posted('Rounds')).toBe(rounds);
  const [, , , redeemed = [], back = []] = ask.certificates.sheets[2]?.rows ?? [];
  expect([posted('Gift certificates'), posted('Back on certificates')]).toEqual([
    Array.isArray(redeemed) && redeemed[1],
    Array.isArray(back) && back[1],
  ]);
  for (const [month, one] of months.entries()) await leadsToHome(month, one);

  expect([total(ask.certificates, 'Balance'), liability]).toEqual([balances, balances]);
}

/** Checks that the last row of a month's Agreement sheet has the figures that home shows for the month. */
async function leadsToHome(month: number, report: ShownReport): Promise<void> {
  const [, , , home = []] = report.sheets.find(({ name }) => name === 'Agreement')?.rows ?? [];
  const last = new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10);
  if (last > '2026-12-03' || !Array.isArray(home)) return;
  const shown = await app.ok(teeTimeSummaries.show, { params: { isMonthly: 'true', date: last } }, admin);
  const sum = (part: 'revenue' | 'round_count') =>
    shown[`internal_${part}`] + shown[`external_${part}`] + shown[`misc_${part}`];
  expect([home[1], home[2]]).toEqual([sum('revenue'), sum('round_count')]);
}

test(
  `after any history all reports agree with each other, with home and with the ledger (${HISTORY_TIME_ZONE})`,
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 1, maxLength: 14 }), async (acts) => {
        // The bookings, sales and refunds of earlier runs are still stored and count as well.
        for (const one of acts) await one();
        await compare();
      }),
      { numRuns: 15, endOnFailure: true },
    ),
  240_000,
);
