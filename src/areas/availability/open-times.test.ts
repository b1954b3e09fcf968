import { describe, expect, test } from 'vitest';
import { listedOpenTimes } from '../../../test/support/listed-open-times.ts';
import type { ModelTime } from '../../../test/support/open-times.ts';
import { foreUpAvailability } from './open-times.contract.ts';

const { app, at, model, index } = listedOpenTimes();

const ids = async (query: object) => (await index(query)).map(({ id }) => id);
const count = (query: object) => app.ok(foreUpAvailability.count, { query }, at.agent);

// A second implementation of the list's order in plain code, to compare the SQL with.
type SortBy = [name: keyof typeof KEYS, desc: boolean];
const KEYS = {
  course_name: (row: ModelTime) => row.course_name.toLowerCase(),
  scraped_at: (row: ModelTime) => row.scraped_at,
  rate: (row: ModelTime) => row.raw_rate,
  group_name: (row: ModelTime) => row.group_name.toLowerCase() || null,
  available_date: (row: ModelTime) => row.available_date,
  available_time: (row: ModelTime) => row.available_time,
};
const DEFAULT: SortBy[] = [
  ['available_date', false],
  ['available_time', false],
];
function expected(asked: SortBy[], keep: (row: ModelTime) => boolean = () => true): number[] {
  const named = new Set(asked.map(([name]) => name));
  const order = [...asked, ...DEFAULT.filter(([name]) => !named.has(name))];
  const last = order.at(-1)?.[1] ? -1 : 1;
  const compare = (a: ModelTime, b: ModelTime): number => {
    for (const [name, desc] of order) {
      const [one, other] = [KEYS[name](a), KEYS[name](b)];
      if (one === other) continue;
      // Missing values come last in both sort directions.
      if (one === null) return 1;
      if (other === null) return -1;
      return (one < other ? -1 : 1) * (desc ? -1 : 1);
    }
    return (a.id - b.id) * last;
  };
  return model
    .filter(keep)
    .toSorted(compare)
    .map(({ id }) => id);
}

const NAMES = Object.keys(KEYS) as (keyof typeof KEYS)[];
const asSort = (order: SortBy[]) => ({
  sort_fields: order.map(([name]) => name),
  sort_desc: order.map(([, desc]) => desc),
});
const ORDERS: SortBy[][] = [
  ...NAMES.flatMap((name) => [false, true].map((desc): SortBy[] => [[name, desc]])),
  ...NAMES.flatMap((name) =>
    NAMES.filter((other) => other !== name).map((other): SortBy[] => [
      [name, true],
      [other, false],
    ]),
  ),
];

describe('the order', () => {
  test('is by date, then time, where nothing is asked for', async () => {
    expect(await ids({})).toEqual(expected(DEFAULT));
    expect(model).toHaveLength(48);
  });

  test.each(ORDERS)('by %j %j is that of its columns, then by date and time', async (...order) => {
    expect(await ids(asSort(order))).toEqual(expected(order));
  });

  test.each(ORDERS.slice(0, 12))('by %j goes on from page to page', async (...order) => {
    for (const filters of [{}, { course_name: 'torrey' }]) {
      const pages: number[] = [];
      for (const page of [1, 2, 3, 4, 5, 6, 7])
        pages.push(...(await ids({ ...asSort(order), filters, page, per_page: 7 })));
      const keep = (row: ModelTime) => !('course_name' in filters) || /torrey/i.test(row.course_name);
      expect(pages).toEqual(expected(order, keep).slice(0, 49));
    }
  });
});

type RowPredicate = (row: ModelTime) => boolean;
const has =
  (typed: string): RowPredicate =>
  (row) =>
    row.course_name.toLowerCase().includes(typed);
const FILTERS: [Record<string, unknown>, RowPredicate][] = [
  [{ course_name: 'Torrey' }, has('torrey')],
  [{ course_name: 'torrey pines s' }, has('torrey pines s')],
  [{ course_name: '%' }, has('%')],
  [{ course_name: 'nowhere' }, () => false],
  [{ course_name: 'closed' }, () => false],
  [{ group_name: 'coast' }, (row) => row.group_name.includes('Coast')],
  [{ group_name: 's, Tw' }, (row) => row.group_name.includes('s, Tw')],
  [{ group_name: 'Nobody' }, () => false],
  [{ rate: '171' }, (row) => row.raw_rate === 17_100],
  [{ rate: '$253.00' }, (row) => row.raw_rate === 25_300],
  [{ rate: '90' }, () => false],
  [{ available_date: '2030-05-03' }, (row) => row.available_date === '2030-05-03'],
  [{ available_date: '2030-05-04' }, () => false],
  [{ available_time: '742' }, (row) => row.available_time === 742],
  [{ available_time: 742 }, (row) => row.available_time === 742],
  [{ available_time: '07:42' }, (row) => row.available_time === 742],
  [{ available_time: '2:36 pm' }, (row) => row.available_time === 1436],
  [{ spots: '1' }, (row) => row.spots.includes(1)],
  [{ spots: 4 }, (row) => row.spots.includes(4)],
  [{ spots: '6' }, (row) => row.spots.includes(6)],
  [{ spots: '7' }, () => false],
  [{ spots: '999999999' }, () => false],
  [
    { course_name: 'torrey', group_name: 'twilight', spots: '2', rate: '171' },
    (row) => row.course_id === 1 && row.spots.includes(2) && row.raw_rate === 17_100,
  ],
  [{ course_name: 'maderas', group_name: 'coast' }, () => false],
  [{ course_name: '', spots: null }, () => true],
];

describe('the filters', () => {
  test.each(FILTERS)('%j', async (filters, keep) => {
    expect(await ids({ filters })).toEqual(expected(DEFAULT, keep));
    expect(await count({ filters })).toBe(model.filter(keep).length);
    expect(await count({ filters, cap: 5 })).toBe(Math.min(6, model.filter(keep).length));
    for (const name of NAMES)
      expect(await ids({ filters, sort_fields: [name], sort_desc: [true] })).toEqual(
        expected([[name, true]], keep),
      );
  });

  test.each([
    ['rate', 'much', 'must be an amount like 412.00'],
    ['rate', '612,00', 'must have a point before the cents, like 412.00'],
    [
      'available_date',
      'today',
      'must be a date like 2026-12-01 or 12/01/2026 (MM/DD/YYYY), or two with .. between them',
    ],
    ['available_time', '25:00', 'must be a time like 07:42'],
    ['available_time', 'teatime', 'must be a time like 07:42'],
    ['spots', 'two', 'must be a whole number'],
    ['spots', '-1', 'must be a whole number'],
  ])('%s refuses %s', async (name, typed, said) => {
    const refused = await app.call(
      foreUpAvailability.index,
      { query: { filters: { [name]: typed } } },
      at.agent,
    );
    expect(refused).toMatchObject({ status: 422, body: { errors: { [name]: [said] } } });
  });
});
