import { expect, test } from 'vitest';
import { parsePastDay } from './past-day.rules.ts';

const TODAY = '2026-11-22';

test.each([
  ['today', '2026-11-22'],
  ['yesterday', '2026-11-21'],
  ['fri', '2026-11-20'],
  // November 22 2026 is a Sunday.
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
