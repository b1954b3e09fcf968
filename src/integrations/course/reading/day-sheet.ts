import type { UnreadableRows, PriceOffer, OpenTime, DayScrapeOutcome } from '../course-system.ts';
import { UnreadableRow, unreadableAnswer } from './failure.ts';
import type { LocalTimeWithInstant } from './wall-clock.ts';

/** An open time as an adapter read it; `clock` is null if a clock change skips the time on that day. */
type TimeRead = {
  clock: LocalTimeWithInstant | null;
  starting_side: string | null;
  holes: OpenTime['holes'];
  spots: readonly number[];
  offers: PriceOffer[];
};

/**
 * Collects the open times of a day. Each identity (time, side, holes) is one open time, even if a course system lists
 * it under several classes, rates or pairs of nines: their party sizes and offers are merged.
 */
export class OpenTimeCollector {
  readonly #date: string;
  readonly #times = new Map<string, OpenTime>();
  readonly #warnings = new Set<string>();
  #elsewhere = 0;
  #rows = 0;
  /** Why each odd row could not be read, and its time of day if that is known. */
  readonly #odd: { why: string; minute: string | null }[] = [];

  constructor(date: string) {
    this.#date = date;
  }

  warn(sentence: string): void {
    this.#warnings.add(sentence);
  }

  /**
   * Reads each row separately, so that a row that cannot be read loses no other row. `clockOf` returns the time of
   * such a row, if it can be told.
   */
  readRows<R>(
    rows: readonly R[],
    read: (row: R) => void,
    clockOf: (row: R) => LocalTimeWithInstant | null | undefined,
  ): void {
    for (const row of rows) {
      this.#rows += 1;
      try {
        read(row);
      } catch (error) {
        if (!(error instanceof UnreadableRow)) throw error;
        const clock = clockOf(row);
        this.#odd.push({ why: error.message, minute: clock?.date === this.#date ? clock.time : null });
      }
    }
  }

  add({ clock, starting_side, holes, spots, offers }: TimeRead): void {
    if (clock === null) return this.warn('A time was left out: the clock of the course skips it.');
    if (clock.date !== this.#date) {
      this.#elsewhere += 1;
      return this.warn('Times of another day were left out.');
    }
    if (offers.some(hasNegativeAmount)) throw new UnreadableRow('one of its prices is below 0');
    if (holes === null) this.warn('The system does not say how many holes.');
    const sizes = spots.filter((size) => Number.isInteger(size) && size >= 1 && size <= 8);
    if (sizes.length === 0) return;
    const { date, time, starts_at } = clock;
    const key = `${time} ${starting_side ?? ''} ${String(holes ?? 0).padStart(2, '0')}`;
    const before = this.#times.get(key);
    this.#times.set(key, {
      date,
      time,
      starts_at,
      starting_side,
      holes,
      spots: [...new Set([...(before?.spots ?? []), ...sizes])].toSorted((a, b) => a - b),
      offers: once([...(before?.offers ?? []), ...offers]),
    });
  }

  /** Returns the result of the scrape; `text` is the raw answer, for the error if the rows make no sense. */
  outcome(complete: boolean, text: string): DayScrapeOutcome {
    const odd = this.#oddRows();
    // If most rows cannot be read, the format has changed, and the day must not become empty.
    if (odd && (odd.count * 2 > odd.of || this.#times.size === 0))
      throw unreadableAnswer(`${odd.count} of ${odd.of} rows are odd, the first because ${odd.why}`, text);
    if (this.#times.size === 0 && this.#elsewhere > 0)
      throw unreadableAnswer('all times are of other days', text);
    const warnings = [...this.#warnings];
    if (this.#times.size === 0) return { outcome: 'none', confirmed: false, reason: 'none_open', warnings };
    const times = [...this.#times.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, time]) => time);
    const isWhole = this.#odd.every(({ minute }) => minute !== null);
    return { outcome: 'times', times, complete: complete && isWhole, warnings, ...(odd && { odd }) };
  }

  #oddRows(): UnreadableRows | null {
    const [first] = this.#odd;
    if (!first) return null;
    const minutes = new Set(this.#odd.flatMap(({ minute }) => minute ?? []));
    return { count: this.#odd.length, of: this.#rows, why: first.why, minutes: [...minutes].toSorted() };
  }
}

const once = (offers: PriceOffer[]): PriceOffer[] => [
  ...new Map(offers.map((offer) => [`${offer.offer_ref} ${offer.booking_class ?? ''}`, offer])).values(),
];

const hasNegativeAmount = (offer: PriceOffer): boolean =>
  [
    offer.raw_green_fee,
    offer.raw_cart_fee,
    offer.raw_taxes_and_fees,
    offer.raw_due_online,
    offer.raw_due_at_course,
    offer.raw_regular_fee,
  ].some((cents) => cents !== null && cents < 0);

/** Returns the party sizes from the smallest to the largest, both included. */
export const partySizesBetween = (least: number, most: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(most, 8) - least + 1) }, (_, at) => least + at);
