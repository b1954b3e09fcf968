import { describe, expect, test } from 'vitest';
import { workedTable } from '../../../../test/support/worked-table.ts';
import { addDays } from '../../../contract/dates.ts';
import {
  scrapeDaysAhead,
  SCRAPE_INTERVALS,
  scrapeIntervalMinutes,
  isCourseOffline,
  scrapesPerHour,
  nextScrape,
  type ScrapeAnswer,
} from './plan.rules.ts';

const NOW = new Date('2031-05-01T02:00:00Z');
const TODAY = '2031-04-30';

const numberIn = (text: string): number | null => (text === '' ? null : Number(text));

function answerOf(cell: (heading: string) => string): ScrapeAnswer {
  const outcome = cell('outcome');
  const opens = numberIn(cell('opens in min'));
  const retry = numberIn(cell('retry after s'));
  if (outcome === 'times' || outcome === 'none') return { outcome };
  if (outcome === 'not_released') {
    const opens_at = opens === null ? null : new Date(NOW.getTime() + opens * 60_000).toISOString();
    return { outcome, opens_at };
  }
  expect(outcome).toBe('failed');
  return { outcome: 'failed', cause: cell('cause'), retry_after_ms: retry === null ? null : retry * 1000 };
}

describe('when a day is looked at next', () => {
  test.each(workedTable('scraping', 'Worked'))('$title', ({ cell }) => {
    const next = nextScrape({
      now: NOW,
      today: TODAY,
      day: addDays(TODAY, Number(cell('ahead'))),
      is_realtime: cell('realtime') === 'yes',
      looks: Number(cell('looks')),
      round_limit: numberIn(cell('round limit')),
      failures: Number(cell('failures')),
      is_dark: cell('dark') === 'yes',
      read: answerOf(cell),
    });
    expect((next.getTime() - NOW.getTime()) / 60_000).toBe(Number(cell('again in min')));
  });

  test.each(workedTable('scraping', 'The plan'))('$title', ({ cell, title }) => {
    const [from = 0, to = 365] =
      title === 'today and 1' ? [0, 1] : title.includes('beyond') ? [15] : title.split(' to ').map(Number);
    const minutesOf = (text: string) => Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1);
    for (let ahead = from; ahead <= to; ahead += 1) {
      expect(scrapeIntervalMinutes(ahead, true), `${ahead}`).toBe(minutesOf(cell('realtime course')));
      expect(scrapeIntervalMinutes(ahead, false), `${ahead}`).toBe(minutesOf(cell('other course')));
    }
  });

  test('each distance stands in the table once', () => {
    for (const is_realtime of [true, false])
      for (let ahead = 0; ahead <= 365; ahead += 1)
        expect(
          SCRAPE_INTERVALS.filter(
            (one) => one.is_realtime === is_realtime && one.from_day <= ahead && ahead <= one.to_day,
          ),
        ).toHaveLength(1);
  });
});

test('the looks an hour that the page says', () => {
  expect(scrapesPerHour(true, 14)).toBeCloseTo(79, 0);
  expect(scrapesPerHour(false, 14)).toBeCloseTo(8.6, 1);
});

test('how far ahead', () => {
  expect([
    scrapeDaysAhead(null, false),
    scrapeDaysAhead(60, false),
    scrapeDaysAhead(60, true),
    scrapeDaysAhead(3, true),
  ]).toEqual([14, 60, 14, 3]);
});

const days = (count: number) => new Date(NOW.getTime() - count * 86_400_000).toISOString();
test.each([
  ['had times an hour ago', { since: days(400), times_at: days(0.04), failing_since: null }, false],
  ['had none for 29 days', { since: days(400), times_at: days(29), failing_since: null }, false],
  ['had none for 30 days', { since: days(400), times_at: days(30), failing_since: null }, true],
  ['never had any, and is new', { since: days(2), times_at: null, failing_since: null }, false],
  ['never had any in a month', { since: days(31), times_at: null, failing_since: null }, true],
  ['fails since two days', { since: days(9), times_at: days(2), failing_since: days(2) }, false],
  ['fails since three days', { since: days(9), times_at: days(3), failing_since: days(3) }, true],
])('a course that %s', (_, source, dark) => expect(isCourseOffline(source, NOW)).toBe(dark));
