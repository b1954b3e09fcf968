import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorkbookBytes, testColumn, buildTestSheet } from '../../src/server/workbook/sheets.testing.ts';
import type { SheetRow } from '../../src/server/workbook/workbook.ts';
import { ZipArchive } from '../../src/server/workbook/archive.ts';
import { convertWorkbooks, isProgramInstalled, overlappingWords, pdfPages, type PdfPage } from './printed.ts';
import { testApp, callUrl } from '../support/app.ts';
import { sheetsBySheetJs } from '../support/workbooks.ts';
import { WORKED_COMPANY_NOW, workedCompany } from '../support/worked-company.ts';
import { REPORT_NAMES, REPORT_CALLS, type ReportName } from '../../src/areas/reports/reports.contract.ts';

// `KEEP=folder npm run faults reports` keeps the workbooks in that folder.
const folder = process.env['KEEP'] ?? mkdtempSync(join(tmpdir(), 'ric-workbooks-'));
afterAll(() => {
  if (!process.env['KEEP']) rmSync(folder, { recursive: true, force: true });
});
const columns = [
  testColumn('Course', 'text'),
  testColumn('Day', 'date'),
  testColumn('Time', 'time'),
  testColumn('Rounds', 'number', 'sum'),
  testColumn('Revenue', 'money', 'sum'),
  testColumn('Before', 'money', 'sum'),
  testColumn('Average', 'money', { over: ['Revenue'], under: 'Rounds' }),
  testColumn('Percent', 'percent', { over: ['Revenue'], minus: ['Before'], under: 'Before', none: 'new' }),
];
const LONG = `${'Carts stay on the paths until the greens are dry again, '.repeat(5)}please.`;
const ASKED: Partial<Record<ReportName, object>> = {
  'ap-monthly': { courses: '[1,2,3]' },
  sales_report: { month: 10, year: 2026 },
  'revenue-comparison': { compare_start_date: '2026-10-01', compare_end_date: '2026-10-31' },
  'gift-certs': { startDate: '2026-11-01', endDate: '2026-11-30' },
};
const FILES = [...REPORT_NAMES, 'many'];
const spaced = (text: string) => text.replaceAll(/\s/g, '');
const textOf = ({ words }: PdfPage) => spaced(words.map(({ text }) => text).join(''));
const headingsOf = (sheet: ReturnType<typeof sheetsBySheetJs>[string]) =>
  Object.entries(sheet).flatMap(([place, cell]) =>
    /^[A-Z]+4$/.test(place) ? [spaced(String(cell?.v))] : [],
  );
const COURSES = ['Aviara', 'PGA West Stadium', '=Torrey Pines South', 'Maderas 😀 <&>'];
const rows = COURSES.flatMap((course, at): SheetRow[] => [
  { section: `${course}, Carlsbad` },
  ...Array.from({ length: 12 + at }, (_, n): SheetRow => [
    course,
    `2026-11-${String(n + 1).padStart(2, '0')}`,
    '07:42',
    n % 5,
    12_345 - n * 2000,
    at * 997,
    null,
    null,
  ]),
  { subtotal: `Total ${course}` },
]);

describe.skipIf(!isProgramInstalled('soffice'))('LibreOffice', () => {
  test('opens a workbook, and reckons the totals that stand in it', { timeout: 180_000 }, async () => {
    writeFileSync(
      join(folder, 'month.xlsx'),
      await testWorkbookBytes(buildTestSheet(columns, rows), buildTestSheet(columns, [], { name: 'None' })),
    );
    const read = readFileSync(
      convertWorkbooks(
        folder,
        ['month'],
        'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false',
      )[0]!,
      'utf8',
    );
    const lines = read.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
    const data = rows.filter((row): row is (string | number | null)[] => Array.isArray(row));
    const sum = (of: typeof data, at: number) => of.reduce((all, row) => all + Number(row[at]), 0);
    const shown = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const totalOf = (label: string) => lines.find(([first]) => first === label)?.slice(3, 7);
    const wanted = (of: typeof data) => [
      String(sum(of, 3)),
      shown(sum(of, 4)),
      shown(sum(of, 5)),
      shown(Math.floor(sum(of, 4) / sum(of, 3) + 0.5)),
    ];
    expect(totalOf('Total')).toEqual(wanted(data));
    for (const course of COURSES)
      expect(totalOf(`Total ${course}`)).toEqual(wanted(data.filter(([first]) => first === course)));
    expect(lines[5]?.slice(0, 3)).toEqual(['Aviara', 'Nov 1 2026', '07:42']);
    expect(read).not.toMatch(/#(REF|VALUE|NAME|DIV)/);
  });
});

describe.skipIf(!isProgramInstalled('soffice') || !isProgramInstalled('pdftotext'))('on paper', () => {
  const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };
  const app = testApp({ checkBooks: false });
  // Fills the demonstration company, with texts as long as people write them.
  beforeAll(async () => {
    await workedCompany(app.db);
    app.setClock(WORKED_COMPANY_NOW);
    await sql`update rates set external_memo = ${LONG}`.execute(app.db);
    await sql`update maintenances set description = ${LONG}`.execute(app.db);
    const admin = await app.signedIn('admin');
    for (const name of REPORT_NAMES) {
      const query = { ...NOVEMBER, ...ASKED[name] };
      const { rawPayload } = await app.server.inject({
        url: callUrl(REPORT_CALLS[name].file, { query }),
        headers: admin,
      });
      writeFileSync(join(folder, `${name}.xlsx`), rawPayload);
    }
    const many = Array.from({ length: 4 }, () => rows).flat();
    writeFileSync(join(folder, 'many.xlsx'), await testWorkbookBytes(buildTestSheet(columns, many)));
    convertWorkbooks(folder, FILES, 'pdf');
  }, 300_000);

  test.each(FILES)('%s is whole: wide pages, their headings on each, and nothing cut', (name) => {
    const pages = pdfPages(join(folder, `${name}.pdf`));
    const sheets = Object.values(sheetsBySheetJs(readFileSync(join(folder, `${name}.xlsx`))));
    const headings = sheets.map((sheet) => headingsOf(sheet));
    expect(pages.length).toBeGreaterThanOrEqual(sheets.length);
    for (const page of pages) {
      expect([page.width, page.height]).toEqual([792, 612]);
      expect(page.words.filter(({ right }) => right > page.width - 20)).toEqual([]);
      expect(textOf(page)).not.toMatch(/###|#REF|#VALUE|#NAME|#DIV|Err:/);
      expect(headings.some((all) => all.every((heading) => textOf(page).includes(heading)))).toBe(true);
      expect(overlappingWords(page)).toEqual([]);
    }
    const all = pages.map(textOf).join(' ');
    for (const sheet of sheets)
      for (const cell of Object.values(sheet))
        for (const word of cell?.w?.split(/\s+/) ?? []) expect(all).toContain(word);
    // Wrapped texts must be printed completely.
    const long = sheets.flatMap((sheet) => Object.values(sheet)).filter((cell) => cell?.v === LONG);
    expect(all.split('please.').length - 1).toBe(long.length);
  });
});

test.skipIf(!isProgramInstalled('unzip'))('a part above 4 GiB is ZIP64', { timeout: 300_000 }, async () => {
  const archive = new ZipArchive();
  const path = join(folder, 'large.zip');
  const out = createWriteStream(path);
  const drain = async () => {
    if (!out.write(archive.take())) await once(out, 'drain');
  };
  const file = archive.file('large.xml');
  const text = '<c r="A1"><v>1</v></c>'.repeat(1_000_000);
  let size = 0;
  while (size <= 2 ** 32) {
    await file.write(text);
    size += text.length;
    await drain();
  }
  file.close();
  archive.add('after.xml', 'after');
  await archive.finish();
  await drain();
  await new Promise((done) => out.end(() => done(undefined)));
  expect(statSync(path).size).toBeLessThan(2 ** 30);
  const { status, stdout } = spawnSync('unzip', ['-tq', path], { encoding: 'utf8', timeout: 200_000 });
  expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')]);
  expect(spawnSync('unzip', ['-l', path], { encoding: 'utf8' }).stdout).toContain(String(size));
  expect(spawnSync('unzip', ['-p', path, 'after.xml'], { encoding: 'utf8' }).stdout).toBe('after');
  rmSync(path);
});
