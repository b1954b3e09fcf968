import type { CourseReference, PriceOffer, DayScrapeOutcome } from '../course-system.ts';
import type { FullHttpAnswer } from '../reading/full-answer.ts';
import { dollarsToCents } from '../reading/cents.ts';
import { OpenTimeCollector, partySizesBetween } from '../reading/day-sheet.ts';
import { UnreadableRow } from '../reading/failure.ts';
import { rowText, parseAnswerRow, parseAnswer } from '../reading/shapes.ts';
import { parseOffsetInstant } from '../reading/wall-clock.ts';
import { ForeUpTimeSchema, ForeUpTimesSchema, type ForeUpTime } from './foreup-shapes.ts';

/** Converts foreUP's list of times for a day to the result of a scrape. */
export function parseForeUpTimes(
  answered: FullHttpAnswer,
  { course, date }: { course: CourseReference; date: string },
): DayScrapeOutcome {
  const sheet = new OpenTimeCollector(date);
  const clockOf = (row: unknown) => parseOffsetInstant(rowText(row, 'time'), course.time_zone);
  const read = (row: unknown): void => {
    const sent = parseAnswerRow(ForeUpTimeSchema, row);
    const clock = clockOf(row);
    if (clock === null) throw new UnreadableRow('its time is not written as foreUP writes it');
    if (clock.isOtherOffset)
      sheet.warn(`foreUP keeps another clock than ${course.time_zone}: check the course's time zone.`);
    sheet.add({
      clock,
      starting_side: sent.scheduleSideName?.trim() || null,
      holes: sent.holes === 9 || sent.holes === 18 ? sent.holes : null,
      spots: spotsOf(sent),
      offers: [offerOf(sent)],
    });
  };
  sheet.readRows(parseAnswer(ForeUpTimesSchema, answered), read, clockOf);
  return sheet.outcome(true, answered.text);
}

// New tee sheets list the party sizes they take, e.g. [2, 4]; a party never has more people than there are seats.
const spotsOf = ({ availableSpots, allowedGroupSizes }: ForeUpTime): number[] =>
  (allowedGroupSizes ?? partySizesBetween(1, availableSpots)).filter((size) => size <= availableSpots);

const CARTS = new Map<string, PriceOffer['cart']>([
  ['riding', 'included'],
  ['walking', 'none'],
  ['both', 'optional'],
]);

function offerOf(sent: ForeUpTime): PriceOffer {
  const taxes = [dollarsToCents(sent.greeFeeTax), dollarsToCents(sent.cartFeeTax)].filter(
    (cents) => cents !== null,
  );
  return {
    rate_name: sent.scheduleName ?? null,
    booking_class: sent.bookingClassId ?? null,
    currency: 'USD',
    raw_green_fee: dollarsToCents(sent.greenFee),
    raw_cart_fee: dollarsToCents(sent.cartFee),
    raw_taxes_and_fees: taxes.length === 0 ? null : taxes.reduce((sum, cents) => sum + cents, 0),
    raw_due_online: null,
    raw_due_at_course: null,
    raw_regular_fee: null,
    cart: CARTS.get(sent.rateType ?? '') ?? 'unknown',
    is_instant: true,
    offer_ref: sent.id,
  };
}
