import { describe, expect, test } from 'vitest';
import { sheetsByHucre, sheetsBySheetJs } from '../../../test/support/workbooks.ts';
import { testWorkbookBytes, testColumn, TEST_SHEET_LINES, buildTestSheet } from './sheets.testing.ts';
import type { SheetRow } from './workbook.ts';

const cellsOf = (bytes: Uint8Array) => sheetsBySheetJs(bytes)['One'] ?? {};

describe('the form of every sheet', () => {
  const columns = [
    testColumn('Course', 'text'),
    testColumn('Rounds', 'number', 'sum'),
    testColumn('Revenue', 'money', 'sum'),
    testColumn('Average', 'money', { over: ['Revenue'], under: 'Rounds' }),
  ];
  const rows: SheetRow[] = [
    ['Aviara', 2, 30_000, 15_000],
    ['Torrey Pines South', 7, 92_000, 13_143],
  ];

  test('title, period, run, headings, data, total, an empty row, the last line', async () => {
    const cells = cellsOf(await testWorkbookBytes(buildTestSheet(columns, rows)));
    expect(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => [row, cells[`A${row}`]?.v]))).toEqual({
      1: 'A title',
      2: TEST_SHEET_LINES[0],
      3: TEST_SHEET_LINES[1],
      4: 'Course',
      5: 'Aviara',
      6: 'Torrey Pines South',
      7: 'Total',
      8: undefined,
      9: 'The last line.',
    });
    expect([cells['B7'], cells['C7'], cells['D7']]).toMatchObject([
      { v: 9, f: 'SUBTOTAL(9,B5:B6)' },
      { v: 1220, f: 'SUBTOTAL(9,C5:C6)' },
      { v: 135.56, f: 'IF(B7=0,"",INT(ROUND((C7)*100,0)/B7+0.5)/100)' },
    ]);
    expect(cells).toMatchObject({ '!autofilter': { ref: 'A4:D6' } });
  });

  test('bold headings that stay in sight, widths, another reader', async () => {
    const [sheet] = await sheetsByHucre(await testWorkbookBytes(buildTestSheet(columns, rows)));
    expect(sheet).toMatchObject({
      freezePane: { rows: 4 },
      autoFilter: { range: 'A4:D6' },
      pageSetup: { printTitlesRow: '$1:$4', orientation: 'landscape' },
    });
    const styleAt = (row: number, at: number) =>
      sheet?.cells?.get(`${row},${at}`)?.style?.font?.bold ?? false;
    expect([0, 1, 2, 3].map((at) => styleAt(3, at))).toEqual([true, true, true, true]);
    expect([styleAt(4, 0), styleAt(6, 0), styleAt(6, 2)]).toEqual([false, true, true]);
    expect(sheet?.columns?.map(({ width }) => width)).toEqual([20, 10, 14, 14]);
    // A heading of several words wraps instead of widening its column.
    const called = [testColumn('Course', 'text'), testColumn('Balance at the course', 'money')];
    const [named] = await sheetsByHucre(await testWorkbookBytes(buildTestSheet(called, [])));
    expect(named?.columns?.map(({ width }) => width)).toEqual([10, 14]);
    expect(named?.rowDefs?.get(3)?.height).toBe(30);
  });

  test('nothing found: headings, a total of 0, the last line', async () => {
    const cells = cellsOf(await testWorkbookBytes(buildTestSheet(columns, [])));
    expect([cells['A4']?.v, cells['A5']?.v, cells['A7']?.v]).toEqual(['Course', 'Total', 'The last line.']);
    expect([cells['B5'], cells['C5']]).toMatchObject([{ v: 0 }, { v: 0 }]);
    expect([cells['B5']?.f, cells['D5']?.v]).toEqual([undefined, '']);
    expect(cells).toMatchObject({ '!autofilter': { ref: 'A4:D4' } });
  });

  test('sections and subtotals, which the total does not count again', async () => {
    const grouped: SheetRow[] = [
      { section: 'Aviara, Carlsbad' },
      ['', 2, 30_000, null],
      ['', 1, -500, null],
      { subtotal: 'Total Aviara' },
      ['', 7, 92_000, null],
      { subtotal: 'Total Torrey' },
      { subtotal: 'Total of nothing' },
    ];
    const cells = cellsOf(await testWorkbookBytes(buildTestSheet(columns, grouped)));
    const at = (row: number) => ['A', 'B', 'C', 'D'].map((letter) => cells[`${letter}${row}`]?.v);
    expect([at(5)[0], at(8), at(10)]).toEqual([
      'Aviara, Carlsbad',
      ['Total Aviara', 3, 295, 98.33],
      ['Total Torrey', 7, 920, 131.43],
    ]);
    expect([cells['C8']?.f, cells['C10']?.f, cells['C11']?.f, cells['C12']?.f]).toEqual([
      'SUBTOTAL(9,C6:C7)',
      'SUBTOTAL(9,C9:C9)',
      undefined,
      'SUBTOTAL(9,C5:C11)',
    ]);
    expect([at(11), at(12)]).toEqual([
      ['Total of nothing', 0, 0, ''],
      ['Total', 10, 1215, 121.5],
    ]);
  });

  test('a sheet without totals; several sheets; a last line that is asked at the end', async () => {
    let counted = 0;
    function* counting() {
      counted += 2;
      yield rows;
    }
    const bytes = await testWorkbookBytes(
      buildTestSheet(columns, rows, { total: false }),
      buildTestSheet(columns, [], {
        name: "Days & 'nights'",
        rows: counting(),
        last: () => `${counted} rows`,
      }),
    );
    const [first, second] = await sheetsByHucre(bytes);
    expect([first?.name, second?.name]).toEqual(['One', "Days & 'nights'"]);
    expect(first?.rows.slice(6).map(([cell]) => cell)).toEqual([null, 'The last line.']);
    expect(second?.rows.at(-1)?.[0]).toBe('2 rows');
  });
});

describe('totals', () => {
  const columns = [
    testColumn('Course', 'text'),
    testColumn('A', 'money', 'sum'),
    testColumn('B', 'money', 'sum'),
    testColumn('Rounds', 'number', 'sum'),
    testColumn('Percent', 'percent', { over: ['A'], minus: ['B'], under: 'B', none: 'new' }),
    testColumn('Average', 'money', { over: ['A', 'B'], under: 'Rounds' }),
  ];
  const totalOf = async (row: readonly [a: number, b: number, rounds: number]) => {
    const cells = cellsOf(await testWorkbookBytes(buildTestSheet(columns, [['x', ...row, null, null]])));
    return [cells['E6']?.v, cells['F6']?.v];
  };
  test.each([
    [[270_000, 40_000, 21], 5.75, 147.62],
    [[-500, 1000, -3], -1.5, -1.67],
    [[100, 0, 0], 'new', ''],
    [[0, 0, 0], '', ''],
    // Values that end in half a unit: percents round away from zero, money rounds up.
    [[81, 80, 2], 0.013, 0.81],
    [[79, 80, 2], -0.013, 0.8],
    [[-81, 80, 2], -2.013, 0],
    [[-85, 80, 2], -2.063, -0.02],
  ] as const)('of %j are %s and %s', async (row, percent, average) => {
    expect(await totalOf(row)).toEqual([percent, average]);
  });
});
