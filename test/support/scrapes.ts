import type { DayScrapeResult, PriceOffer, OpenTime } from '../../src/integrations/course/course-system.ts';
import { resolveLocalTime } from '../../src/integrations/course/reading/wall-clock.ts';

/** Returns a price offer of a course system: $90.00 by default. */
export const aPriceOffer = (raw_green_fee = 9_000): PriceOffer => ({
  rate_name: 'Public',
  booking_class: null,
  currency: 'USD',
  raw_green_fee,
  raw_cart_fee: null,
  raw_taxes_and_fees: null,
  raw_due_online: null,
  raw_due_at_course: null,
  raw_regular_fee: null,
  cart: 'included',
  is_instant: true,
  offer_ref: 'P1',
});

/** Returns an open time as an adapter for a course system returns it: for parties of two to four on 18 holes by default. */
export function anOfferedTime(
  date: string,
  time: string,
  given: Partial<OpenTime> & { time_zone?: string } = {},
): OpenTime {
  const { time_zone = 'America/Los_Angeles', ...rest } = given;
  const clock = resolveLocalTime(date, time, time_zone);
  if (!clock) throw new Error(`${date} ${time} is no time in ${time_zone}`);
  return { ...clock, starting_side: null, holes: 18, spots: [2, 3, 4], offers: [aPriceOffer()], ...rest };
}

/** Returns the result of a scrape with the given open times; complete by default. */
export const scrapedTimes = (read_at: string, times: OpenTime[], complete = true): DayScrapeResult =>
  times.length === 0 && complete
    ? scrapedWithoutTimes(read_at)
    : { outcome: 'times', times, complete, warnings: [], requests: 1, read_at };

export const scrapedWithoutTimes = (read_at: string, confirmed = true): DayScrapeResult => ({
  outcome: 'none',
  confirmed,
  reason: 'none_open',
  warnings: [],
  requests: 1,
  read_at,
});
export const scrapedNotReleased = (read_at: string): DayScrapeResult => ({
  outcome: 'not_released',
  opens_at: null,
  requests: 1,
  read_at,
});
export const scrapeTimedOut = (read_at: string): DayScrapeResult => ({
  outcome: 'failed',
  cause: 'timed_out',
  note: 'The system did not answer in time.',
  sample: null,
  retry_after_ms: null,
  requests: 1,
  read_at,
});
