import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aStaffUser } from '../../../test/support/factories.ts';
import { sheetColumn, formatReportLines, reportSheet } from '../../../test/support/read-reports.ts';
import {
  WORKED_COMPANY_NOW,
  workedCompany,
  type WorkedCompany,
} from '../../../test/support/worked-company.ts';
import { reportTables } from './reports.contract.ts';

const app = testApp({ checkBooks: false });
let admin: HeaderFields;
let company: WorkedCompany;
beforeAll(async () => {
  company = await workedCompany(app.db);
  app.setClock(WORKED_COMPANY_NOW);
  admin = await app.signedIn('admin');
});

const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };

const AGREES = 'Agrees with the ledger: revenue $2,700.00 = card $1,780.00 + on account $920.00.';

test('a report says whom it is for, when it was run, and the newest booking', async () => {
  const report = await app.ok(reportTables.weekly, { query: NOVEMBER }, admin);
  expect(report).toMatchObject({ title: 'Weekly', file: 'weekly_2026-10-26_2026-12-06.xlsx' });
  expect(report.period).toBe('Oct 26 2026 to Dec 6 2026, by day of creation, office time');
  expect(report.run).toMatch(/^Run by Agent \d+, Dec 3 2026 10:00, newest booking 10 of Nov 22 2026 23:30$/);
});

test('6.1 Rate Sheet', async () => {
  const report = await app.ok(reportTables['rate-sheet'], { query: {} }, admin);
  expect(report.file).toBe('rate-sheet_2026-12-03.xlsx');
  const sheet = reportSheet(report, 'Rate Sheet');
  expect(formatReportLines(sheet)).toEqual([
    '# Aviara, Carlsbad, 760-555-0100',
    'Aviara | Mon Tue Wed Thu Fri | 06:00 – 14:00 | 2026-01-01 | 2026-12-31 | 200.00 | 0.00 | 0.00 | 0.00 | 48 | Weekday | ',
    '# PGA West Stadium, La Quinta, 760-555-0180',
    'PGA West Stadium | Fri Sat Sun H | All day | 2026-10-01 | 2027-05-31 | 120.00 | 0.00 | 90.00 | 30.00 | 72 | Season weekend | Balance is paid at the course',
    '# Torrey Pines South, La Jolla, 858-555-0100',
    'Torrey Pines South | Every day | All day | 2026-11-01 | 2027-03-31 | 100.00 | 5.00 | 0.00 | 25.00 | 24 |  | ',
  ]);
  expect(sheet.last).toBe('3 ranges of 3 courses, rates per player');
  const words = JSON.stringify(report).toLowerCase();
  for (const secret of ['wholesale', 'commission', 'internal']) expect(words).not.toContain(secret);
});

test('6.2 Old Rate Sheet', async () => {
  const report = await app.ok(reportTables['old-rate-sheet'], { query: {} }, admin);
  expect(formatReportLines(reportSheet(report, 'Old Rate Sheet')).slice(0, 2)).toEqual([
    'Aviara | Weekday morning | 2026-01-01 | 2026-12-31 | 06:00 | 14:00 | x | x | x | x | x |  |  |  |  | 200.00',
    'PGA West Stadium | Season weekend | 2026-10-01 | 2027-05-31 |  |  |  |  |  |  | x | x | x |  | x | 120.00',
  ]);
});

describe('6.3 Commission', () => {
  test('of everybody', async () => {
    const report = await app.ok(reportTables.commission, { query: NOVEMBER }, admin);
    expect(report).toMatchObject({ title: 'Commission', period: 'Nov 1 2026 to Nov 30 2026, by play date' });
    const sheet = reportSheet(report, 'Commission');
    const all = formatReportLines(sheet);
    expect(all).toContain(
      'June Park | 2026-11-12 | 08:00 | 4 | Aviara | 2 | 400.00 | 0.00 | API Rate | 5.00 % | 300.00 | 20.00 | 0.00 | 20.00 | 40.00 | played',
    );
    expect(all).toContain(
      'Maria Ortega | 2026-11-10 | 09:10 | 3 | Torrey Pines South | 4 | 420.00 | 0.00 | RIC Rate | $4.00 a player | 500.00 | 16.00 | 10.00 | 26.00 | 0.00 | played',
    );
    expect(all.at(-1)).toBe(
      'Total |  |  |  |  | 19 | 2,540.00 | 0.00 |  |  | 2,520.00 | 100.00 | 10.00 | 110.00 | 120.00 | ',
    );
    expect(sheet.last).toBe(
      'Agrees with the ledger: revenue $2,520.00 = card $1,600.00 + on account $920.00.',
    );
    expect(formatReportLines(reportSheet(report, 'Agents'))).toEqual([
      'Claire Dubois | 1 | 4 | 120.00 | 12.00 | 0.00 | 12.00 | 0.00',
      'Golf Pacific Tours | 1 | 4 | 800.00 | 40.00 | 0.00 | 40.00 | 80.00',
      'June Park | 1 | 2 | 300.00 | 20.00 | 0.00 | 20.00 | 40.00',
      'Maria Ortega | 2 | 7 | 920.00 | 28.00 | 10.00 | 38.00 | 0.00',
      'Ruth Castellano | 1 | 2 | 380.00 | 0.00 | 0.00 | 0.00 | 0.00',
      'Total | 6 | 19 | 2,520.00 | 100.00 | 10.00 | 110.00 | 120.00',
    ]);
  });

  test('of December is not due before it is played, and the site has none', async () => {
    const december = { start_date: '2026-12-01', end_date: '2026-12-31' };
    const report = await app.ok(reportTables.commission, { query: december }, admin);
    expect(formatReportLines(reportSheet(report, 'Commission'))[0]).toBe(
      'Site | 2026-12-05 | 07:42 | 7 | Torrey Pines South | 2 | 210.00 | -30.00 | RIC Rate | $4.00 a player | 180.00 | 0.00 | 0.00 | 0.00 | 0.00 | booked',
    );
  });

  test('of an agent is their own alone', async () => {
    const agent = await app.signedIn('agent');
    const report = await app.ok(reportTables.commission, { query: NOVEMBER }, agent);
    expect(report.title).toMatch(/^Commission of Agent \d+$/);
    expect(reportSheet(report, 'Commission').count).toBe(0);
  });
});

describe('6.4 Accounts Payable Monthly', () => {
  const courses = JSON.stringify([1, 2, 3]);

  test('of what is played', async () => {
    const report = await app.ok(reportTables['ap-monthly'], { query: { ...NOVEMBER, courses } }, admin);
    const sheet = reportSheet(report, 'Accounts Payable');
    const all = formatReportLines(sheet);
    expect(all.filter((line) => line.startsWith('Total'))).toEqual([
      'Total Aviara |  |  |  |  |  | 8 |  | 960.00 | 0.00 | 960.00 | 680.00 | 100.00 | 800.00 | 0.00 | ',
      'Total PGA West Stadium |  |  |  |  |  | 4 |  | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 120.00 | 360.00 | ',
      'Total Torrey Pines South |  |  |  |  |  | 7 |  | 560.00 | 90.00 | 650.00 | 920.00 | 0.00 | 0.00 | 0.00 | ',
      'Total |  |  |  |  |  | 19 |  | 1,520.00 | 90.00 | 1,610.00 | 1,600.00 | 100.00 | 920.00 | 360.00 | ',
    ]);
    expect(all.find((line) => line.includes('| 10 |'))).toMatch(
      /^Aviara \| 2026-11-30 \| 11:00 \| 10 \| Last\d+, First\d+ \| INTERNAL \| 2 \| 0.00 \| 0.00 \| 0.00 \| 0.00 \| 380.00 \| 0.00 \| 0.00 \| 0.00 \| no rate, INTERNAL$/,
    );
    expect(all.find((line) => line.includes('| 3 |'))).toMatch(
      /^Torrey Pines South \| 2026-11-10 \| 09:10 \| 3 \| .* \| 4 \| 80.00 \| 320.00 \| 90.00 \| 410.00 \| 500.00 \| 0.00 \| 0.00 \| 0.00 \| $/,
    );
    expect(sheet.last).toBe(
      'Agrees with the ledger: revenue $2,520.00 = card $1,600.00 + on account $920.00. owed $1,610.00 = wholesale $1,520.00 + clubs $90.00, frozen terms',
    );
    expect(formatReportLines(reportSheet(report, 'Canceled'))).toEqual([
      'Torrey Pines South | 2026-11-07 | 2 | 2026-11-04 | 3 | 240.00 | 0.00 | 0.00',
      'Torrey Pines South | 2026-11-27 | 5 | 2026-11-22 | 4 | 320.00 | 0.00 | 80.00',
      'Total |  |  |  | 7 | 560.00 | 0.00 | 80.00',
    ]);
  });

  test('has of canceled ones those whose play date has come, or with only played switched off all', async () => {
    app.setClock('2026-11-26T18:00:00Z');
    const canceled = async (only_played: 'true' | 'false') => {
      const query = { ...NOVEMBER, courses, only_played };
      const report = await app.ok(reportTables['ap-monthly'], { query }, admin);
      return sheetColumn(reportSheet(report, 'Canceled'), 'Play Date');
    };
    expect(await canceled('true')).toEqual(['2026-11-07']);
    expect(await canceled('false')).toEqual(['2026-11-07', '2026-11-27']);
    app.setClock(WORKED_COMPANY_NOW);
  });

  test('of one course alone, which is named twice', async () => {
    const report = await app.ok(
      reportTables['ap-monthly'],
      { query: { ...NOVEMBER, courses: '[2,2]', only_played: 'false' } },
      admin,
    );
    expect(sheetColumn(reportSheet(report, 'Accounts Payable'), 'Tee time')).toEqual(['4', '9', '10']);
    expect(report.run).toContain('played or not, 1 course ticked');
  });
});

describe('6.9 Gift Certificates', () => {
  test('of November', async () => {
    const query = { startDate: '2026-11-01', endDate: '2026-11-30' };
    const report = await app.ok(reportTables['gift-certs'], { query }, admin);
    expect(formatReportLines(reportSheet(report, 'Sold'))).toEqual([
      'GC-1001 | 2026-11-02 | Pat Purchaser | Rae Recipient | 100.00 | 100.00 | 100.00 | 0.00 | 0.00 | 0.00 | mail to recipient',
      'GC-1002 | 2026-11-20 | Pat Purchaser | Rae Recipient | 150.00 | 135.00 | 80.00 | 0.00 | 0.00 | 70.00 | email',
      'Total |  |  |  | 250.00 | 235.00 | 180.00 | 0.00 | 0.00 | 70.00 | ',
    ]);
    expect(formatReportLines(reportSheet(report, 'Movements'))).toEqual([
      '2026-11-02 | GC-1001 | Sold |  |  | 100.00',
      '2026-11-03 | GC-1001 | Redeemed | 4 | Aviara | -100.00',
      '2026-11-20 | GC-1002 | Sold |  |  | 150.00',
      '2026-11-21 | GC-1002 | Redeemed | 5 | Torrey Pines South | -150.00',
      '2026-11-22 | GC-1002 | Given back | 5 | Torrey Pines South | 70.00',
      'Total |  |  |  |  | 70.00',
    ]);
    const liability = reportSheet(report, 'Liability');
    expect(sheetColumn(liability, 'Amount')).toEqual([0, 250_00, 0, -250_00, 70_00, 0, 70_00, 235_00, 15_00]);
    expect(liability.last).toBe('Agrees with the ledger: closing $70.00 = certificates $70.00.');
  });

  test('of all dates', async () => {
    const report = await app.ok(reportTables['gift-certs'], { query: { allDates: 'true' } }, admin);
    expect(report).toMatchObject({
      file: 'gift-certs_all.xlsx',
      period: 'All dates, by day of posting, office time',
    });
    expect(reportSheet(report, 'Liability').last).toBe(
      'Agrees with the ledger: closing $70.00 = certificates $70.00 = balances $70.00.',
    );
  });
});

test('6.10 Maintenance', async () => {
  const report = await app.ok(reportTables.maintenance, { query: {} }, admin);
  expect(formatReportLines(reportSheet(report, 'Maintenance'))).toEqual([
    'Torrey Pines South | 2026-11-30 | 2026-12-02 | 3 | Greens aerated',
    'PGA West Stadium | 2026-12-23 | 2026-12-26 | 4 | Overseeding',
  ]);
  expect(report.sheets[0]?.last).toBe('2 windows');
});

test('6.11 Tee Time / Customer', async () => {
  const query = { ...NOVEMBER, date_type: 'Created' as const };
  const report = await app.ok(reportTables['tee-time'], { query }, admin);
  const sheet = reportSheet(report, 'Tee times');
  expect(sheet.count).toBe(8);
  const all = formatReportLines(sheet);
  expect(all.find((line) => line.startsWith('5 |'))).toMatch(
    /\| 02134 \| Torrey Pines South \| 2026-11-27 \| 07:30 \| 4 \| 0 \| canceled \| .* \| 0.00 \| 80.00 \| 0.00 \| Maria Ortega \| internal \| 2026-11-21$/,
  );
  expect(all.find((line) => line.startsWith('8 |'))).toMatch(
    /\| 2026-11-28 \| 08:20 \| 3 \| 3 \| played \| .* \| 420.00 \| 0.00 \| 0.00 \| Maria Ortega \| external \| 2026-11-22$/,
  );
  expect(all.at(-1)).toBe(
    'Total |  |  |  |  |  |  |  |  |  | 21 |  |  | 1,780.00 | 180.00 | 920.00 |  |  | ',
  );
  expect(sheet.last).toBe(AGREES);
});

test('agents are named as on home: two of a name by e-mail, and who came back is one', async () => {
  const agents = async () => {
    const report = await app.ok(reportTables.commission, { query: NOVEMBER }, admin);
    return new Set(sheetColumn(reportSheet(report, 'Commission'), 'Agent'));
  };
  const { maria, claire } = company.staff;
  expect(await agents()).toContain(maria.name);
  const other = await aStaffUser(app.db, { name: maria.name.toUpperCase() });
  const again = await aStaffUser(app.db, { name: claire.name, email: claire.email });
  expect(await agents()).toContain(`${maria.name} (${maria.email})`);
  expect(await agents()).toContain(claire.name);
  await app.db.deleteFrom('staff_users').where('id', 'in', [other.id, again.id]).execute();
});
