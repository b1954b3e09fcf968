import { expect, test } from 'vitest';
import { workedTable } from '../../../test/support/worked-table.ts';
import { rangeWarnings, type WarnedRange } from './range-warnings.rules.ts';

/** `rate: start..end times days` */
function read(id: number, text: string): WarnedRange {
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
  const said = rangeWarnings([own], [own, other]).map(({ message }) => message);
  expect(said).toEqual(told === '' ? [] : [told]);
});

test('a third range closes a gap, and a range alone has none', () => {
  const [march, may, april] = [
    read(1, '1: 2026-03-01..2026-03-31 all Mon'),
    read(2, '2: 2026-05-01..2026-05-31 all Mon'),
    read(3, '3: 2026-04-01..2026-04-30 all Mon'),
  ];
  expect(rangeWarnings([march], [march, may])).toHaveLength(1);
  expect(rangeWarnings([march], [march, may, april])).toEqual([]);
  expect(rangeWarnings([march], [march])).toEqual([]);
});
