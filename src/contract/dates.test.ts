import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { addDays, businessNow, dayOfWeek, daysBetween, formatDay, hoursUntil, WEEKDAYS } from './dates.ts';
import { parseTypedDay, parseTypedTime } from './typed/days-and-times.ts';

const WEST = 'America/Los_Angeles';
const EPOCH = Temporal.PlainDate.from('1970-01-01');
const aDay = fc.integer({ min: -40_000, max: 60_000 }).map((days) => EPOCH.add({ days }).toString());
const aTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5));

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
      fc.property(aDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        const then = addDays(date, days);
        return daysBetween(date, then) === days && addDays(then, -days) === date;
      }),
    ));

  test('agrees with the calendar of Temporal', () =>
    fc.assert(
      fc.property(aDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        const day = Temporal.PlainDate.from(date);
        return (
          addDays(date, days) === day.add({ days }).toString() &&
          dayOfWeek(date) === WEEKDAYS[day.dayOfWeek - 1]
        );
      }),
    ));

  test('a week has each weekday once, in order', () =>
    fc.assert(
      fc.property(aDay, (date) => {
        const week = [0, 1, 2, 3, 4, 5, 6].map((days) => dayOfWeek(addDays(date, days)));
        return new Set(week).size === 7 && dayOfWeek(addDays(date, 7)) === week[0];
      }),
    ));
});

describe('a typed day', () => {
  test.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-1-5', '2026-01-05'],
    ['12/1/2026', '2026-12-01'],
    ['12/01/26', '2026-12-01'],
    ['1/2/2027', '2027-01-02'],
    ['Dec 4 2026', '2026-12-04'],
    ['Dec 4, 2026', '2026-12-04'],
    ['december 4 2026', '2026-12-04'],
    ['Sept 9 2026', '2026-09-09'],
    ['decem 4', '2026-12-04'],
    ['Fri, Nov 20 2026', '2026-11-20'],
    [' dec 4 ', '2026-12-04'],
    ['nov 20', '2026-11-20'],
    ['nov 19', '2027-11-19'],
    ['12/4', '2026-12-04'],
    ['1/4', '2027-01-04'],
    ['feb 29', '2028-02-29'],
    ['2/29/2028', '2028-02-29'],
    ['today', '2026-11-20'],
    ['Tomorrow', '2026-11-21'],
    ['+0', '2026-11-20'],
    ['+3', '2026-11-23'],
    ['+42', '2027-01-01'],
    ['fri', '2026-11-20'],
    ['sat', '2026-11-21'],
    ['Saturday', '2026-11-21'],
    ['thurs', '2026-11-26'],
    ['5 dec', '2026-12-05'],
    ['5 Dec 2027', '2027-12-05'],
    ['5dec', '2026-12-05'],
    ['5th of december', '2026-12-05'],
    ['Dec 5th, 2026', '2026-12-05'],
    ['sat dec 5', '2026-12-05'],
    ['saturday, 5 dec', '2026-12-05'],
    ['12/5', '2026-12-05'],
    ['12/05/2026', '2026-12-05'],
    ['12-5-26', '2026-12-05'],
    ['12-05-2026', '2026-12-05'],
    ['12-5', '2026-12-05'],
    ['1205', '2026-12-05'],
    ['1119', '2027-11-19'],
    ['120527', '2027-12-05'],
    ['12052027', '2027-12-05'],
    ['5', '2026-12-05'],
    ['05', '2026-12-05'],
    ['20', '2026-11-20'],
    ['19', '2026-12-19'],
    ['31', '2026-12-31'],
    ['tom', '2026-11-21'],
    ['yesterday', '2026-11-19'],
  ])('%s is %s on 2026-11-20', (text, date) => expect(parseTypedDay(text, '2026-11-20')).toBe(date));

  test.each([
    [
      '',
      'soon',
      '0',
      '32',
      '125',
      '2026',
      '20261205',
      '12-5/26',
      '2026-02-30',
      '2026-00-10',
      '2/29/2027',
      '13/1/2026',
      '31/12/2026',
      '0/1/2026',
    ],
    [
      'dec',
      'dec 32',
      'dex 4',
      'decam 4',
      'Mon, Nov 20 2026',
      '12/1/026',
      '12/1/2',
      '2026/12/01',
      'feb 30',
      '1/0/26',
    ],
    ['+', '+1000', '-1', 'fr', 'sa', 'saturdays', 'next sat', 'tomorow', 'fri dec 5', 'dec 5 dec', '5 5 dec'],
  ])('refuses what is no day: %s …', (...texts) => {
    for (const text of texts) expect([text, parseTypedDay(text, '2026-11-20')]).toEqual([text, null]);
  });

  test('reads back every day as it is shown and as it is sent', () =>
    fc.assert(
      fc.property(aDay, aDay, (date, today) => {
        const [year, month, day] = date.split('-');
        const texts = [date, formatDay(date), `${Number(month)}/${Number(day)}/${year}`];
        return texts.every((text) => parseTypedDay(text, today) === date);
      }),
    ));

  test('of a month is the next such day, over months that do not have it', () => {
    expect(parseTypedDay('31', '2027-02-01')).toBe('2027-03-31');
    expect(parseTypedDay('30', '2027-01-31')).toBe('2027-03-30');
    fc.assert(
      fc.property(aDay, aDay, (date, today) => {
        const read = parseTypedDay(String(Number(date.slice(8))), today);
        return (
          read !== null && read >= today && read.slice(8) === date.slice(8) && daysBetween(today, read) < 62
        );
      }),
    );
  });

  test('without its year is the next such day, today included', () =>
    fc.assert(
      fc.property(aDay, aDay, (date, today) => {
        const read = parseTypedDay(`${Number(date.slice(5, 7))}/${Number(date.slice(8))}`, today);
        return (
          read !== null &&
          read >= today &&
          read.slice(5) === date.slice(5) &&
          daysBetween(today, read) <= 2922
        );
      }),
    ));
});

describe('a typed time', () => {
  test.each([
    ['742', '07:42'],
    ['7:42', '07:42'],
    ['0742', '07:42'],
    ['07:42', '07:42'],
    ['1930', '19:30'],
    ['7:42pm', '19:42'],
    ['7:42 PM', '19:42'],
    ['7:42\u202fAM', '07:42'],
    ['7:42 a.m.', '07:42'],
    ['7:42 P.M.', '19:42'],
    ['7:42\u00a0p. m.', '19:42'],
    ['\uff17\uff1a\uff14\uff12', '07:42'],
    ['742p', '19:42'],
    ['7:42am', '07:42'],
    ['12am', '00:00'],
    ['12:30am', '00:30'],
    ['12:30pm', '12:30'],
    ['7pm', '19:00'],
    ['7', '07:00'],
    ['14', '14:00'],
    ['0', '00:00'],
    ['000', '00:00'],
    ['2359', '23:59'],
    [' 7:42 ', '07:42'],
    ['07:42:00', '07:42'],
    ['7:42 pm', '19:42'],
    ['1542', '15:42'],
    ['noon', '12:00'],
    ['7;42', '07:42'],
    [' Noon ', '12:00'],
    ['midnight', '00:00'],
    [' Midnight', '00:00'],
    ['7.42', '07:42'],
    ['07.42', '07:42'],
    ['19.30', '19:30'],
    ['0.05', '00:05'],
    ['7.42pm', '19:42'],
    ['12.00 AM', '00:00'],
    ['7.42 a', '07:42'],
  ])('%s is %s', (text, time) => expect(parseTypedTime(text)).toBe(time));

  test.each([
    [
      '',
      '24',
      '2400',
      '7:60',
      '760',
      '99',
      '7:4',
      '7:',
      ':42',
      '12345',
      '7:42:60',
      '7:42:0',
      '742:00',
      '-7',
      '7,42',
      '7 42',
    ],
    [
      '7.425',
      '24.99',
      '24.00',
      '7.60',
      '7.4',
      '7.',
      '.42',
      '107.42',
      '7..42',
      '7.42.10',
      '7.42:10',
      '7:42.10',
    ],
    ['19.30pm', '0.30am', '-7.42', '$7.42', '7.42k', 'midnights', 'midnight am', 'mid', 'midday pm'],
    ['13pm', '0am', '0:30pm', '19:30pm', '7m', '7 4 2', 'noonish', 'pm', '٧', '7:42xm'],
  ])('refuses what is no time: %s …', (...texts) => {
    for (const text of texts) expect([text, parseTypedTime(text)]).toEqual([text, null]);
  });

  test('reads back every time, with and without its colon and zero, and as half of a day', () =>
    fc.assert(
      fc.property(aTime, (time) => {
        const [hour = '', minute = ''] = time.split(':');
        const half = `${Number(hour) % 12 || 12}:${minute}${Number(hour) < 12 ? 'am' : 'pm'}`;
        const texts = [
          time,
          hour + minute,
          `${hour}.${minute}`,
          `${Number(hour)}:${minute}`,
          `${Number(hour)}${minute}`,
          half,
        ];
        return texts.every((text) => parseTypedTime(text) === time);
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
    expect(hoursUntil(date, time, new Date(now), WEST)).toBe(hours),
  );

  const zone = fc.constantFrom(
    WEST,
    'UTC',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Auckland',
  );

  // Days around the clock changes of these zones are generated as often as all others.
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
      fc.property(anyDay, aTime, zone, (date, time, timeZone) => {
        const exact = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(
          timeZone,
        ).epochMilliseconds;
        return hoursUntil(date, time, new Date(0), timeZone) === exact / 3_600_000;
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
      fc.property(anyDay, aTime, fc.integer({ min: 0, max: 1e6 }), (date, time, hours) => {
        const start = Date.parse('2020-01-01T00:00:00Z');
        const first = hoursUntil(date, time, new Date(start), WEST);
        const later = hoursUntil(date, time, new Date(start + hours * 3_600_000), WEST);
        return Math.abs(first - later - hours) < 1e-6;
      }),
    ));
});
