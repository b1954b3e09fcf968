import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { auditOf } from '../../../test/support/audit-entries.ts';
import { aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { importFile } from './import.steps.ts';
import { teeTimeImport } from './kinds/tee-times.queries.ts';

const app = testApp();
const folder = mkdtempSync(join(tmpdir(), 'ric-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let agent: HeaderFields;
let course: { id: number };
let ann: { id: number };
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = await aCourse(app.db, { course_name: 'Torrey Pines' });
  ann = await aCustomer(app.db, { last_name: 'Lee', email: 'ann@example.com' });
});

const HEADER = 'course,play date,play time,players,customer email,charge,cost,created_at,agent,notes';
let files = 0;
async function run(rows: string[], now = new Date()) {
  const file = join(folder, `${(files += 1)}.csv`);
  writeFileSync(file, [HEADER, ...rows, ''].join('\n'));
  const imported = await importFile(app.database, {
    name: 'tee_times',
    kind: teeTimeImport,
    file,
    write: true,
    map: [],
    ignore: false,
    zone: app.context.settings.businessTimeZone,
    now,
    say: () => undefined,
  });
  const report = readFileSync(file.replace('.csv', '.report.csv'), 'utf8').trim().split('\n').slice(1);
  return { counts: imported?.counts, report };
}
const everyRound = () => app.db.selectFrom('tee_times').selectAll().orderBy('id').execute();
const madeIn = ({ report }: { report: string[] }) => Number(report[0]?.split(',')[2]);

test('is on account, with its ledger, an entry and no letter', async () => {
  const done = await run([
    'torrey pines,5/4/2024,7:42 AM,4,ANN@example.com,"$1,412.00",$800,4/1/2024,Ruth,Walking',
    'Torrey Pines,2024-05-05,13:30:00,2,ann@example.com,100,,,,',
  ]);
  expect(done.counts).toEqual({ good: 2, doubles: 0, refused: 0 });
  const id = madeIn(done);
  expect(await app.ok(teeTimes.show, { params: { id } }, agent)).toMatchObject({
    id,
    play_date: '2024-05-04',
    play_time: '07:42',
    players: 4,
    notes: 'Walking',
    customer: [{ id: ann.id }],
    course: { id: course.id },
  });
  const [first, second] = await everyRound();
  expect(first).toMatchObject({
    state: 'booked',
    source: 'internal',
    agent: 'Ruth',
    is_card: false,
    created_at: '2024-04-01T07:00:00.000000Z',
    raw_charge: 141_200,
    raw_total: 141_200,
    raw_paid: 0,
    raw_cost: 80_000,
    confirmation: 'INTERNAL',
  });
  // A tee time without a known booking date counts as booked on its day of play.
  expect(second).toMatchObject({
    agent: 'Import',
    play_time: '13:30',
    created_at: '2024-05-05T07:00:00.000000Z',
  });
  const posted = await app.db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.ledger_transaction_id', 't.id')
    .select(['t.kind', 't.memo', 't.created_at', 'e.account', 'e.raw_amount'])
    .where('t.tee_time_id', '=', id)
    .orderBy('e.id')
    .execute();
  const each = { kind: 'booking', memo: 'imported', created_at: first?.created_at };
  expect(posted).toEqual([
    { ...each, account: 'on_account', raw_amount: 141_200 },
    { ...each, account: 'tee_time', raw_amount: -141_200 },
  ]);
  expect(await auditOf(app, 'tee_time', id)).toMatchObject([
    { made_by: 'Import', action: 'created', after: { id, play_date: '2024-05-04', raw_charge: 141_200 } },
  ]);
  expect(await app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  await app.expectSoundBooks();
});

describe('a row is refused', () => {
  const NOW = new Date('2026-03-02T06:00:00Z');
  test.each([
    [',2024-05-04,08:00,4,ann@example.com,100,,,,', 'course,is required'],
    ['Nowhere,2024-05-04,08:00,4,ann@example.com,100,,,,', 'course,is no course in RIC'],
    ['Torrey Pines,,08:00,4,ann@example.com,100,,,,', 'play_date,is required'],
    ['Torrey Pines,2024-02-30,08:00,4,ann@example.com,100,,,,', 'play_date,is not a day of the calendar'],
    [
      'Torrey Pines,saturday,08:00,4,ann@example.com,100,,,,',
      'play_date,must be a day like 2024-05-31 or 5/31/2024 (MM/DD/YYYY)',
    ],
    [
      'Torrey Pines,5/4,08:00,4,ann@example.com,100,,,,',
      'play_date,must be a day like 2024-05-31 or 5/31/2024 (MM/DD/YYYY)',
    ],
    [
      'Torrey Pines,Sun 5/4/2024,08:00,4,ann@example.com,100,,,,',
      'play_date,must be a day like 2024-05-31 or 5/31/2024 (MM/DD/YYYY)',
    ],
    ['Total,,,4,,100,,,,', ',is a line of totals: it is left out'],
    // In San Diego it is still March 1.
    [
      'Torrey Pines,2026-03-01,08:00,4,ann@example.com,100,,,,',
      'play_date,must be before today: only rounds that are over are moved in',
    ],
    [
      'Torrey Pines,2024-05-04,0.32,4,ann@example.com,100,,,,',
      'play_time,was shortened by a spreadsheet to a part of a day: format its column as a time like 07:42 there and export it again',
    ],
    [
      'Torrey Pines,45416,08:00,4,ann@example.com,100,,,,',
      'play_date,was shortened by a spreadsheet to a number of days: format its column as a date like 2024-05-31 there and export it again',
    ],
    ['Torrey Pines,2024-05-04,25:00,4,ann@example.com,100,,,,', 'play_time,must be a time like 07:42'],
    ['Torrey Pines,2024-05-04,08:00,0,ann@example.com,100,,,,', 'players,must be at least 1'],
    ['Torrey Pines,2024-05-04,08:00,4,,100,,,,', 'customer_email,is required'],
    [
      'Torrey Pines,2024-05-04,08:00,4,bo@example.com,100,,,,',
      'customer_email,is no Customer in RIC: move customers in first',
    ],
    ['Torrey Pines,2024-05-04,08:00,4,ann@example.com,,,,,', 'charge,You must charge more than $0.'],
    ['Torrey Pines,2024-05-04,08:00,4,ann@example.com,412 USD,,,,', 'charge,must be an amount like 412.00'],
    ['Torrey Pines,2024-05-04,08:00,4,ann@example.com,100,much,,,', 'cost,must be an amount like 412.00'],
    [
      'Torrey Pines,2024-05-04,08:00,4,ann@example.com,100,,2999-01-01,,',
      'created_at,must not be after today',
    ],
    [
      'Torrey Pines,2024-05-04,08:00,4,ann@example.com,100,,,,4242 4242 4242 4242',
      'notes,must not have a card number in it',
    ],
  ])('%s', async (row, says) => {
    const before = await everyRound();
    expect((await run([row], NOW)).report).toEqual([`2,refused,,${says}`]);
    expect(await everyRound()).toEqual(before);
  });
});

test('a round of the same customer at the same course and time is a double', async () => {
  const at = { course_id: course.id, customer_id: ann.id };
  const there = await aTeeTime(app.db, { ...at, play_date: '2023-01-01', play_time: '08:00' });
  const { report } = await run([
    'Torrey Pines,1/1/2023,8:00,2,ann@example.com,50,,,,',
    'Torrey Pines,1/1/2023,8:10,2,ann@example.com,50,,,,',
    'Torrey Pines,1/1/2023,08:10,4,ann@example.com,70,,,,',
  ]);
  expect(report.map((line) => line.split(',')[1])).toEqual(['double', 'made', 'double']);
  expect(report[0]).toContain(`#${there.id}`);
  await app.expectSoundBooks();
});
