import { expect, test } from 'vitest';
import { formatClockNumber, formatOpenTime, spokenTime, spokenDay } from './spoken-times.ts';

test.each([
  ['2026-12-05', 'Saturday, December 5th'],
  ['2026-12-01', 'Tuesday, December 1st'],
  ['2026-12-02', 'Wednesday, December 2nd'],
  ['2026-12-03', 'Thursday, December 3rd'],
  ['2026-12-11', 'Friday, December 11th'],
  ['2026-12-12', 'Saturday, December 12th'],
  ['2026-12-13', 'Sunday, December 13th'],
  ['2026-12-21', 'Monday, December 21st'],
  ['2026-12-22', 'Tuesday, December 22nd'],
  ['2026-12-30', 'Wednesday, December 30th'],
  ['2027-01-31', 'Sunday, January 31st'],
])('%s is %s', (date, said) => expect(spokenDay(date)).toBe(said));

test.each([
  [752, '7:52 AM', '07:52'],
  [0, '12:00 AM', '00:00'],
  [30, '12:30 AM', '00:30'],
  [1200, '12:00 PM', '12:00'],
  [1336, '1:36 PM', '13:36'],
  [2359, '11:59 PM', '23:59'],
])('%i is %s', (time, said, clock) => {
  expect(spokenTime(time)).toBe(said);
  expect(formatClockNumber(time)).toBe(clock);
});

test('an open time in a title', () =>
  expect(formatOpenTime('2026-12-05', 752)).toBe('Sat, Dec 5 2026, 07:52'));
