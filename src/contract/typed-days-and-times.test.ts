import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCalendarDay, anyTimeOfDay } from '../../test/support/days-and-times.ts';
import { daysBetween, formatDay } from './dates.ts';
import { parseTypedDay, parseTypedTime } from './typed/days-and-times.ts';

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
      fc.property(anyCalendarDay, anyCalendarDay, (date, today) => {
        const [year, month, day] = date.split('-');
        const texts = [date, formatDay(date), `${Number(month)}/${Number(day)}/${year}`];
        return texts.every((text) => parseTypedDay(text, today) === date);
      }),
    ));

  test('of a month is the next such day, over months that do not have it', () => {
    expect(parseTypedDay('31', '2027-02-01')).toBe('2027-03-31');
    expect(parseTypedDay('30', '2027-01-31')).toBe('2027-03-30');
    fc.assert(
      fc.property(anyCalendarDay, anyCalendarDay, (date, today) => {
        const read = parseTypedDay(String(Number(date.slice(8))), today);
        return (
          read !== null && read >= today && read.slice(8) === date.slice(8) && daysBetween(today, read) < 62
        );
      }),
    );
  });

  test('without its year is the next such day, today included', () =>
    fc.assert(
      fc.property(anyCalendarDay, anyCalendarDay, (date, today) => {
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
      fc.property(anyTimeOfDay, (time) => {
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
