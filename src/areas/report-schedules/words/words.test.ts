import { describe, expect, test } from 'vitest';
import { REPORT_SCREENS, findReportScreen } from '../../reports/screens/report-screens.rules.ts';
import { REPORT_NAMES } from '../../reports/reports.contract.ts';
import type { ReportComparison, ReportRange, ScheduleTimes } from '../report-schedules.contract.ts';
import {
  comparisonPeriod,
  addMonths,
  reportRanges,
  periodOfRange,
  scheduledReportParameters,
} from './ranges.rules.ts';
import { mayReceiveReport, mayRunReport } from './readers.rules.ts';
import { lastDueDay, nextDueTime, scheduleTimesText } from './when.rules.ts';

const ZONE = 'America/Los_Angeles';

describe('the days of a range', () => {
  // Columns: the day of the run, the range and its days; the days a year before and in the period before.
  test.each<[string, ReportRange, string, [yearBefore: string, periodBefore: string]]>([
    // The runs are on a Monday, a Sunday and the days between.
    ['2026-11-23', 'yesterday', '11-22 to 11-22', ['2025-11-22 to 2025-11-22', '2026-11-21 to 2026-11-21']],
    ['2026-11-23', 'last_week', '11-16 to 11-22', ['2025-11-16 to 2025-11-22', '2026-11-09 to 2026-11-15']],
    ['2026-11-22', 'last_week', '11-09 to 11-15', ['2025-11-09 to 2025-11-15', '2026-11-02 to 2026-11-08']],
    ['2026-11-18', 'last_week', '11-09 to 11-15', ['2025-11-09 to 2025-11-15', '2026-11-02 to 2026-11-08']],
    ['2026-11-22', 'last_month', '10-01 to 10-31', ['2025-10-01 to 2025-10-31', '2026-09-01 to 2026-09-30']],
    ['2026-03-31', 'last_month', '02-01 to 02-28', ['2025-02-01 to 2025-02-28', '2026-01-01 to 2026-01-31']],
    ['2026-11-22', 'this_month', '11-01 to 11-22', ['2025-11-01 to 2025-11-22', '2026-10-01 to 2026-10-22']],
    ['2026-03-31', 'this_month', '03-01 to 03-31', ['2025-03-01 to 2025-03-31', '2026-02-01 to 2026-02-28']],
    ['2026-12-01', 'this_month', '12-01 to 12-01', ['2025-12-01 to 2025-12-01', '2026-11-01 to 2026-11-01']],
    ['2026-11-22', 'this_year', '01-01 to 11-22', ['2025-01-01 to 2025-11-22', '2025-01-01 to 2025-11-22']],
    ['2026-01-01', 'this_year', '01-01 to 01-01', ['2025-01-01 to 2025-01-01', '2025-01-01 to 2025-01-01']],
  ])('%s, %s', (today, range, days, before) => {
    const span = periodOfRange(range, today);
    if (!span) throw new Error('It has days.');
    const read = ({ start_date, end_date }: typeof span) => `${start_date} to ${end_date}`;
    const compared = (how: ReportComparison) => read(comparisonPeriod(range, how, span));
    expect(read(span)).toBe(days.replace(/\d\d-\d\d/g, '2026-$&'));
    expect([compared('year_before'), compared('period_before')]).toEqual(before);
  });

  test('over the new year, and around a February of 29 days', () => {
    expect(periodOfRange('yesterday', '2027-01-01')).toEqual({
      start_date: '2026-12-31',
      end_date: '2026-12-31',
    });
    expect(periodOfRange('last_month', '2027-01-15')).toEqual({
      start_date: '2026-12-01',
      end_date: '2026-12-31',
    });
    const february = periodOfRange('last_month', '2028-03-01');
    expect(february).toEqual({ start_date: '2028-02-01', end_date: '2028-02-29' });
    expect(comparisonPeriod('last_month', 'year_before', february!)).toEqual({
      start_date: '2027-02-01',
      end_date: '2027-02-28',
    });
    const next = periodOfRange('last_month', '2029-03-01')!;
    expect(comparisonPeriod('last_month', 'year_before', next).end_date).toBe('2028-02-29');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
  });

  test('all dates have none, and a month its number and year', () => {
    const asked = { comparison: null, date_type: 'Created', only_played: true, course_ids: null } as const;
    expect(scheduledReportParameters({ ...asked, range: 'all_dates' }, '2026-11-22')).toMatchObject({
      start_date: null,
      all_dates: true,
    });
    expect(scheduledReportParameters({ ...asked, range: 'last_month' }, '2026-01-22')).toMatchObject({
      month: 11,
      year: 2025,
    });
  });

  test('a report has those that it can be asked for', () => {
    expect(
      Object.fromEntries(REPORT_SCREENS.map((screen) => [screen.name, reportRanges(screen).length])),
    ).toEqual({
      ...Object.fromEntries(REPORT_NAMES.map((name) => [name, 5])),
      'rate-sheet': 0,
      'old-rate-sheet': 0,
      maintenance: 0,
      sales_report: 2,
      'gift-certs': 6,
    });
    expect(reportRanges(findReportScreen('commission'))).not.toContain('all_dates');
  });
});

const daily = (hour: number): ScheduleTimes => ({
  repeats: 'daily',
  weekday: null,
  day_of_month: null,
  hour,
});
const monday: ScheduleTimes = { ...daily(7), repeats: 'weekly', weekday: 'Mon' };
const monthly = (day_of_month: number): ScheduleTimes => ({ ...daily(7), repeats: 'monthly', day_of_month });

describe('when it is due', () => {
  test.each<[ScheduleTimes, string, string, string]>([
    [daily(7), '2026-11-22T14:59:59Z', '2026-11-22T15:00:00.000Z', '2026-11-21'],
    [daily(7), '2026-11-22T15:00:00Z', '2026-11-23T15:00:00.000Z', '2026-11-22'],
    // The office's evening is already the next day in UTC.
    [daily(23), '2026-11-23T06:59:00Z', '2026-11-23T07:00:00.000Z', '2026-11-21'],
    [monday, '2026-11-22T20:00:00Z', '2026-11-23T15:00:00.000Z', '2026-11-16'],
    [monday, '2026-11-23T15:00:00Z', '2026-11-30T15:00:00.000Z', '2026-11-23'],
    [monthly(1), '2026-11-22T20:00:00Z', '2026-12-01T15:00:00.000Z', '2026-11-01'],
    [monthly(31), '2026-11-22T20:00:00Z', '2026-11-30T15:00:00.000Z', '2026-10-31'],
    [monthly(31), '2027-02-01T20:00:00Z', '2027-02-28T15:00:00.000Z', '2027-01-31'],
    [monthly(31), '2027-02-28T15:00:00Z', '2027-03-31T14:00:00.000Z', '2027-02-28'],
    [monthly(29), '2028-02-10T20:00:00Z', '2028-02-29T15:00:00.000Z', '2028-01-29'],
  ])('%j after %s', (when, now, next, lastDay) => {
    expect(nextDueTime(when, new Date(now), ZONE).toISOString()).toBe(next);
    expect(lastDueDay(when, new Date(now), ZONE)).toBe(lastDay);
  });

  test('an hour that the clock jumps over in March is the next one, and is due once', () => {
    expect(nextDueTime(daily(2), new Date('2027-03-14T08:30:00Z'), ZONE).toISOString()).toBe(
      '2027-03-14T10:00:00.000Z',
    );
    expect(nextDueTime(daily(2), new Date('2027-03-14T10:00:00Z'), ZONE).toISOString()).toBe(
      '2027-03-15T09:00:00.000Z',
    );
    expect(lastDueDay(daily(2), new Date('2027-03-14T10:00:00Z'), ZONE)).toBe('2027-03-14');
    expect(lastDueDay(daily(2), new Date('2027-03-14T09:59:59Z'), ZONE)).toBe('2027-03-13');
  });

  test('an hour that comes twice in November is its first, and is due once', () => {
    const first = '2026-11-01T08:00:00.000Z';
    expect(nextDueTime(daily(1), new Date('2026-11-01T07:00:00Z'), ZONE).toISOString()).toBe(first);
    // The clock is set back, so 1 o'clock occurs again; the schedule is due only once.
    expect(nextDueTime(daily(1), new Date('2026-11-01T09:00:00Z'), ZONE).toISOString()).toBe(
      '2026-11-02T09:00:00.000Z',
    );
    expect(lastDueDay(daily(1), new Date('2026-11-01T09:00:00Z'), ZONE)).toBe('2026-11-01');
  });

  test('whoever is always in time is due once on every day of a year', () => {
    let at = new Date('2026-06-01T00:00:00Z');
    const days = new Set<string>();
    for (let count = 0; count < 365; count += 1) {
      at = nextDueTime(daily(2), at, ZONE);
      days.add(lastDueDay(daily(2), at, ZONE));
    }
    expect(days.size).toBe(365);
    expect([...days].at(-1)).toBe('2027-05-31');
  });

  test.each<[ScheduleTimes, string]>([
    [daily(7), 'Every day at 07:00'],
    [monday, 'Every Monday at 07:00'],
    [monthly(1), 'Every month on the 1st at 07:00'],
    [monthly(12), 'Every month on the 12th at 07:00'],
    [monthly(23), 'Every month on the 23rd at 07:00'],
    [monthly(31), 'Every month on the 31st, or the last day at 07:00'],
  ])('%j in words', (when, words) => expect(scheduleTimesText(when)).toBe(words));
});

test('who may run and read what', () => {
  const [admin, agent, other] = [
    { id: 1, level: 'admin' },
    { id: 2, level: 'sdgr' },
    { id: 3, level: 'hotels' },
  ] as const;
  expect(mayRunReport('weekly', admin)).toBe(true);
  expect(mayRunReport('weekly', agent)).toBe(false);
  expect(mayReceiveReport('weekly', admin, agent)).toBe(false);
  expect(mayReceiveReport('rate-sheet', agent, other)).toBe(true);
  // An agent's own commission is for them and for admins; an admin's report contains everybody's.
  expect(mayReceiveReport('commission', agent, agent)).toBe(true);
  expect(mayReceiveReport('commission', agent, other)).toBe(false);
  expect(mayReceiveReport('commission', agent, admin)).toBe(true);
  expect(mayReceiveReport('commission', admin, agent)).toBe(false);
});
