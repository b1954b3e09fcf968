import { expect, test } from 'vitest';
import { courseHealthAfterScrape, hostHealthAfterScrape, type ScrapeHealth } from './breaker.rules.ts';
import type { ScrapeAnswer } from './plan.rules.ts';

const NOW = new Date('2031-05-01T02:00:00Z');
const SOUND: ScrapeHealth = { failures: 0, wait_until: null };
const failed = (cause: string, retry_after_ms: number | null = null): ScrapeAnswer => ({
  outcome: 'failed',
  cause,
  retry_after_ms,
});
type After = typeof courseHealthAfterScrape;
/** Returns the minutes of waiting after each of a number of failures in a row. */
function waits(after: After, read: ScrapeAnswer, times: number): number[] {
  let health = SOUND;
  return Array.from({ length: times }, () => {
    health = after(health, read, NOW);
    return health.wait_until === null ? 0 : (health.wait_until.getTime() - NOW.getTime()) / 60_000;
  });
}

test("the fifth failure opens a course's breaker, and each probe that fails doubles it to half an hour", () => {
  expect(waits(courseHealthAfterScrape, failed('broken'), 9)).toEqual([0, 0, 0, 0, 5, 10, 20, 30, 30]);
  expect(waits(hostHealthAfterScrape, failed('unreachable'), 9)).toEqual([0, 0, 0, 0, 5, 10, 20, 30, 30]);
});

test('what every day of a course would meet opens its breaker at once, for six hours', () => {
  for (const cause of ['wrong_ids', 'credentials', 'permission', 'blocked', 'moved', 'not_connected'])
    expect(waits(courseHealthAfterScrape, failed(cause), 1), cause).toEqual([360]);
  expect(waits(courseHealthAfterScrape, failed('unreadable'), 6)).toEqual([0, 0, 0, 0, 360, 360]);
});

test('what a course alone meets says that its host is there', () => {
  for (const cause of ['wrong_ids', 'permission', 'moved', 'unreadable', 'refused', 'too_large'])
    expect(hostHealthAfterScrape({ failures: 4, wait_until: null }, failed(cause), NOW), cause).toEqual(
      SOUND,
    );
});

test('a host that says 429 is left alone for as long as it asks, or a minute', () => {
  expect(waits(hostHealthAfterScrape, failed('limited', 30_000), 1)).toEqual([0.5]);
  expect(waits(hostHealthAfterScrape, failed('limited'), 1)).toEqual([61 / 60]);
  expect(waits(courseHealthAfterScrape, failed('limited', 30_000), 1)).toEqual([0.5]);
  // A 503 with a Retry-After concerns the host as well.
  expect(waits(hostHealthAfterScrape, failed('broken', 120_000), 1)).toEqual([2]);
});

test('any answer closes both', () => {
  const open: ScrapeHealth = { failures: 7, wait_until: NOW };
  for (const outcome of ['times', 'none'] as const)
    expect([
      courseHealthAfterScrape(open, { outcome }, NOW),
      hostHealthAfterScrape(open, { outcome }, NOW),
    ]).toEqual([SOUND, SOUND]);
});
