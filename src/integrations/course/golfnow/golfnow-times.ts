import { z } from 'zod';
import type { PriceOffer, OpenTime } from '../course-system.ts';
import { dollarsToCents } from '../reading/cents.ts';
import type { OpenTimeCollector } from '../reading/day-sheet.ts';
import { UnreadableRow } from '../reading/failure.ts';
import { IntegerOrDigits, DollarAmount, rowText, parseAnswerRow } from '../reading/shapes.ts';
import { beginsWithLocalTime, parseOffsetInstant, parseLocalTime } from '../reading/wall-clock.ts';

const Price = z.object({ CurrencyCode: z.string().nullish(), Value: DollarAmount }).nullish();
const Rate = z.object({
  /** The rate's id, which may be negative. */
  TeeTimeRateID: z.number(),
  RateName: z.string().nullish(),
  RateSetTypeId: IntegerOrDigits.nullish(),
  HoleCount: IntegerOrDigits.nullish(),
  Transportation: z.string().nullish(),
  SinglePlayerPrice: z
    .object({
      GreensFees: Price,
      DueOnline: Price,
      DueAtCourse: Price,
      TaxesAndFees: Price,
      MarketRate: Price,
    })
    .partial()
    .nullish(),
});
type Rate = z.infer<typeof Rate>;
export const GolfNowRateSet = z.object({
  Time: z.string(),
  PlayDateUtc: z.string().nullish(),
  HasMoreRates: z.boolean().nullish(),
  DisplayRate: Rate.nullish(),
  Rates: z.array(Rate).nullish(),
});
type RateSet = z.infer<typeof GolfNowRateSet>;

export const GolfNowTimesPage = z.object({
  /** The times of one page; each is then parsed by the schema `GolfNowRateSet`. */
  TeeTimes: z.array(z.unknown()),
  TotalTeeTimes: z.number().int(),
  LimitReached: z.boolean().default(false),
});
export type GolfNowTimesPage = z.infer<typeof GolfNowTimesPage>;

type Reading = { players: number; timeZone: string };

/** Adds GolfNow's sets of rates to the sheet of a day, as open times for a party of `players`. */
export const addGolfNowRates = (sheet: OpenTimeCollector, sets: readonly unknown[], reading: Reading): void =>
  sheet.readRows(
    sets,
    (row) => addRateSet(sheet, parseAnswerRow(GolfNowRateSet, row), reading),
    (row) => clockOf(rowText(row, 'Time'), reading.timeZone),
  );

// Adds the rates of one time to the sheet, as one open time for each number of holes.
function addRateSet(sheet: OpenTimeCollector, set: RateSet, { players, timeZone }: Reading): void {
  const clock = clockOf(set.Time, timeZone);
  if (clock === undefined) throw new UnreadableRow('its time is not written as GolfNow writes it');
  if (clock && isOtherClock(set, clock.starts_at))
    sheet.warn(`GolfNow keeps another clock than ${timeZone}: check the course's time zone.`);
  if (set.HasMoreRates) sheet.warn('GolfNow lists some of its rates only.');
  const listed = set.Rates?.length ? set.Rates : set.DisplayRate ? [set.DisplayRate] : [];
  // A time can be booked even if the answer leaves out all of its rates.
  for (const holes of new Set(listed.length > 0 ? listed.map(holesOf) : [null])) {
    const offers = listed.filter((rate) => holesOf(rate) === holes).map(offerOf);
    sheet.add({ clock, starting_side: null, holes, spots: [players], offers });
  }
}

const holesOf = ({ HoleCount }: Rate): OpenTime['holes'] =>
  HoleCount === 9 || HoleCount === 18 ? HoleCount : null;

/**
 * Parses a time; older contracts write an instant as `/Date(milliseconds+0000)/`. Null for a time that a clock change
 * skips, undefined if the text is no time.
 */
function clockOf(Time: string, timeZone: string) {
  const [, ms] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(Time) ?? [];
  if (ms !== undefined) {
    const instant = new Date(Number(ms));
    return Number.isNaN(instant.getTime())
      ? undefined
      : (parseOffsetInstant(instant.toISOString(), timeZone) ?? undefined);
  }
  return beginsWithLocalTime(Time) ? parseLocalTime(Time, timeZone) : undefined;
}

function isOtherClock({ PlayDateUtc }: RateSet, starts_at: string): boolean {
  if (!PlayDateUtc) return false;
  const instant = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(PlayDateUtc) ? PlayDateUtc : `${PlayDateUtc}Z`);
  return !Number.isNaN(instant) && instant !== Date.parse(starts_at);
}

function offerOf(rate: Rate): PriceOffer {
  const price = rate.SinglePlayerPrice ?? {};
  const fee = price.GreensFees ?? price.DueOnline;
  return {
    rate_name: rate.RateName ?? null,
    booking_class: rate.RateSetTypeId?.toString() ?? null,
    currency: fee?.CurrencyCode ?? 'USD',
    raw_green_fee: centsIn(price.GreensFees),
    raw_cart_fee: null,
    raw_taxes_and_fees: centsIn(price.TaxesAndFees),
    raw_due_online: centsIn(price.DueOnline),
    raw_due_at_course: centsIn(price.DueAtCourse),
    raw_regular_fee: centsIn(price.MarketRate),
    cart: cartOf(rate.Transportation ?? ''),
    is_instant: true,
    offer_ref: String(rate.TeeTimeRateID),
  };
}

const centsIn = (price: z.infer<typeof Price> | undefined): number | null => dollarsToCents(price?.Value);

function cartOf(transportation: string): PriceOffer['cart'] {
  if (/rid|cart/i.test(transportation)) return 'included';
  return /walk/i.test(transportation) ? 'none' : 'unknown';
}
