import { describe, expect, test } from 'vitest';
import { addDays, localInstant } from '../../../contract/dates.ts';
import { timeZoneLines } from './time-zone.texts.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
type Onset = { at: number; local: number; from: number; to: number };

const asUtc = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
const offsetOf = (text: string) =>
  (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(3))) * 60_000;

/** Returns every time until the end of a year at which a zone's clock changes, read from its VTIMEZONE lines by RFC 5545. */
function onsetsOf(lines: string[], until: number): Onset[] {
  const blocks = lines.join('\n').matchAll(/BEGIN:(?:STANDARD|DAYLIGHT)\n(.*?)\nEND:(?:STANDARD|DAYLIGHT)/gs);
  return [...blocks].flatMap(([, block = '']) => {
    const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(block)?.[1] ?? '';
    const [from, to] = [offsetOf(value('TZOFFSETFROM')), offsetOf(value('TZOFFSETTO'))];
    const start = asUtc(value('DTSTART'));
    const rule = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)([A-Z]{2})$/.exec(value('RRULE'));
    const locals = rule ? [] : [start];
    for (let year = new Date(start).getUTCFullYear(); rule && year <= until; year += 1)
      locals.push(dayOf(year, rule) + (start % 86_400_000));
    // The first date of the rule must equal DTSTART.
    expect(locals[0]).toBe(start);
    return locals.map((local) => ({ local, at: local - from, from, to }));
  });
}
function dayOf(year: number, [, month, nth, weekday]: string[]): number {
  const days = Array.from(
    { length: 31 },
    (_, day) => new Date(Date.UTC(year, Number(month) - 1, day + 1)),
  ).filter((day) => day.getUTCMonth() === Number(month) - 1 && WEEKDAYS[day.getUTCDay()] === weekday);
  return Number(days.at(Number(nth) < 0 ? Number(nth) : Number(nth) - 1));
}

/**
 * Returns the instant of a local time by RFC 5545, 3.3.5: the first one of a time that occurs twice; in a gap, the offset
 * before the gap counts.
 */
function instantBy(onsets: Onset[], date: string, time: string): number {
  const local = Date.parse(`${date}T${time}:00Z`);
  const inForce = (at: number) =>
    onsets
      .filter((onset) => onset.at <= at)
      .toSorted((a, b) => a.at - b.at)
      .at(-1);
  const offsets = [...new Set(onsets.flatMap(({ from, to }) => [from, to]))];
  const readings = offsets.map((offset) => local - offset).filter((at) => inForce(at)?.to === local - at);
  if (readings.length > 0) return Math.min(...readings);
  const gap = onsets.find((onset) => onset.local <= local && local < onset.local + onset.to - onset.from);
  return local - (gap?.from ?? Number.NaN);
}

const ZONES = [
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'Europe/London',
  'Australia/Sydney',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'UTC',
];
describe.each(ZONES)('the rules of %s', (zone) => {
  test.each([2026, 2027])('give every hour of %i the instant that the clock has', (year) => {
    const onsets = onsetsOf(timeZoneLines(zone, year), year);
    const wrong: string[] = [];
    for (let date = `${year}-01-01`; date.startsWith(String(year)); date = addDays(date, 1))
      for (const time of ['00:30', '01:30', '02:30', '03:30', '07:42', '13:00', '23:59'])
        if (instantBy(onsets, date, time) !== localInstant(date, time, zone)) wrong.push(`${date} ${time}`);
    expect(wrong).toEqual([]);
  });
});

test('01:30 of the night when the clock goes back is the first one', () => {
  const onsets = onsetsOf(timeZoneLines('America/Los_Angeles', 2026), 2026);
  expect(new Date(instantBy(onsets, '2026-11-01', '01:30')).toISOString()).toBe('2026-11-01T08:30:00.000Z');
});

test('a rule holds in the years that follow', () => {
  const onsets = onsetsOf(timeZoneLines('America/Los_Angeles', 2026), 2031);
  for (const [date, utc] of [
    ['2031-03-09', '2031-03-09T14:42:00.000Z'],
    ['2031-03-08', '2031-03-08T15:42:00.000Z'],
    ['2031-11-02', '2031-11-02T15:42:00.000Z'],
  ] as const)
    expect(new Date(instantBy(onsets, date, '07:42')).toISOString()).toBe(utc);
});
