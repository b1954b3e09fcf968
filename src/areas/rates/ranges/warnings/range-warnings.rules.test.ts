import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../../test/support/worked-table.ts';
import { dateRangeWarnings, type RangeToCheck } from './range-warnings.rules.ts';

/** Parses a date range in the form `rate: start..end times days`. */
function read(id: number, text: string): RangeToCheck {
  const [, rate = '', start = '', end = '', times = '', days = ''] =
    /^(\d+): ([\d-]+)\.\.([\d-]+) (\S+) (.+)$/.exec(text) ?? [];
  const [time_start = '', time_end = ''] = times === 'all' ? [] : times.split('-');
  return { id, golf_rate_id: Number(rate), start, end, time_start, time_end, rate_days: days.split(' ') };
}

test.each(
  workedTable('rate-range-warnings', 'Worked').map((row) => [
    row.title,
    row.cell('beside'),
    row.cell('is told'),
  ]),
)('%s beside %s: %s', (range, beside, told) => {
  const [own, other] = [read(1, range), read(2, beside)];
  expect(own.rate_days.length).toBeGreaterThan(0);
  const said = dateRangeWarnings([own], [own, other], '2026-01-01').map(({ message }) => message);
  expect(said).toEqual(told === '' ? [] : [told]);
});

describe('more than two ranges', () => {
  const march = read(1, '1: 2026-03-01..2026-03-31 all Mon');
  const april = read(3, '3: 2026-04-01..2026-04-30 all Mon');
  const may = read(2, '2: 2026-05-01..2026-05-31 all Mon');
  const told = (live: RangeToCheck[], today = '2026-01-01') => dateRangeWarnings([march], live, today);

  test('a third range closes a gap, and a range alone has none', () => {
    expect(told([march, may])).toHaveLength(1);
    expect(told([march, may, april])).toEqual([]);
    expect(told([march])).toEqual([]);
  });

  test('a third range closes the gap before as well, however short it is', () => {
    const before = (...live: RangeToCheck[]) =>
      dateRangeWarnings([may], [may, ...live], '2026-01-01').map(({ message }) => message);
    const thirtieth = read(4, '4: 2026-04-30..2026-04-30 all Mon');
    expect(before(march)).toEqual(['Apr 1 2026 to Apr 30 2026: no rate covers Mon.']);
    expect(before(march, april)).toEqual([]);
    expect(before(march, thirtieth)).toEqual([]);
  });

  test('a range of the first day after closes the gap, one that is long over does not', () => {
    const first = read(4, '4: 2026-04-01..2026-04-01 all Mon');
    const winter = read(5, '5: 2026-01-01..2026-01-31 all Mon');
    const gap = 'Apr 1 2026 to Apr 30 2026: no rate covers Mon.';
    expect(told([march, may, first])).toEqual([]);
    expect(told([march, may, winter]).map(({ message }) => message)).toContain(gap);
  });

  test('what is over is not told', () => {
    expect(told([march, may], '2026-04-30')).toHaveLength(1);
    expect(told([march, may], '2026-05-01')).toEqual([]);
    const twin = read(4, '4: 2026-03-01..2026-03-31 all Mon');
    expect(told([march, twin], '2026-03-31')).toEqual([
      { range_id: 1, rate_id: 4, message: expect.stringContaining('rate 4') },
    ]);
    expect(told([march, twin], '2026-04-01')).toEqual([]);
  });
});
