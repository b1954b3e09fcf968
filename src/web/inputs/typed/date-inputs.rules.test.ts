import { describe, expect, test } from 'vitest';
import { UNREADABLE_DAY_TEXT } from '../../../contract/dates.ts';
import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import { invalidDayMessage, parseTypedLastDay } from './date-inputs.rules.ts';

test.each([
  ['Sun 12/5', 'Dec 5 2026 is a Saturday.'],
  ['sunday, dec 5', 'Dec 5 2026 is a Saturday.'],
  ['Fri, Dec 5 2027', 'Dec 5 2027 is a Sunday.'],
  ['Sun 2/30', UNREADABLE_DAY_TEXT],
  ['sum 12/5', UNREADABLE_DAY_TEXT],
  ['soon', UNREADABLE_DAY_TEXT],
])('the error of %s is %s', (text, error) => {
  expect(parseTypedDay(text, '2026-11-28')).toBeNull();
  expect(invalidDayMessage(text, { today: '2026-11-28', lean: 'ahead' })).toBe(error);
});

describe('a typed last day', () => {
  test.each([
    ['12/5', '2026-11-20', '2026-12-05'],
    ['dec 5', '2026-12-05', '2026-12-05'],
    ['Sat 12/5', '2026-11-20', '2026-12-05'],
    ['12/5', '2024-11-20', '2024-12-05'],
    ['11/30', '2026-01-01', '2026-11-30'],
    ['8/31', '2027-08-01', '2027-08-31'],
    ['12/5', null, '2025-12-05'],
    // Read as a day ahead, Oct 31 would be eleven months away.
    ['10/31', '2026-11-01', '2026-10-31'],
    ['12/5/2025', '2026-11-20', '2025-12-05'],
    ['yesterday', '2026-11-20', '2026-11-27'],
    ['fri', '2026-11-02', '2026-11-27'],
    ['soon', '2026-11-20', null],
  ])('%s after %s is %s on 2026-11-28', (text, first, date) =>
    expect(parseTypedLastDay(text, { today: '2026-11-28', lean: 'back' }, first)).toBe(date),
  );
});
