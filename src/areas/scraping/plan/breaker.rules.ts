import { isTransientFailure, type ScrapeAnswer } from './plan.rules.ts';

/** The recent scrape failures of a course or a host. Nothing is scraped before `wait_until`. */
export type ScrapeHealth = { failures: number; wait_until: Date | null };

const MINUTE = 60_000;
/** After this many failures in a row the circuit breaker opens for 5 minutes, and for twice as long after each failed probe. */
const MOST_FAILURES = 5;
const FIRST_WAIT_MINUTES = 5;
const LONGEST_WAIT_MINUTES = 30;
/** The pause of a course whose failure cannot be cured by waiting. */
const SLOW_WAIT_MS = 6 * 60 * MINUTE;
/** The pause of a host that answers 429 without a Retry-After: such hosts limit the requests per minute. */
const LIMITED_MS = 61_000;

/** The failures that every other day of the course would have too, so that one of them opens the course's circuit breaker. */
const OF_THE_COURSE = ['not_connected', 'wrong_ids', 'credentials', 'permission', 'blocked', 'moved'];
/** The failures that other courses of the host would have too. */
const OF_THE_HOST = ['limited', 'broken', 'timed_out', 'unreachable', 'blocked', 'credentials'];

const SOUND: ScrapeHealth = { failures: 0, wait_until: null };
const waiting = (failures: number, now: Date, ms: number): ScrapeHealth => ({
  failures,
  wait_until: ms > 0 ? new Date(now.getTime() + ms) : null,
});

/** Returns the state of a course's circuit breaker after a scrape. */
export function courseHealthAfterScrape(before: ScrapeHealth, read: ScrapeAnswer, now: Date): ScrapeHealth {
  if (read.outcome !== 'failed') return SOUND;
  const failures = before.failures + 1;
  const isSoon = isTransientFailure(read.cause);
  const isOpen = failures >= MOST_FAILURES || OF_THE_COURSE.includes(read.cause);
  const open = isSoon ? openFor(failures) : SLOW_WAIT_MS;
  return waiting(failures, now, Math.max(isOpen ? open : 0, read.retry_after_ms ?? 0));
}

/**
 * Returns the state of a host's circuit breaker after a scrape of one of its courses. A failure that concerns the course alone
 * shows that the host answers.
 */
export function hostHealthAfterScrape(before: ScrapeHealth, read: ScrapeAnswer, now: Date): ScrapeHealth {
  if (read.outcome !== 'failed' || !OF_THE_HOST.includes(read.cause)) return SOUND;
  const failures = before.failures + 1;
  const requested_ms = read.retry_after_ms ?? (read.cause === 'limited' ? LIMITED_MS : 0);
  return waiting(failures, now, Math.max(failures >= MOST_FAILURES ? openFor(failures) : 0, requested_ms));
}

const openFor = (failures: number): number =>
  Math.min(FIRST_WAIT_MINUTES * 2 ** Math.max(0, failures - MOST_FAILURES), LONGEST_WAIT_MINUTES) * MINUTE;
