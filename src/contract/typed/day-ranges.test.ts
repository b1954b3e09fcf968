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
    ['>= dec 1', '2026-12-01..'],
    ['>12/1', '2026-12-02..'],
    ['<=12/1', '..2026-12-01'],
    ['< 12/1', '..2026-11-30'],
    ['5th', '2026-12-05'],
    ['21st', '2026-11-21'],
  ])('%s', (typed, wire) => expect(parseTypedDays(typed, TODAY)).toBe(wire));

  // 2026-11-27 is a Friday.
  test.each([
    ['10/1 to 10/31', 'back', '2026-10-01..2026-10-31'],
    ['10/1', 'back', '2026-10-01'],
    ['10/31', 'ahead', '2027-10-31'],
    ['10/31', 'nearest', '2026-10-31'],
    ['12/5', 'back', '2025-12-05'],
    ['12/5', 'nearest', '2026-12-05'],
    ['6/1', 'nearest', '2026-06-01'],
    ['5/1', 'nearest', '2027-05-01'],
    ['11/27', 'back', '2026-11-27'],
    ['2/29', 'back', '2024-02-29'],
    ['11/1-11/30', 'back', '2026-11-01..2026-11-30'],
    ['12/1-12/31', 'ahead', '2026-12-01..2026-12-31'],
    ['dec 1-5', 'ahead', '2026-12-01..2026-12-05'],
    ['nov 1 thru nov 30', 'back', '2026-11-01..2026-11-30'],
    ['12/20-1/5', 'back', '2025-12-20..2026-01-05'],
    ['october', 'back', '2026-10-01..2026-10-31'],
    ['december', 'back', '2025-12-01..2025-12-31'],
    ['oct', 'nearest', '2026-10-01..2026-10-31'],
    ['since nov 1', 'back', '2026-11-01..'],
    ['12/2026', 'back', '2026-12-01..2026-12-31'],
    ['2026', 'back', '2026-01-01..2026-12-31'],
    ['Nov 20, 18:12', 'back', '2026-11-20'],
    ['nov 20 7:05', 'nearest', '2026-11-20'],
    ['11/20 10:30 AM', 'back', '2026-11-20'],
    ['2026-11-20T18:12', 'back', '2026-11-20'],
    ['2026-11-20T18:12:03.123456Z', 'back', '2026-11-20'],
    ['thu', 'back', '2026-11-26'],
    ['thu', 'nearest', '2026-11-26'],
    ['mon', 'nearest', '2026-11-30'],
    ['5', 'back', '2026-11-05'],
    ['5', 'nearest', '2026-12-05'],
    ['12/5/26', 'back', '2026-12-05'],
    ['tomorrow', 'back', '2026-11-28'],
    ['nov 1 to today', 'back', '2026-11-01..2026-11-27'],
    ['nov 1 to today', 'nearest', '2026-11-01..2026-11-27'],
    ['nov 1 to today', 'ahead', '2026-11-01..2026-11-27'],
    ['5/1 - tod', 'nearest', '2026-05-01..2026-11-27'],
    ['mon to yesterday', 'ahead', '2026-11-23..2026-11-26'],
    ['11/1..tomorrow', 'back', '2026-11-01..2026-11-28'],
    ['..today', 'back', '..2026-11-27'],
    ['yesterday to today', 'ahead', '2026-11-26..2026-11-27'],
  ] as const)('%s, looking %s', (typed, lean, wire) =>
    expect(parseTypedDays(typed, '2026-11-27', lean)).toBe(wire),
  );

  test.each([
    ['Dec\u00a05 2026', '2026-12-05'],
    ['Sat 12/5', '2026-12-05'],
    ['Sat, 12/5/2026', '2026-12-05'],
    ['12\u20115\u20112026', '2026-12-05'],
    ['\u200e12/5/2026\u200b', '2026-12-05'],
    ['\uff11\uff12/\uff15', '2026-12-05'],
    ['dec 1 \u2013 dec 31', '2026-12-01..2026-12-31'],
    ['12/1\u201312/31', '2026-12-01..2026-12-31'],
  ])('%j, as other programs write it', (typed, wire) => expect(parseTypedDays(typed, TODAY)).toBe(wire));

  test.each(['Fri 12/5', 'Foo 12/5', 'sat sat 12/5', '9'.repeat(90), `${'12/5 to '.repeat(20)}12/5`])(
    '%s is no day',
    (typed) => expect(parseTypedDays(typed, TODAY)).toBeNull(),
  );

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
