import { describe, expect, test } from 'vitest';
import { formatDays, readDays } from './day-ranges.ts';
import { parseTypedDays } from './several-days.ts';

// A Friday.
const TODAY = '2026-11-20';

describe('days as they are typed', () => {
  test.each([
    ['sat', '2026-11-21'],
    ['12/5/26', '2026-12-05'],
    ['2026-12-01', '2026-12-01'],
    ['dec 1 to dec 31', '2026-12-01..2026-12-31'],
    ['12/20 - 1/5', '2026-12-20..2027-01-05'],
    ['today..+3', '2026-11-20..2026-11-23'],
    ['dec 1..', '2026-12-01..'],
    ['..dec 1', '..2026-12-01'],
    ['from  Dec 1', '2026-12-01..'],
    ['since nov 1 2026', '2026-11-01..'],
    ['after dec 1', '2026-12-02..'],
    ['until dec 31', '..2026-12-31'],
    ['before dec 31', '..2026-12-30'],
    ['december', '2026-12-01..2026-12-31'],
    ['nov', '2026-11-01..2026-11-30'],
    ['feb', '2027-02-01..2027-02-28'],
    ['feb 2028', '2028-02-01..2028-02-29'],
    ['oct 2025', '2025-10-01..2025-10-31'],
    ['this week', '2026-11-16..2026-11-22'],
    ['next week', '2026-11-23..2026-11-29'],
    ['last month', '2026-10-01..2026-10-31'],
    ['next month', '2026-12-01..2026-12-31'],
    ['2026-12-01..2026-12-31', '2026-12-01..2026-12-31'],
  ])('%s', (typed, wire) => expect(parseTypedDays(typed, TODAY)).toBe(wire));

  test.each(['', 'someday', 'dec 1 to someday', '..', 'to', 'from', '2026-13-01..', 'month', '1..2..3'])(
    '%s is none',
    (typed) => expect(parseTypedDays(typed, TODAY)).toBeNull(),
  );
});

test('days of the wire, and how they are read', () => {
  expect(readDays('2026-12-01')).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  expect(readDays('2026-12-01..')).toEqual({ from: '2026-12-01', to: null });
  for (const none of ['', '..', '2026-02-30', '2026-02-30..', 'a..b', '2026-12-01...2026-12-02'])
    expect(readDays(none), none).toBeNull();
  expect(formatDays({ from: '2026-12-01', to: '2026-12-31' })).toBe('Dec 1 2026 to Dec 31 2026');
  expect(formatDays({ from: null, to: '2026-12-31' })).toBe('until Dec 31 2026');
  expect(formatDays({ from: '2026-12-01', to: null })).toBe('from Dec 1 2026');
});
