import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { nextSort, toggleSort } from './useList.ts';
import { parseListSearchParams, listCountCap } from './list-search-params.ts';
import { columnsInStoredOrder } from './useShownColumns.ts';
import { assignRowElementKeys } from './table/useRowElementKeys.ts';
import { formatFilterValue, type ListColumn, type ListCallColumn } from './columns.ts';
import { toWireFilters } from './table/as-wire.ts';

type Row = { id: number; name: string; day: string; paid: string; open: boolean };
const columns: ListColumn<Row>[] = [
  { name: 'name', label: 'Name' },
  { name: 'day', label: 'Day', kind: 'day', filter: 'play_date' },
  { name: 'paid', label: 'Paid', kind: 'money' },
  { name: 'open', label: 'Open', kind: 'yes-no' },
];

describe('sorting', () => {
  const byName = { name: 'name', desc: false };
  test('a click sorts ascending, then descending, then not at all', () => {
    const once = nextSort([], 'name', false);
    const twice = nextSort(once, 'name', false);
    expect([once, twice, nextSort(twice, 'name', false)]).toEqual([
      [byName],
      [{ name: 'name', desc: true }],
      [],
    ]);
  });
  test('a click on another column forgets the first, with Shift it comes second', () => {
    expect(nextSort([byName], 'day', false)).toEqual([{ name: 'day', desc: false }]);
    expect(nextSort([byName], 'day', true)).toEqual([byName, { name: 'day', desc: false }]);
  });
  test('a first click on a column of the own order turns that round, with Shift where it stands', () => {
    const own = [{ name: 'day', desc: true }, byName];
    expect(toggleSort(own, 'day', false)).toEqual([{ name: 'day', desc: false }]);
    expect(toggleSort(own, 'day', true)).toEqual([{ name: 'day', desc: false }, byName]);
    expect(toggleSort(own, 'paid', false)).toEqual([{ name: 'paid', desc: false }]);
    expect(toggleSort(own, 'paid', true)).toEqual([...own, { name: 'paid', desc: false }]);
  });
  test('Shift turns a column over where it stands', () => {
    const day = { name: 'day', desc: false };
    expect(nextSort([byName, day], 'name', true)).toEqual([{ name: 'name', desc: true }, day]);
  });
});

describe('the address', () => {
  test('gives filters, sort, page and size back', () => {
    const search = {
      filters: { name: 'smi' },
      sort_fields: ['day', 'name'],
      sort_desc: [true],
      page: 3,
      per_page: 50,
    };
    expect(parseListSearchParams(search)).toEqual({
      filters: { name: 'smi' },
      sort: [
        { name: 'day', desc: true },
        { name: 'name', desc: false },
      ],
      page: 3,
      per_page: 50,
    });
  });
  test.each([
    [null],
    ['x'],
    [{ filters: 'x', page: -1, per_page: 'many', sort_fields: 'day' }],
    [{ filters: [1] }],
  ])('leaves out what is none: %j', (search) => expect(parseListSearchParams(search)).toEqual({}));
  test('drops nested filter values, which no call takes', () => {
    expect(parseListSearchParams({ filters: { name: { a: 1 }, day: 'x' } })).toEqual({
      filters: { day: 'x' },
    });
  });
});

describe('how far is counted', () => {
  const capped = ['first_name', 'last_name', 'primary_phone'];
  test.each([
    [{}, 10_000],
    [{ first_name: 'a' }, 1_000],
    [{ first_name: ' ab ', last_name: 'e' }, 1_000],
    [{ first_name: 'abc' }, 10_000],
    // The longer filter text, with three letters or more, narrows the rows.
    [{ first_name: 'a', last_name: 'smith' }, 10_000],
    // The filters of this test do not search by letters.
    [{ players: 4, status: 'p' }, 10_000],
    [{ primary_phone: 61 }, 1_000],
  ])('%j to %i', (filters, cap) => expect(listCountCap({ capped }, { filters })).toBe(cap));
  test('as far as the address says, and to the end where the list has no cap', () => {
    expect(listCountCap({ capped }, parseListSearchParams({ cap: 50, filters: { first_name: 'a' } }))).toBe(
      50,
    );
    expect(listCountCap({ capped }, parseListSearchParams({ cap: -1 }))).toBe(10_000);
    expect(listCountCap({}, { cap: 50 })).toBeUndefined();
  });
});

describe('typed filters', () => {
  test('become what the wire has', () => {
    expect(toWireFilters({ play_date: 'dec 4 to dec 6' }, columns, '2026-11-20')).toEqual({
      play_date: '2026-12-04..2026-12-06',
    });
    const typed = { name: ' smi ', play_date: 'dec 4', paid: '$1,012', open: 'true' };
    expect(toWireFilters(typed, columns, '2026-11-20')).toEqual({
      name: 'smi',
      play_date: '2026-12-04',
      paid: '1012.00',
      open: true,
    });
  });
  test('look for a date without its year where their column leans', () => {
    const leaning: ListColumn<{ play_date: string; created_at: string; available_date: string }>[] = [
      { name: 'play_date', label: 'Play Date', kind: 'day' },
      { name: 'created_at', label: 'Created At', kind: 'instant' },
      { name: 'available_date', label: 'Date', kind: 'day', lean: 'ahead' },
    ];
    const typed = { play_date: '10/31', created_at: '12/5', available_date: '10/31' };
    expect(toWireFilters(typed, leaning, '2026-11-27')).toEqual({
      play_date: '2026-10-31',
      created_at: '2025-12-05',
      available_date: '2027-10-31',
    });
  });
  test('that cannot be read go to the server as typed, which says so', () => {
    expect(toWireFilters({ play_date: 'someday' }, columns, '2026-11-20')).toEqual({ play_date: 'someday' });
  });
  test.each(['2026-13-45', '2026-02-30', '0000-00-00'])(
    'of a day that there is not, as an address may have it, are shown as typed: %s',
    (typed) => expect(formatFilterValue(columns[1], typed)).toBe(typed),
  );
  test.each([
    ['9', '09:00'],
    ['742', '07:42'],
    ['2:36 pm', '14:36'],
    ['noon', '12:00'],
    ['soon', 'soon'],
  ])('of a time are told as the time that they mean: %s', (typed, wire) => {
    const time = { name: 'name', label: 'Time', kind: 'time' } as const;
    expect(toWireFilters({ name: typed }, [time], '2026-11-20')).toEqual({ name: wire });
  });
  test('read as words on their chips', () => {
    expect([formatFilterValue(columns[1], '2026-12-04'), formatFilterValue(columns[3], true)]).toEqual([
      'Fri, Dec 4 2026',
      'Yes',
    ]);
    expect([
      formatFilterValue(columns[1], '2026-12-04..'),
      formatFilterValue(columns[0], '2026-12-04..'),
    ]).toEqual(['from Dec 4 2026', '2026-12-04..']);
  });
});

describe('the columns of a list', () => {
  const index = defineCall({
    method: 'GET',
    path: '/api/things/index',
    access: 'staff',
    list: { filters: ['name', 'course_id'], sorts: ['name', 'day'] },
    answer: z.array(z.object({ id: z.number(), name: z.string(), day: z.string() })),
  });
  type Of = ListCallColumn<typeof index>;
  test('filter and sort by names of its contract, or do not compile', () => {
    const one = { label: 'One' };
    const all: Of[] = [
      { ...one, name: 'name' },
      { ...one, name: 'name', filter: false, sort: false },
      { ...one, name: 'day', filter: false },
      { ...one, name: 'id', filter: 'course_id', sort: false },
      // @ts-expect-error: the contract filters by no `day`
      { ...one, name: 'day' },
      // @ts-expect-error: nor by `days`
      { ...one, name: 'day', filter: 'days' },
      // @ts-expect-error: and sorts by no `id`
      { ...one, name: 'id', filter: false },
      // @ts-expect-error: no row has it
      { ...one, name: 'course_id', sort: false },
    ];
    expect(all.length).toBeGreaterThan(3);
  });
});

describe('the order of columns', () => {
  const shown = (order: string[], hidden: string[] = [], of = columns) =>
    columnsInStoredOrder(of, order, (name) => !hidden.includes(name)).map(({ name }) => name);
  test('is that of the list where none was chosen', () => {
    expect(shown([])).toEqual(['name', 'day', 'paid', 'open']);
    expect(shown([], ['day'])).toEqual(['name', 'paid', 'open']);
  });
  test('is the chosen one, with what is not in it at the end', () => {
    expect(shown(['open', 'day'])).toEqual(['open', 'day', 'name', 'paid']);
    expect(shown(['gone', 'paid', 'name'], ['name'])).toEqual(['paid', 'day', 'open']);
  });
  test('keeps what a row is for', () => {
    const of = columns.map((column) =>
      column.name === 'name' ? { ...column, always: true as const } : column,
    );
    expect(shown(['name', 'paid'], ['name', 'day', 'open'], of)).toEqual(['name', 'paid']);
  });
});

describe('the rows of a table', () => {
  const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
  const first = assignRowElementKeys(new Map(), rowsOf(11, 12, 13));
  test('that are others take the places of those that went', () => {
    expect([...assignRowElementKeys(first, rowsOf(21, 22, 23)).values()]).toEqual([0, 1, 2]);
    expect([...assignRowElementKeys(first, rowsOf(21)).values()]).toEqual([0]);
    expect([...assignRowElementKeys(first, rowsOf(21, 22, 23, 24)).values()]).toEqual([0, 1, 2, 3]);
  });
  test('that stay keep their own, wherever they stand then', () => {
    const next = assignRowElementKeys(first, rowsOf(10, 13, 12));
    expect([...next]).toEqual([
      [10, 0],
      [13, 2],
      [12, 1],
    ]);
    expect(assignRowElementKeys(first, undefined).size).toBe(0);
  });
});
