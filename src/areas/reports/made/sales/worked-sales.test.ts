import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../../test/support/app.ts';
import { sheetColumn, formatReportLines, reportSheet } from '../../../../../test/support/read-reports.ts';
import { WORKED_COMPANY_NOW, workedCompany } from '../../../../../test/support/worked-company.ts';
import { reportTables, type ReportQuery } from '../../reports.contract.ts';

const app = testApp({ checkBooks: false });
let admin: HeaderFields;
beforeAll(async () => {
  await workedCompany(app.db);
  app.setClock(WORKED_COMPANY_NOW);
  admin = await app.signedIn('admin');
});

const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };
const OCTOBER = { compare_start_date: '2026-10-01', compare_end_date: '2026-10-31' };

const AGREES = 'Agrees with the ledger: revenue $2,700.00 = card $1,780.00 + on account $920.00.';

describe('6.5 Sales Report', () => {
  const of = (month: number) => app.ok(reportTables.sales_report, { query: { month, year: 2026 } }, admin);

  test('of November', async () => {
    const report = await of(10);
    expect(report.file).toBe('sales_report_2026-11.xlsx');
    const all = reportSheet(report, 'All');
    expect(all.count).toBe(30);
    expect(formatReportLines(all).filter((line) => !/^2026-11-\d\d( \| (0|0\.00))+$/.test(line))).toEqual([
      '2026-11-03 | 2 | 0 | 6 | 820.00 | 130.00 | -50.00 | -100.00 | 0.00 | 0.00 | 800.00 | 0.00',
      '2026-11-04 | 0 | 1 | -3 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | -315.00 | -315.00 | 0.00',
      '2026-11-20 | 1 | 0 | 2 | 210.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 210.00 | 0.00',
      '2026-11-21 | 2 | 0 | 8 | 540.00 | 0.00 | 0.00 | -150.00 | 0.00 | 0.00 | 390.00 | 0.00',
      '2026-11-22 | 3 | 1 | 5 | 1,600.00 | 0.00 | 0.00 | 0.00 | -270.00 | 0.00 | 1,330.00 | 70.00',
      'Total | 8 | 2 | 18 | 3,170.00 | 130.00 | -50.00 | -250.00 | -270.00 | -315.00 | 2,415.00 | 70.00',
    ]);
    const total = (name: string) => formatReportLines(reportSheet(report, name)).at(-1);
    expect(total('Internal')).toBe(
      'Total | 5 | 2 | 9 | 1,740.00 | 130.00 | -50.00 | -250.00 | -270.00 | -315.00 | 985.00 | 70.00',
    );
    expect(total('External')).toBe(
      'Total | 2 | 0 | 5 | 630.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 630.00 | 0.00',
    );
    expect(total('Misc')).toBe(
      'Total | 1 | 0 | 4 | 800.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 800.00 | 0.00',
    );
    expect(all.last).toBe('Agrees with the ledger: revenue $2,415.00 = card $1,810.00 + on account $605.00.');
    const agreement = reportSheet(report, 'Agreement');
    expect(formatReportLines(agreement)).toEqual([
      'Posted in the month | 2,415.00 | 18',
      'Less: posted in the month for tee times created in other months | -315.00 | -3',
      'Plus: posted in other months for tee times created in this one | -30.00 | 0',
      'Home: tee times created in the month | 2,700.00 | 21',
    ]);
    expect(agreement.last).toMatch(/^Agrees with home: /);
  });

  test('of the months around it', async () => {
    const revenue = async (month: number) => reportSheet(await of(month), 'All').totals?.[10];
    expect([await revenue(9), await revenue(11)]).toEqual([715_00, -30_00]);
  });
});

test('6.6 Sales Report 2', async () => {
  const report = await app.ok(reportTables.new_sales_report, { query: NOVEMBER }, admin);
  const sheet = reportSheet(report, 'Courses and agents');
  expect(formatReportLines(sheet)).toEqual([
    'Aviara | Golf Pacific Tours | 1 | 4 | 800.00 | 0.00 | 640.00 | 0.00 | 160.00 | 200.00',
    'Aviara | June Park | 1 | 2 | 300.00 | 100.00 | 320.00 | 0.00 | 80.00 | 200.00',
    'Aviara | Ruth Castellano | 1 | 2 | 380.00 | 0.00 | 0.00 | 0.00 | 380.00 | 190.00',
    'PGA West Stadium | Claire Dubois | 1 | 4 | 120.00 | 0.00 | 0.00 | 0.00 | 120.00 | 30.00',
    'Torrey Pines South | Maria Ortega | 2 | 7 | 920.00 | 80.00 | 560.00 | 90.00 | 350.00 | 142.86',
    'Torrey Pines South | Site | 1 | 2 | 180.00 | 0.00 | 160.00 | 0.00 | 20.00 | 90.00',
    'Total |  | 7 | 21 | 2,700.00 | 180.00 | 1,680.00 | 90.00 | 1,110.00 | 137.14',
  ]);
  expect(sheet.last).toBe(`${AGREES} 1 booking without a rate: its cost is not known`);
  const days = reportSheet(report, 'Days');
  expect(days.count).toBe(30);
  expect(formatReportLines(days)).toEqual(
    expect.arrayContaining([
      '2026-11-03 | 2 | 6 | 800.00 | 100.00 | 640.00 | 90.00 | 170.00 | 150.00',
      '2026-11-20 | 1 | 2 | 180.00 | 0.00 | 160.00 | 0.00 | 20.00 | 90.00',
      '2026-11-21 | 1 | 4 | 120.00 | 80.00 | 0.00 | 0.00 | 200.00 | 50.00',
      '2026-11-22 | 3 | 9 | 1,600.00 | 0.00 | 880.00 | 0.00 | 720.00 | 177.78',
      'Total | 7 | 21 | 2,700.00 | 180.00 | 1,680.00 | 90.00 | 1,110.00 | 137.14',
    ]),
  );
  const account = reportSheet(report, 'On account');
  expect(sheetColumn(account, 'Tee time')).toEqual(['6', '9']);
  expect(sheetColumn(account, '0-30')).toEqual([120_00, 800_00]);
  expect(account.last).toContain('Agrees with the ledger: on account $920.00.');
});

describe('6.7 Revenue Comparison', () => {
  const of = async (date_type: 'Created' | 'Played') => {
    const query = { ...NOVEMBER, ...OCTOBER, date_type };
    return reportSheet(await app.ok(reportTables['revenue-comparison'], { query }, admin), 'Courses');
  };

  test('by day of creation', async () => {
    const sheet = await of('Created');
    expect(sheet.columns.map(({ heading }) => heading).slice(1, 3)).toEqual([
      'Rounds period',
      'Rounds comparison',
    ]);
    expect(formatReportLines(sheet)).toEqual([
      'Aviara | 8 | 2 | 6 | 1,480.00 | 400.00 | 1,080.00 | 270.0 %',
      'PGA West Stadium | 4 | 0 | 4 | 120.00 | 0.00 | 120.00 | new',
      'Torrey Pines South | 9 | 0 | 9 | 1,100.00 | 0.00 | 1,100.00 | new',
      'Total | 21 | 2 | 19 | 2,700.00 | 400.00 | 2,300.00 | 575.0 %',
    ]);
  });

  test('by play date', async () => {
    expect(formatReportLines(await of('Played'))).toEqual([
      'Aviara | 8 | 2 | 6 | 1,480.00 | 400.00 | 1,080.00 | 270.0 %',
      'PGA West Stadium | 4 | 0 | 4 | 120.00 | 0.00 | 120.00 | new',
      'Torrey Pines South | 7 | 0 | 7 | 920.00 | 0.00 | 920.00 | new',
      'Total | 19 | 2 | 17 | 2,520.00 | 400.00 | 2,120.00 | 530.0 %',
    ]);
  });

  const weeks = async (query: ReportQuery<'revenue-comparison'>) =>
    reportSheet(await app.ok(reportTables['revenue-comparison'], { query }, admin), 'Weeks');

  test("by week: seven days each, counted from either period's first", async () => {
    const sheet = await weeks({ ...NOVEMBER, ...OCTOBER, date_type: 'Created' });
    expect(sheet.columns.map(({ heading }) => heading).slice(0, 3)).toEqual([
      'Week',
      'Compared with',
      'Rounds period',
    ]);
    expect(formatReportLines(sheet)).toEqual([
      '2026-11-01 | 2026-10-01 | 6 | 0 | 6 | 800.00 | 0.00 | 800.00 | new',
      '2026-11-08 | 2026-10-08 | 0 | 0 | 0 | 0.00 | 0.00 | 0.00 | ',
      '2026-11-15 | 2026-10-15 | 6 | 2 | 4 | 300.00 | 400.00 | -100.00 | -25.0 %',
      '2026-11-22 | 2026-10-22 | 9 | 0 | 9 | 1,600.00 | 0.00 | 1,600.00 | new',
      '2026-11-29 | 2026-10-29 | 0 | 0 | 0 | 0.00 | 0.00 | 0.00 | ',
      'Total |  | 21 | 2 | 19 | 2,700.00 | 400.00 | 2,300.00 | 575.0 %',
    ]);
    expect(sheet.last).toBe(
      `${AGREES.slice(0, -1)}; before: revenue $400.00 = card $400.00 + on account $0.00.`,
    );
  });

  test('by week, where one period is over before the other', async () => {
    const spans = { start_date: '2026-11-08', end_date: '2026-11-15', compare_start_date: '2026-10-01' };
    const sheet = await weeks({ ...spans, compare_end_date: '2026-10-22', date_type: 'Played' });
    expect(formatReportLines(sheet)).toEqual([
      '2026-11-08 | 2026-10-01 | 6 | 0 | 6 | 800.00 | 0.00 | 800.00 | new',
      '2026-11-15 | 2026-10-08 | 0 | 0 | 0 | 0.00 | 0.00 | 0.00 | ',
      ' | 2026-10-15 | 0 | 2 | -2 | 0.00 | 400.00 | -400.00 | -100.0 %',
      ' | 2026-10-22 | 0 | 0 | 0 | 0.00 | 0.00 | 0.00 | ',
      'Total |  | 6 | 2 | 4 | 800.00 | 400.00 | 400.00 | 100.0 %',
    ]);
  });

  test('of two years names them', async () => {
    const query = { ...NOVEMBER, compare_start_date: '2025-11-01', compare_end_date: '2025-11-30' };
    const report = await app.ok(reportTables['revenue-comparison'], { query }, admin);
    expect(report.file).toBe('revenue-comparison_2026-11-01_2026-11-30_2025-11-01_2025-11-30.xlsx');
    expect(report.sheets[0]?.columns.map(({ heading }) => heading)).toEqual([
      'Course',
      'Rounds 2026',
      'Rounds 2025',
      'Difference',
      'Revenue 2026',
      'Revenue 2025',
      'Difference',
      'Percent',
    ]);
  });
});

test('6.8 Weekly', async () => {
  const report = await app.ok(reportTables.weekly, { query: NOVEMBER }, admin);
  expect(formatReportLines(reportSheet(report, 'Weekly'))).toEqual(
    expect.arrayContaining([
      '2026-11-02 | Torrey Pines South | 1 | 4 | 500.00 | 0.00 | 320.00 | 90.00 | 90.00',
      '2026-11-16 | Torrey Pines South | 2 | 5 | 600.00 | 80.00 | 400.00 | 0.00 | 280.00',
    ]),
  );
  const nothing = '0 | 0 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00';
  expect(formatReportLines(reportSheet(report, 'Weeks'))).toEqual([
    `2026-10-26 | ${nothing}`,
    '2026-11-02 | 2 | 6 | 800.00 | 100.00 | 640.00 | 90.00 | 170.00',
    `2026-11-09 | ${nothing}`,
    '2026-11-16 | 5 | 15 | 1,900.00 | 80.00 | 1,040.00 | 0.00 | 940.00',
    `2026-11-23 | ${nothing}`,
    `2026-11-30 | ${nothing}`,
    'Total | 7 | 21 | 2,700.00 | 180.00 | 1,680.00 | 90.00 | 1,110.00',
  ]);
});
