import { daysBetween } from '../../../contract/dates.ts';

/** How often a day is scraped, by its distance from today (0) on the course's clock. The first matching interval counts. */
export type ScrapeInterval = { is_realtime: boolean; from_day: number; to_day: number; minutes: number };
export const SCRAPE_INTERVALS: readonly ScrapeInterval[] = [
  { is_realtime: true, from_day: 0, to_day: 1, minutes: 2 },
  { is_realtime: true, from_day: 2, to_day: 7, minutes: 30 },
  { is_realtime: true, from_day: 8, to_day: 14, minutes: 60 },
  { is_realtime: true, from_day: 15, to_day: 365, minutes: 720 },
  { is_realtime: false, from_day: 0, to_day: 7, minutes: 60 },
  { is_realtime: false, from_day: 8, to_day: 365, minutes: 720 },
];

/** The number of days ahead to scrape if the course's form has none. */
export const DEFAULT_SCRAPE_DAYS = 14;
/** The most days ahead that the demonstration scrapes from the simulator. */
export const MAX_DEMO_SCRAPE_DAYS = 14;
/**
 * A course is offline if no open time was found for this many days, or if every scrape failed for `OFFLINE_WITHOUT_SUCCESS_DAYS`. A
 * person must then act.
 */
export const OFFLINE_WITHOUT_TIMES_DAYS = 30;
export const OFFLINE_WITHOUT_SUCCESS_DAYS = 3;

/** The due instant of a scrape that a person requested. It sorts before all planned scrapes, and does not count as late. */
export const REQUESTED_SCRAPE_DUE_AT = new Date(0);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LONGEST_BACK_OFF_MINUTES = 30;
/** The pause after a failure that waiting does not cure: a person must act, or settings must change. */
const SLOW_RECHECK_MS = 6 * HOUR;
const DARK_RECHECK_MS = 7 * 24 * HOUR;
const LONGEST_NOT_RELEASED_MS = 12 * HOUR;

/** The failures that may go away by waiting; any other needs a person, or a change of the configuration. */
const SOON_AGAIN: readonly string[] = ['limited', 'broken', 'timed_out', 'unreachable'];
export const isTransientFailure = (cause: string): boolean => SOON_AGAIN.includes(cause);

export type ScrapeAnswer =
  | { outcome: 'times' | 'none' }
  | { outcome: 'not_released'; opens_at: string | null }
  | { outcome: 'failed'; cause: string; retry_after_ms: number | null };

export type ScrapedDay = {
  /** The instant at which the scrape ended. */
  now: Date;
  /** The day scraped, and today's date, on the course's own clock. */
  day: string;
  today: string;
  is_realtime: boolean;
  /**
   * The number of scrapes of the course today, including this one. Once `round_limit` is reached, the course is no longer realtime
   * for the rest of the day.
   */
  looks: number;
  round_limit: number | null;
  /** The number of failed scrapes of this day in a row, including this one. */
  failures: number;
  is_dark: boolean;
  read: ScrapeAnswer;
};

/** Returns the planned minutes until the next scrape of a day that is so many days ahead. */
export function scrapeIntervalMinutes(ahead: number, is_realtime: boolean): number {
  const found = SCRAPE_INTERVALS.find(
    (one) => one.is_realtime === is_realtime && ahead >= one.from_day && ahead <= one.to_day,
  );
  return found?.minutes ?? 720;
}

/** Returns the instant of a day's next scrape, after this one. */
export function nextScrape({ read, now, failures, is_dark, ...looked }: ScrapedDay): Date {
  const planned = planOf(looked) * MINUTE;
  if (read.outcome === 'failed') return after(now, failedFor(read, failures, is_dark));
  if (is_dark) return after(now, DARK_RECHECK_MS);
  if (read.outcome !== 'not_released') return after(now, planned);
  if (read.opens_at === null) return after(now, planned);
  const opens = Date.parse(read.opens_at) - now.getTime();
  return after(now, opens > 0 ? Math.min(opens, LONGEST_NOT_RELEASED_MS) : planned);
}

type Planned = Pick<ScrapedDay, 'day' | 'today' | 'is_realtime' | 'looks' | 'round_limit'>;

/**
 * Returns the planned minutes until the next scrape. A realtime course that has used up its scrapes of the day is scraped like any
 * other course until the next day.
 */
function planOf({ day, today, is_realtime, looks, round_limit }: Planned): number {
  const ahead = Math.max(0, daysBetween(today, day));
  const isSpent = round_limit !== null && looks >= round_limit;
  return Math.max(
    scrapeIntervalMinutes(ahead, is_realtime),
    isSpent ? scrapeIntervalMinutes(ahead, false) : 0,
  );
}

function failedFor(
  { cause, retry_after_ms }: { cause: string; retry_after_ms: number | null },
  failures: number,
  is_dark: boolean,
): number {
  if (is_dark) return DARK_RECHECK_MS;
  if (!isTransientFailure(cause)) return SLOW_RECHECK_MS;
  return Math.max(backOff(failures), retry_after_ms ?? 0);
}

/** Returns the minutes to wait after a number of failures in a row: 1, 2, 4, 8, 16, then 30. */
const backOff = (failures: number): number =>
  Math.min(2 ** Math.max(0, failures - 1), LONGEST_BACK_OFF_MINUTES) * MINUTE;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/**
 * Returns true if the course is offline: no open time was found for 30 days, or every scrape failed for 3 days. `since` is when the
 * course was first scraped from its present source.
 */
export function isCourseOffline(
  source: { since: string; times_at: string | null; failing_since: string | null },
  now: Date,
): boolean {
  const daysSince = (instant: string) => (now.getTime() - Date.parse(instant)) / (24 * HOUR);
  if (source.failing_since !== null && daysSince(source.failing_since) >= OFFLINE_WITHOUT_SUCCESS_DAYS)
    return true;
  return daysSince(source.times_at ?? source.since) >= OFFLINE_WITHOUT_TIMES_DAYS;
}

/** Returns the number of days after today that are scraped. */
export const scrapeDaysAhead = (days_out_to_scrape: number | null, isDemonstration: boolean): number =>
  Math.min(
    days_out_to_scrape ?? DEFAULT_SCRAPE_DAYS,
    isDemonstration ? MAX_DEMO_SCRAPE_DAYS : Number.POSITIVE_INFINITY,
  );

/** Returns the number of scrapes an hour that the plan wants of a course, before its daily limit of scrapes. */
export function scrapesPerHour(is_realtime: boolean, days: number): number {
  let looks = 0;
  for (let ahead = 0; ahead <= days; ahead += 1) looks += 60 / scrapeIntervalMinutes(ahead, is_realtime);
  return looks;
}
