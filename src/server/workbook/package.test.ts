import { once } from 'node:events';
import { posix } from 'node:path';
import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { filesInWorkbook } from '../../../test/support/workbooks.ts';
import { testWorkbookBytes, testColumn, buildTestSheet } from './sheets.testing.ts';
import { writeWorkbook, type SheetRow } from './workbook.ts';

const columns = [
  testColumn('Course', 'text'),
  testColumn('Rounds', 'number', 'sum'),
  testColumn('Day', 'date'),
];
const rows: SheetRow[] = [
  { section: 'One' },
  ['=1', 2, '2026-11-22'],
  { subtotal: 'Total One' },
  ['&<>"\u0001', -1, null],
];

type Element = { name: string; attributes: Record<string, string>; children: string[] };
/** Returns the elements of an XML part in order, with the names of their children; throws if the XML is not well-formed. */
function elementsOf(xml: string): Element[] {
  const parser = sax.parser(true);
  const all: Element[] = [];
  const open: Element[] = [];
  parser.onopentag = ({ name, attributes }) => {
    const element: Element = { name, children: [], attributes: {} };
    for (const [key, value] of Object.entries(attributes)) element.attributes[key] = String(value);
    open.at(-1)?.children.push(name);
    all.push(element);
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
  return all;
}
const named = (elements: Element[], name: string) => elements.filter((element) => element.name === name);
const isInOrder = (found: readonly string[], order: readonly string[]) =>
  expect(found.map((name) => order.indexOf(name))).toEqual(
    found.map((name) => order.indexOf(name)).toSorted((a, b) => a - b),
  );

describe('what ECMA-376 asks of a package', async () => {
  const second = buildTestSheet(columns, [], { name: 'Second', total: false });
  const parts = filesInWorkbook(await testWorkbookBytes(buildTestSheet(columns, rows), second));
  const of = (path: string) => elementsOf(parts.get(path) ?? '');

  test('every part is well-formed and has its content type', () => {
    const types = of('[Content_Types].xml');
    const overridden = new Map(
      named(types, 'Override').map(({ attributes: a }) => [a['PartName'], a['ContentType']]),
    );
    for (const path of parts.keys()) {
      expect(of(path).length).toBeGreaterThan(0);
      expect(parts.get(path)).toMatch(/^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>/);
    }
    const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
    expect(Object.fromEntries(overridden)).toEqual({
      '/xl/workbook.xml': `${main}.sheet.main+xml`,
      '/xl/styles.xml': `${main}.styles+xml`,
      '/xl/worksheets/sheet1.xml': `${main}.worksheet+xml`,
      '/xl/worksheets/sheet2.xml': `${main}.worksheet+xml`,
    });
    expect([...parts.keys()].filter((path) => !overridden.has(`/${path}`)).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
    ]);
  });

  test('every relationship leads to a part, every sheet and part to a relationship', () => {
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
    const targets = (path: string, base: string) =>
      named(of(path), 'Relationship').map(({ attributes: a }) => [
        a['Id'],
        a['Type']?.replace(office, ''),
        posix.join(base, a['Target'] ?? ''),
      ]);
    expect(targets('_rels/.rels', '')).toEqual([['rId1', 'officeDocument', 'xl/workbook.xml']]);
    const found = targets('xl/_rels/workbook.xml.rels', 'xl');
    expect(found).toEqual([
      ['rId1', 'worksheet', 'xl/worksheets/sheet1.xml'],
      ['rId2', 'worksheet', 'xl/worksheets/sheet2.xml'],
      ['rId3', 'styles', 'xl/styles.xml'],
    ]);
    for (const [, , path] of found) expect(parts.has(path ?? '')).toBe(true);
    expect(named(of('xl/workbook.xml'), 'sheet').map(({ attributes: a }) => [a['name'], a['r:id']])).toEqual([
      ['One', 'rId1'],
      ['Second', 'rId2'],
    ]);
  });

  test('elements stand in the order of the schema', () => {
    const [book] = of('xl/workbook.xml');
    isInOrder(book?.children ?? [], ['workbookPr', 'bookViews', 'sheets', 'definedNames', 'calcPr']);
    const [styles] = of('xl/styles.xml');
    expect(styles?.children).toEqual([
      'numFmts',
      'fonts',
      'fills',
      'borders',
      'cellStyleXfs',
      'cellXfs',
      'cellStyles',
    ]);
    for (const at of [1, 2]) {
      const [sheet] = of(`xl/worksheets/sheet${at}.xml`);
      expect(sheet?.children).toEqual([
        'sheetPr',
        'sheetViews',
        'sheetFormatPr',
        'cols',
        'sheetData',
        'autoFilter',
        'pageMargins',
        'pageSetup',
        'headerFooter',
      ]);
    }
  });

  test('places ascend, and every look and count is there', () => {
    const styles = of('xl/styles.xml');
    for (const { name, attributes, children } of styles)
      if (attributes['count'] !== undefined && name !== 'styleSheet')
        expect([name, children.length]).toEqual([name, Number(attributes['count'])]);
    const looks = named(styles, 'cellXfs')[0]?.children.length ?? 0;
    const counts = { fontId: 'fonts', fillId: 'fills', borderId: 'borders' };
    for (const { attributes } of named(styles, 'xf'))
      for (const [id, list] of Object.entries(counts))
        expect(Number(attributes[id])).toBeLessThan(named(styles, list)[0]?.children.length ?? 0);
    for (const at of [1, 2]) {
      const sheet = of(`xl/worksheets/sheet${at}.xml`);
      const numbers = named(sheet, 'row').map(({ attributes }) => Number(attributes['r']));
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      for (const { attributes } of named(sheet, 'c')) {
        expect(attributes['r']).toMatch(/^[A-C]\d+$/);
        expect(Number(attributes['s'])).toBeLessThan(looks);
      }
    }
  });
});

/** Returns a sheet with endless rows, which records if its iterator was closed. */
function endless() {
  const seen = { batches: 0, closed: false };
  async function* batches() {
    try {
      for (;;) {
        seen.batches += 1;
        yield await Promise.resolve(
          Array.from({ length: 1000 }, (): SheetRow => ['Aviara', seen.batches, '2026-11-22']),
        );
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, sheet: buildTestSheet(columns, [], { rows: batches() }) };
}

describe('a workbook that is broken off', () => {
  // Counts the worker threads; others than the workbook's (the embedded database) keep running.
  const threads = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'Worker' || name === 'MessagePort').length;

  test('by its reader ends its thread and closes the rows', async () => {
    const before = threads();
    const { seen, sheet } = endless();
    let bytes = 0;
    for await (const part of writeWorkbook([sheet])) {
      bytes += Buffer.from(part).length;
      if (bytes > 50_000) break;
    }
    await expect.poll(() => [seen.closed, threads()], { timeout: 30_000 }).toEqual([true, before]);
  });

  test('by its signal too', async () => {
    const before = threads();
    const { seen, sheet } = endless();
    const stop = new AbortController();
    const book = writeWorkbook([sheet], { signal: stop.signal });
    book.once('data', () => stop.abort());
    await expect(once(book, 'end')).rejects.toThrow(/aborted/);
    await expect.poll(() => [seen.closed, threads()], { timeout: 30_000 }).toEqual([true, before]);
  });

  test('before anything was read', async () => {
    const before = threads();
    writeWorkbook([endless().sheet]).destroy();
    await expect.poll(threads, { timeout: 30_000 }).toEqual(before);
  });

  test('by its rows tells what failed', async () => {
    const before = threads();
    async function* failing() {
      yield [['Aviara', 1, null] as SheetRow];
      throw new Error('The database is gone.');
    }
    await expect(testWorkbookBytes(buildTestSheet(columns, [], { rows: failing() }))).rejects.toThrow(
      'The database is gone.',
    );
    await expect.poll(threads, { timeout: 30_000 }).toEqual(before);
  });

  test('by too many rows says how many there may be', async () => {
    const { seen, sheet } = endless();
    const asked = (async () => {
      for await (const _ of writeWorkbook([sheet], { maxRows: 2500 })) continue;
    })();
    await expect(asked).rejects.toThrow(/at most 2,500 rows/);
    expect([seen.batches, seen.closed]).toEqual([3, true]);
  });

  test('is not fetched faster than it is read', async () => {
    const { seen, sheet } = endless();
    const book = writeWorkbook([sheet]);
    await once(book, 'readable');
    const earlier = seen.batches;
    // The other workbook is not read any further while this one is made and read.
    const other = endless();
    for await (const _ of writeWorkbook([other.sheet])) if (other.seen.batches > 60) break;
    expect(seen.batches).toBeLessThan(earlier + 10);
    book.destroy();
    await expect.poll(() => seen.closed).toBe(true);
  });
});
