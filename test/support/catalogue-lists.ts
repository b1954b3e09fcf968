import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { HttpCall } from '../../src/contract/call.ts';
import type { HeaderFields, TestApp } from './app.ts';
import { Record, type Plain } from './catalogue.ts';

const sorted = (found: unknown[]): string[] => found.map(String).toSorted((a, b) => a.localeCompare(b));

type List = {
  calls: { index: HttpCall; count: HttpCall };
  /** The field that distinguishes the rows in the expectations. */
  by: string;
  /** Filters and the rows they must find, in any order. */
  filters: () => [filters: Plain, found: unknown[]][];
  /** A column, and the rows in its ascending order; `id` breaks ties. */
  sorts: () => [column: string, order: unknown[]][];
  /** The rows in the call's own order. */
  byDefault: () => unknown[];
  query?: Plain;
};

/** Tests the promises of every list: each filter with its count, each sort in both directions, pages. */
export function listsRecords(app: TestApp, { calls, by, query = {}, ...list }: List): void {
  let admin: HeaderFields;
  beforeAll(async () => {
    admin = await app.signedIn('admin');
  });
  const wholeRows = async (asked: Plain) => {
    const { status, body } = await app.call(calls.index, { query: { ...query, ...asked } }, admin);
    expect({ status, body }).toMatchObject({ status: 200 });
    return z.array(Record).parse(body);
  };
  const rows = async (asked: Plain): Promise<unknown[]> => (await wholeRows(asked)).map((row) => row[by]);

  describe('the list', () => {
    test('has its own order', async () => expect(await rows({})).toEqual(list.byDefault()));

    test('finds by each filter, and counts as many', async () => {
      for (const [filters, found] of list.filters()) {
        expect({ filters, found: sorted(await rows({ filters })) }).toEqual({
          filters,
          found: sorted(found),
        });
        const counted = await app.call(calls.count, { query: { ...query, filters } }, admin);
        expect({ filters, counted: counted.body }).toEqual({ filters, counted: found.length });
      }
    });

    test('sorts by each column, both ways', async () => {
      for (const [column, order] of list.sorts()) {
        const found = await wholeRows({ sort_fields: [column] });
        expect({ column, order: found.map((row) => row[by]) }).toEqual({ column, order });
        // Missing values are last in both directions.
        const last = found.findLast((row) => row[column] !== null && row[column] !== '')?.[by];
        const first = (await rows({ sort_fields: [column], sort_desc: [true] }))[0];
        expect({ column, last: first }).toEqual({ column, last });
      }
    });

    test('is tested by every filter and sort that it has', () => {
      const tested = list.filters().flatMap(([filters]) => Object.keys(filters));
      expect(sorted([...new Set(tested)])).toEqual(sorted([...(calls.index.list?.filters ?? [])]));
      expect(sorted(list.sorts().map(([column]) => column))).toEqual(
        sorted([...(calls.index.list?.sorts ?? [])]),
      );
    });

    test('comes in pages that do not overlap', async () => {
      const whole = await rows({});
      const [first, second] = [await rows({ per_page: 2, page: 1 }), await rows({ per_page: 2, page: 2 })];
      expect([...first, ...second]).toEqual(whole.slice(0, 4));
      for (const per_page of [0, -5]) expect(await rows({ per_page })).toEqual(whole);
    });
  });
}
