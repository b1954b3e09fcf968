import { expect, test } from 'vitest';
import { parsePastDay, whyInvalidDay } from './past-day.rules.ts';

const TODAY = '2026-11-22';
const ONE_DAY = 'must be a date like Sat, Dec 5 2026 or 12/05/2026 (MM/DD/YYYY): its month is shown too';

test.each([
  ['today', '2026-11-22'],
  ['yesterday', '2026-11-21'],
  ['fri', '2026-11-20'],
  // November 22, 2026 is a Sunday.
  ['sun', '2026-11-22'],
  ['mon', '2026-11-16'],
  ['nov 20', '2026-11-20'],
  ['11/23', '2025-11-23'],
  ['dec 5', '2025-12-05'],
  ['2026-01-05', '2026-01-05'],
  ['2027-01-05', '2027-01-05'],
  ['tomorrow', '2026-11-23'],
  ['tom', '2026-11-23'],
  ['+2', '2026-11-24'],
  ['22', '2026-11-22'],
  ['5', '2026-11-05'],
  ['31', '2026-10-31'],
  ['1105', '2026-11-05'],
  ['1205', '2025-12-05'],
  ['soon', null],
])('%s is %s', (typed, read) => expect(parsePastDay(typed, TODAY)).toBe(read));

test.each([
  ['yesterday', null],
  ['2026-11-22', null],
  ['1970-01-01', null],
  ['12/31/1969', 'must be Thu, Jan 1 1970 or later'],
  ['0000-01-01', 'must be Thu, Jan 1 1970 or later'],
  ['2026-02-30', ONE_DAY],
  ['', ONE_DAY],
  ['tomorrow', 'must be today or earlier'],
  ['november', ONE_DAY],
  ['11/1-11/20', ONE_DAY],
])('%j is a day to sum up, or why not: %s', (typed, why) => expect(whyInvalidDay(typed, TODAY)).toBe(why));
