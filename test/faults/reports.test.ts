import { spawnSync } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { bytesOf, column, sheetOf } from '../../src/server/workbook/sheets.testing.ts';
import type { Row } from '../../src/server/workbook/workbook.ts';
import { Archive } from '../../src/server/workbook/archive.ts';

// What stays to be looked at: `KEEP=folder npm run faults reports`.
const folder = process.env['KEEP'] ?? mkdtempSync(join(tmpdir(), 'ric-workbooks-'));
afterAll(() => {
  if (!process.env['KEEP']) rmSync(folder, { recursive: true, force: true });
});
const isThere = (program: string) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

/** LibreOffice as it is without a person's settings, which reckons every formula anew when it opens a workbook. */
function converted(file: string, to: string): string {
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  const always = ['OOXMLRecalcMode', 'ODFRecalcMode'].map(
    (name) =>
      `<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="${name}" oor:op="fuse"><value>0</value></prop></item>`,
  );
  writeFileSync(
    join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${always.join('')}</oor:items>`,
  );
  const given = [
    `-env:UserInstallation=file://${profile}`,
    '--headless',
    '--convert-to',
    to,
    '--outdir',
    folder,
  ];
  const { status, stderr } = spawnSync('soffice', [...given, join(folder, `${file}.xlsx`)], {
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`LibreOffice: ${String(stderr)}`);
  return join(folder, `${file}.${to.split(':')[0]}`);
}

const columns = [
  column('Course', 'text'),
  column('Day', 'date'),
  column('Time', 'time'),
  column('Rounds', 'number', 'sum'),
  column('Revenue', 'money', 'sum'),
  column('Before', 'money', 'sum'),
  column('Average', 'money', { over: ['Revenue'], under: 'Rounds' }),
  column('Percent', 'percent', { over: ['Revenue'], minus: ['Before'], under: 'Before', none: 'new' }),
];
const COURSES = ['Aviara', 'PGA West Stadium', '=Torrey Pines South', 'Maderas 😀 <&>'];
const rows = COURSES.flatMap((course, at): Row[] => [
  { section: `${course}, Carlsbad` },
  ...Array.from({ length: 12 + at }, (_, n): Row => [
    ...[course, `2026-11-${String(n + 1).padStart(2, '0')}`, '07:42', n % 5, 12_345 - n * 2000, at * 997],
    ...[null, null],
  ]),
  { subtotal: `Total ${course}` },
]);

describe.skipIf(!isThere('soffice'))('LibreOffice', () => {
  test('opens a workbook, and reckons the totals that stand in it', { timeout: 180_000 }, async () => {
    writeFileSync(
      join(folder, 'month.xlsx'),
      await bytesOf(sheetOf(columns, rows), sheetOf(columns, [], { name: 'None' })),
    );
    const read = readFileSync(
      converted('month', 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false'),
      'utf8',
    );
    const lines = read.split('\n').map((line) => line.split('\t'));
    const data = rows.filter((row): row is (string | number | null)[] => Array.isArray(row));
    const sum = (of: typeof data, at: number) => of.reduce((all, row) => all + Number(row[at]), 0);
    const shown = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const totalOf = (label: string) => lines.find(([first]) => first === label)?.slice(3, 7);
    const wanted = (of: typeof data) => [
      ...[String(sum(of, 3)), shown(sum(of, 4)), shown(sum(of, 5))],
      shown(Math.floor(sum(of, 4) / sum(of, 3) + 0.5)),
    ];
    expect(totalOf('Total')).toEqual(wanted(data));
    for (const course of COURSES)
      expect(totalOf(`Total ${course}`)).toEqual(wanted(data.filter(([first]) => first === course)));
    expect(lines[5]?.slice(0, 3)).toEqual(['Aviara', 'Nov 1 2026', '07:42']);
    expect(read).not.toMatch(/#(REF|VALUE|NAME|DIV)/);
  });

  test('prints it', { timeout: 180_000 }, async () => {
    writeFileSync(join(folder, 'print.xlsx'), await bytesOf(sheetOf(columns, [...rows, ...rows])));
    const pdf = readFileSync(converted('print', 'pdf'), 'latin1');
    expect(pdf.startsWith('%PDF')).toBe(true);
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);
  });
});

test.skipIf(!isThere('unzip'))('a part above 4 GiB is ZIP64', { timeout: 300_000 }, async () => {
  const archive = new Archive();
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
