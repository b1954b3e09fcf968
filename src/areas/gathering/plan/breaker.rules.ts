import { isSoonAgain, type LookAnswer } from './plan.rules.ts';

/** How looks at a course, or at a host, have gone lately. No look before `wait_until`. */
export type Health = { failures: number; wait_until: Date | null };

const MINUTE = 60_000;
/** So many failures in a row open the breaker: 5 minutes, then one look as a probe, twice as long after each that fails. */
const MOST_FAILURES = 5;
const FIRST_WAIT_MINUTES = 5;
const LONGEST_WAIT_MINUTES = 30;
/** A course where waiting mends nothing. */
const SLOW_WAIT_MS = 6 * 60 * MINUTE;
/** A host that answers 429 without a word counts its requests in minutes. */
const LIMITED_MS = 61_000;

/** Failures that every other day of the course would meet too: one is enough. */
const OF_THE_COURSE = ['not_connected', 'wrong_ids', 'credentials', 'permission', 'blocked', 'moved'];
/** Failures that another course of the host would meet too. */
const OF_THE_HOST = ['limited', 'broken', 'timed_out', 'unreachable', 'blocked', 'credentials'];

const SOUND: Health = { failures: 0, wait_until: null };
const waiting = (failures: number, now: Date, ms: number): Health => ({
  failures,
  wait_until: ms > 0 ? new Date(now.getTime() + ms) : null,
});

/** A course's breaker after a look. */
export function courseAfter(before: Health, read: LookAnswer, now: Date): Health {
  if (read.outcome !== 'failed') return SOUND;
  const failures = before.failures + 1;
  const isSoon = isSoonAgain(read.cause);
  const isOpen = failures >= MOST_FAILURES || OF_THE_COURSE.includes(read.cause);
  const open = isSoon ? openFor(failures) : SLOW_WAIT_MS;
  return waiting(failures, now, Math.max(isOpen ? open : 0, read.retry_after_ms ?? 0));
}

/** A host's breaker after a look at one of its courses: what concerns the course alone shows that the host answers. */
export function hostAfter(before: Health, read: LookAnswer, now: Date): Health {
  if (read.outcome !== 'failed' || !OF_THE_HOST.includes(read.cause)) return SOUND;
  const failures = before.failures + 1;
  const asked = read.retry_after_ms ?? (read.cause === 'limited' ? LIMITED_MS : 0);
  return waiting(failures, now, Math.max(failures >= MOST_FAILURES ? openFor(failures) : 0, asked));
}

const openFor = (failures: number): number =>
  Math.min(FIRST_WAIT_MINUTES * 2 ** Math.max(0, failures - MOST_FAILURES), LONGEST_WAIT_MINUTES) * MINUTE;
