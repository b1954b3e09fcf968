import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesInWorkbook, sheetsByHucre, sheetsBySheetJs } from '../../../test/support/workbooks.ts';
import { testWorkbookBytes, testColumn, buildTestSheet } from './sheets.testing.ts';
import type { CellValue, SheetRow } from './workbook.ts';

const cellsOf = (bytes: Uint8Array) => sheetsBySheetJs(bytes)['One'] ?? {};

describe('cells', () => {
  const kinds = ['text', 'number', 'money', 'date', 'time', 'moment', 'percent'] as const;
  const columns = kinds.map((kind) => testColumn(kind, kind));
  const rowOf = async (...row: CellValue[]) => {
    const cells = cellsOf(await testWorkbookBytes(buildTestSheet(columns, [row], { total: false })));
    return [...'ABCDEFG'].map((letter) => cells[`${letter}5`]);
  };

  test('of each kind are typed and shown as they should be', async () => {
    const row = await rowOf('92101', 1234, -123_456, '2026-11-22', '07:42', '2026-11-22 23:30', -125);
    expect(row.map((cell) => [cell?.t, cell?.v, cell?.w?.trim()])).toEqual([
      ['s', '92101', '92101'],
      ['n', 1234, '1,234'],
      ['n', -1234.56, '-1,234.56'],
      ['n', 46_348, 'Nov 22 2026'],
      ['n', 462 / 1440, '07:42'],
      ['n', 46_348 + 1410 / 1440, 'Nov 22 2026 23:30'],
      ['n', -0.125, '-12.5%'],
    ]);
    expect(row[2]?.z).toBe('#,##0.00_)_);[Red]-#,##0.00_)_)');
    const [sheet] = await sheetsByHucre(
      await testWorkbookBytes(
        buildTestSheet(columns, [[null, null, null, '2026-11-22', null, '2026-11-22 23:30', null]]),
      ),
    );
    expect(sheet?.rows[4]?.filter((cell) => cell instanceof Date).map((day) => day.toISOString())).toEqual([
      '2026-11-22T00:00:00.000Z',
      '2026-11-22T23:30:00.000Z',
    ]);
  });

  test('of what is not as its column’s kind says are text', async () => {
    const row = await rowOf(7, 'new', 'n/a', '1899-12-31', '25:00', 'soon', 'new');
    expect(row.map((cell) => [cell?.t, cell?.v])).toEqual(
      ['7', 'new', 'n/a', '1899-12-31', '25:00', 'soon', 'new'].map((text) => ['s', text]),
    );
    expect((await rowOf(null, null, '', '', null, null, null)).filter(Boolean)).toEqual([]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'])(
    'that begin like a formula are text: %j',
    async (text) => {
      const bytes = await testWorkbookBytes(buildTestSheet([testColumn('Text', 'text')], [[text]]));
      const cells = cellsOf(bytes);
      expect([cells['A5']?.t, cells['A5']?.v, cells['A5']?.f]).toEqual(['s', text, undefined]);
      const parts = filesInWorkbook(bytes);
      const [, look] = /<c r="A5" s="(\d+)"/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '') ?? [];
      const [, looks = ''] = /<cellXfs.*?>(.*)<\/cellXfs>/.exec(parts.get('xl/styles.xml') ?? '') ?? [];
      expect(looks.match(/<xf.*?<\/xf>/g)?.[Number(look)]).toContain('quotePrefix="1"');
    },
  );

  test('of long texts go on in lines below, in a row that is as high', async () => {
    const long = 'Carts stay on the paths until the greens are dry. '.repeat(3).trim();
    const texts: SheetRow[] = [[long], ['a\nb'], ['short'], [`=${'x'.repeat(100)}`], ['y\n'.repeat(40)]];
    const bytes = await testWorkbookBytes(buildTestSheet([testColumn('Note', 'text')], texts));
    const parts = filesInWorkbook(bytes);
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
    const heights = [...xml.matchAll(/<row r="(\d+)"(?: ht="(\d+)" customHeight="1")?>/g)];
    expect(heights.map(([, row, points]) => [Number(row), Number(points) / 15]).slice(3, 9)).toEqual([
      [4, 1],
      [5, 4],
      [6, 2],
      [7, NaN],
      [8, 3],
      [9, 27],
    ]);
    const [, looks = ''] = /<cellXfs.*?>(.*)<\/cellXfs>/.exec(parts.get('xl/styles.xml') ?? '') ?? [];
    const all = looks.match(/<xf.*?<\/xf>/g) ?? [];
    const lookAt = (row: number) => all[Number(new RegExp(`<c r="A${row}" s="(\\d+)"`).exec(xml)?.[1])] ?? '';
    expect([5, 6, 7, 8].map((row) => lookAt(row).includes('wrapText="1"'))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([5, 8].map((row) => lookAt(row).includes('quotePrefix="1"'))).toEqual([false, true]);
  });

  test('hold 32,767 units of text, the last an ellipsis, and half a sign never', async () => {
    const long = `${'a'.repeat(32_765)}😀${'b'.repeat(9)}`;
    const cells = cellsOf(
      await testWorkbookBytes(buildTestSheet([testColumn('Text', 'text')], [[long], ['c'.repeat(32_767)]])),
    );
    expect(cells['A5']?.v).toBe(`${'a'.repeat(32_765)}…`);
    expect(cells['A6']?.v).toBe('c'.repeat(32_767));
  });

  const SAFE = Number.MAX_SAFE_INTEGER;
  const AnyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\n _xX0041&<>"\'\u0007\u001f\ufffe;😀é') }),
  );
  const anyCell = [
    fc.option(AnyText),
    fc.option(fc.integer()),
    fc.option(fc.integer({ min: -SAFE, max: SAFE })),
    fc.option(fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
  ] as const;
  test('are read as they were written, by both readers', { timeout: 120_000 }, async () => {
    const wanted = ([text, number, money, date]: unknown[]) => [
      text === '' ? null : text,
      number,
      typeof money === 'number' ? money / 100 : null,
      date instanceof Date ? date.toISOString().slice(0, 10) : null,
    ];
    const rowsOfAll = fc.array(fc.tuple(...anyCell), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rowsOfAll, async (all) => {
        const rows = all.map(([text, number, money, date]): SheetRow => [
          text,
          number,
          money,
          date?.toISOString().slice(0, 10) ?? null,
        ]);
        const four = columns.slice(0, 4);
        const bytes = await testWorkbookBytes(buildTestSheet(four, rows, { total: false }));
        const cells = cellsOf(bytes);
        const [sheet] = await sheetsByHucre(bytes);
        for (const [at, row] of all.entries()) {
          const [, , , day] = [...'ABCD'].map((letter) => cells[`${letter}${at + 5}`]);
          const byFirst = [...'ABC'].map((letter) => cells[`${letter}${at + 5}`]?.v ?? null);
          const dated = typeof day?.v === 'number' ? new Date((day.v - 25_569) * 86_400_000) : null;
          expect([...byFirst, dated?.toISOString().slice(0, 10) ?? null]).toEqual(wanted(row));
          expect(wantedOf(sheet?.rows[at + 4] ?? [])).toEqual(wanted(row));
        }
      }),
      { numRuns: 12 },
    );
  });
  const wantedOf = (cells: readonly unknown[]) =>
    [0, 1, 2, 3].map((at) => {
      const value = cells[at] ?? null;
      return value instanceof Date ? value.toISOString().slice(0, 10) : value;
    });
});
