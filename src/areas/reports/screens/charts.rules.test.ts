import { describe, expect, test } from 'vitest';
import type { ShownSheet } from '../reports.contract.ts';
import { chartForSheet, chartScale } from './charts.rules.ts';

type Rows = ShownSheet['rows'];
type Columns = ShownSheet['columns'];
const money = (heading: string): Columns[number] => ({ heading, kind: 'money' });
const day = (heading: string): Columns[number] => ({ heading, kind: 'date' });
const sheet = (
  name: string,
  columns: Columns,
  rows: Rows,
  totals: ShownSheet['totals'] = null,
): ShownSheet => ({ name, columns, rows, totals, count: rows.length, last: '' });

describe('Revenue Comparison', () => {
  const columns = [day('Week'), day('Compared with'), money('Revenue 2026'), money('Revenue 2025')];
  const courses = sheet(
    'Courses',
    [{ heading: 'Course', kind: 'text' }, { heading: 'Difference', kind: 'number' }, money('Difference')],
    [
      ['Aviara', 4, 100_00],
      ['Torrey Pines South', -4, -300_00],
    ],
  );
  const of = (rows: Rows, totals: ShownSheet['totals']) => {
    const weeks = sheet('Weeks', columns, rows, totals);
    return chartForSheet({ title: 'Revenue Comparison', sheets: [courses, weeks] }, weeks);
  };

  test('by week has a pair for each, and says what all come to, those not shown too', () => {
    const rows: Rows = [
      ['2026-11-01', '2025-11-01', 800_00, 0],
      ['2026-11-08', '2025-11-08', 100_00, 400_00],
      [null, '2025-11-15', 0, 200_00],
    ];
    expect(of(rows, [null, null, 1_000_00, 700_00])).toEqual({
      title: 'Revenue by week',
      sheet: 'Weeks',
      says: '2026 $1,000.00, 2025 $700.00 in all; 2026 is ahead in 1 of 3 weeks.',
      bars: [
        { label: 'Nov 1', cents: 800_00, before: 0 },
        { label: 'Nov 8', cents: 100_00, before: 400_00 },
        { label: 'Nov 15', cents: 0, before: 200_00 },
      ],
      upright: true,
      names: ['2026', '2025'],
    });
  });

  test('by week is of the first weeks where not all are shown, and says so', () => {
    const weeks = sheet('Weeks', columns, [['2026-11-01', '2025-11-01', 800_00, 0]], [null, null, 900_00, 0]);
    const chart = chartForSheet({ title: 'Revenue Comparison', sheets: [weeks] }, { ...weeks, count: 300 });
    expect(chart).toMatchObject({
      title: 'Revenue by week, the first 1 week',
      says: '2026 $900.00, 2025 $0.00 in all; 2026 is ahead in 1 of the first 1 week.',
    });
  });

  test('by week has none where nothing was sold', () => {
    expect(of([['2026-11-01', '2025-11-01', 0, 0]], [null, null, 0, 0])).toBeNull();
  });

  test('by course has the largest difference first', () => {
    expect(chartForSheet({ title: 'Revenue Comparison', sheets: [courses] }, courses)).toMatchObject({
      title: 'Difference by course',
      says: 'The largest is Torrey Pines South with −$300.00.',
      bars: [{ cents: -300_00 }, { cents: 100_00 }],
      upright: false,
    });
  });
});

describe('Sales Report', () => {
  const columns = [day('Day'), money('Revenue')];
  const all = sheet(
    'All',
    columns,
    [
      ['2026-11-01', 500_00],
      ['2026-11-02', 300_00],
    ],
    [null, 800_00],
  );
  const misc = sheet(
    'Misc',
    columns,
    [
      ['2026-11-01', 0],
      ['2026-11-02', 50_00],
    ],
    [null, 50_00],
  );
  const agreement = sheet('Agreement', [{ heading: 'What', kind: 'text' }, money('Revenue')], [['', 1]]);
  const report = { title: 'Sales Report', sheets: [all, misc, agreement] };

  test.each([
    ['of the sheet that is shown', misc, { title: 'Revenue by day, Misc', sheet: 'Misc' }, 50_00],
    ['of all, where the sheet has no days', agreement, { title: 'Revenue by day', sheet: 'All' }, 300_00],
  ])('is drawn %s', (_, shown, named, cents) => {
    expect(chartForSheet(report, shown)).toMatchObject({ ...named, bars: [{ label: 'Nov 1' }, { cents }] });
  });
});

describe('a sheet of many days', () => {
  const columns = [day('Day'), money('Revenue')];
  const shown = (rows: Rows, spans?: ShownSheet['spans']) => {
    const days = { ...sheet('Days', columns, rows, [null, 900_00]), ...(spans && { spans }) };
    return chartForSheet({ title: 'Sales Report 2', sheets: [days] }, days);
  };

  test('is called by its years too where they are two', () => {
    const chart = shown([
      ['2025-12-31', 600_00],
      ['2026-01-01', 300_00],
    ]);
    expect(chart?.bars.map(({ label }) => label)).toEqual(['Dec 31 2025', 'Jan 1 2026']);
    expect(chart).toMatchObject({
      title: 'Revenue by day',
      says: '$900.00 in all, most on Dec 31 2025 with $600.00.',
    });
  });

  test.each([
    [[500_00, -20_00, 0], 'most on Nov 1 with $500.00, least on Nov 2 with −$20.00'],
    [[0, -20_00, -30_00], 'least on Nov 3 with −$30.00'],
    [[0, 20_00, 30_00], 'most on Nov 3 with $30.00'],
  ])('of %j cents says in words how far up it goes and how far below 0', (cents, says) => {
    const chart = shown(cents.map((figure, at) => [`2026-11-0${at + 1}`, figure]));
    expect(chart?.says).toBe(`$900.00 in all, ${says}.`);
  });

  test.each([
    [
      'month',
      [
        ['2025-12', 200_00],
        ['2026-01', -50_00],
        ['2026-02', 750_00],
      ],
      'February 2026',
    ],
    [
      'year',
      [
        ['2025', 200_00],
        ['2026', 700_00],
      ],
      '2026',
    ],
  ])('is drawn by %s where not all of them are shown', (by, spans, best) => {
    const chart = shown([['2025-12-31', 100_00]], spans);
    expect(chart?.title).toBe(`Revenue by ${by}`);
    expect(chart?.bars.map(({ cents }) => cents)).toEqual(spans.map(([, cents]) => cents));
    expect(chart?.says).toBe(
      `$900.00 in all, most in ${best} with $${by === 'year' ? '700.00' : '750.00, least in January 2026 with −$50.00'}.`,
    );
  });
});

describe('the bars of a chart', () => {
  const bar = (cents: number, before?: number) => ({
    label: '',
    cents,
    ...(before !== undefined && { before }),
  });

  test('stand on the line of 0, and those of days that gave money back hang from it', () => {
    expect(chartScale([bar(300_00), bar(-100_00)])).toEqual({ largest: 300_00, whole: 400_00, below: 0.25 });
    expect(chartScale([bar(-100_00), bar(-50_00)])).toEqual({ largest: 100_00, whole: 100_00, below: 1 });
    expect(chartScale([bar(100_00, -300_00)])).toEqual({ largest: 300_00, whole: 400_00, below: 0.75 });
  });

  test('have the whole height where none is below 0, and no room where all are 0', () => {
    expect(chartScale([bar(100_00), bar(50_00)])).toEqual({ largest: 100_00, whole: 100_00, below: 0 });
    expect(chartScale([bar(0)])).toEqual({ largest: 1, whole: 1, below: 0 });
  });
});
