import { describe, expect, test } from 'vitest';
import { addDays } from '../../../contract/dates.ts';
import type { SheetColumn, SheetRow } from '../../../server/workbook/workbook.ts';
import { readShownSheet } from './table.steps.ts';

const COLUMNS: SheetColumn[] = [
  { heading: 'Day', kind: 'date' },
  { heading: 'Note', kind: 'text' },
  { heading: 'Revenue', kind: 'money', total: 'sum' },
];
/**
 * Returns rows for so many days from Dec 31 2025 on. The first has -100 cents, the next 1 cent, and each other a cent more than
 * before.
 */
const days = (count: number): SheetRow[] =>
  Array.from({ length: count }, (_, at) => [addDays('2025-12-31', at), 'x', at === 0 ? -100 : at]);
const tableWith = (count: number, columns = COLUMNS) =>
  readShownSheet({ name: 'Days', columns, rows: [days(count)], last: '' });

describe('a table of days', () => {
  test('says nothing twice while all of them are shown', async () => {
    const table = await tableWith(200);
    expect([table.rows.length, table.count, table.spans]).toEqual([200, 200, undefined]);
  });

  test('has all of them by month where it shows the first', async () => {
    const { rows, spans, totals } = await tableWith(201);
    expect(rows).toHaveLength(200);
    expect(spans?.slice(0, 2)).toEqual([
      ['2025-12', null, -100],
      ['2026-01', null, (31 * 32) / 2],
    ]);
    expect(spans?.map(([month]) => month)).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
    ]);
    expect(spans?.reduce((sum, [, , cents]) => sum + Number(cents), 0)).toBe(totals?.[2]);
  });

  test('has them by year where even the months are too many', async () => {
    const { spans } = await tableWith(36_525);
    expect(spans?.slice(0, 2)).toEqual([
      ['2025', null, -100],
      ['2026', null, (365 * 366) / 2],
    ]);
    expect(spans).toHaveLength(101);
  });

  test('has none where its rows are no days', async () => {
    const [day, ...others] = COLUMNS;
    expect(
      (await tableWith(201, [{ heading: day?.heading ?? '', kind: 'text' }, ...others])).spans,
    ).toBeUndefined();
  });
});
