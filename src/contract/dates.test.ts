import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { anyCalendarDay, anyTimeOfDay } from '../../test/support/days-and-times.ts';
import {
  addDays,
  businessNow,
  dayOfWeek,
  daysBetween,
  formatDay,
  hoursUntilLocalTime,
  WEEKDAYS,
} from './dates.ts';

const WEST = 'America/Los_Angeles';

describe('days', () => {
  test.each([
    ['2026-11-20', 'Fri', 'Fri, Nov 20 2026'],
    ['2026-01-05', 'Mon', 'Mon, Jan 5 2026'],
    ['1970-01-01', 'Thu', 'Thu, Jan 1 1970'],
    ['1969-12-31', 'Wed', 'Wed, Dec 31 1969'],
    ['2024-02-29', 'Thu', 'Thu, Feb 29 2024'],
  ])('%s is a %s, shown as %s', (date, weekday, shown) =>
    expect([dayOfWeek(date), formatDay(date)]).toEqual([weekday, shown]),
  );

  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-06-15', 0, '2026-06-15'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s and %d days is %s', (date, days, then) => {
    expect(addDays(date, days)).toBe(then);
    expect(daysBetween(date, then)).toBe(days);
  });

  test.each([['2026-13-01'], ['nonsense'], ['']])('%s is no day', (date) =>
    expect(() => dayOfWeek(date)).toThrow(RangeError),
  );

  test('days added are days between', () =>
    fc.assert(
      fc.property(anyCalendarDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        const then = addDays(date, days);
        return daysBetween(date, then) === days && addDays(then, -days) === date;
      }),
    ));

  test('agrees with the calendar of Temporal', () =>
    fc.assert(
      fc.property(anyCalendarDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        const day = Temporal.PlainDate.from(date);
        return (
          addDays(date, days) === day.add({ days }).toString() &&
          dayOfWeek(date) === WEEKDAYS[day.dayOfWeek - 1]
        );
      }),
    ));

  test('a week has each weekday once, in order', () =>
    fc.assert(
      fc.property(anyCalendarDay, (date) => {
        const week = [0, 1, 2, 3, 4, 5, 6].map((days) => dayOfWeek(addDays(date, days)));
        return new Set(week).size === 7 && dayOfWeek(addDays(date, 7)) === week[0];
      }),
    ));
});

describe('the business clock', () => {
  test.each([
    ['2026-11-20T07:59:59Z', '2026-11-19', '23:59'],
    ['2026-11-20T08:00:00Z', '2026-11-20', '00:00'],
    ['2026-07-01T06:59:00Z', '2026-06-30', '23:59'],
    ['2026-07-01T07:00:00Z', '2026-07-01', '00:00'],
    ['2026-03-08T09:59:00Z', '2026-03-08', '01:59'],
    ['2026-03-08T10:00:00Z', '2026-03-08', '03:00'],
    ['2026-11-01T08:30:00Z', '2026-11-01', '01:30'],
    ['2026-11-01T09:30:00Z', '2026-11-01', '01:30'],
  ])('%s is %s %s in California', (instant, date, time) =>
    expect(businessNow(new Date(instant), WEST)).toEqual({ date, time }),
  );

  test.each([
    ['2026-11-20', '07:42', '2026-11-19T15:42:00Z', 24, 'a day is 24 hours'],
    ['2026-11-20', '07:42', '2026-11-20T15:12:00Z', 0.5, 'half an hour'],
    ['2026-11-20', '07:42', '2026-11-20T18:42:00Z', -3, 'below 0 once it has passed'],
    ['2026-03-08', '12:00', '2026-03-07T20:00:00Z', 23, 'the day the clock is put forward has 23'],
    ['2026-11-01', '12:00', '2026-10-31T19:00:00Z', 25, 'the day it is put back has 25'],
    ['2026-03-08', '02:30', '2026-03-08T09:30:00Z', 1, 'a time that is skipped moves forward'],
    ['2026-11-01', '01:30', '2026-11-01T07:30:00Z', 1, 'a time that happens twice is the first'],
    ['2026-11-20', '07:42:00', '2026-11-19T15:42:00Z', 24, 'seconds of a clock do not matter'],
  ])('until %s %s from %s are %d h: %s', (date, time, now, hours) =>
    expect(hoursUntilLocalTime(date, time, new Date(now), WEST)).toBe(hours),
  );

  const zone = fc.constantFrom(
    WEST,
    'UTC',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Auckland',
  );

  // Days around the clock changes of these time zones are generated as often as all other days.
  const changeDay = fc
    .tuple(
      fc.constantFrom(
        '2026-03-08',
        '2026-11-01',
        '2026-03-29',
        '2026-10-25',
        '2026-04-05',
        '2026-10-04',
        '2026-09-27',
      ),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([date, days]) => addDays(date, days));
  const anyDay = fc.oneof(
    changeDay,
    fc.integer({ min: 0, max: 5000 }).map((days) => addDays('2020-01-01', days)),
  );

  test('agrees with Temporal in every zone and on both sides of a clock change', () =>
    fc.assert(
      fc.property(anyDay, anyTimeOfDay, zone, (date, time, timeZone) => {
        const exact = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(
          timeZone,
        ).epochMilliseconds;
        return hoursUntilLocalTime(date, time, new Date(0), timeZone) === exact / 3_600_000;
      }),
      { numRuns: 400 },
    ));

  test('the clock at an instant agrees with Temporal', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), zone, (instant, timeZone) => {
        const { date, time } = businessNow(new Date(instant), timeZone);
        const exact = Temporal.Instant.fromEpochMilliseconds(instant)
          .toZonedDateTimeISO(timeZone)
          .toPlainDateTime();
        return exact.toString().startsWith(`${date}T${time}`);
      }),
    ));

  test('an hour later is an hour less', () =>
    fc.assert(
      fc.property(anyDay, anyTimeOfDay, fc.integer({ min: 0, max: 1e6 }), (date, time, hours) => {
        const start = Date.parse('2020-01-01T00:00:00Z');
        const first = hoursUntilLocalTime(date, time, new Date(start), WEST);
        const later = hoursUntilLocalTime(date, time, new Date(start + hours * 3_600_000), WEST);
        return Math.abs(first - later - hours) < 1e-6;
      }),
    ));
});
