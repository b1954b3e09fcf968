import type { CourseReference, PriceOffer, OpenTime, DayScrapeOutcome } from '../course-system.ts';
import { dollarsToCents } from '../reading/cents.ts';
import { OpenTimeCollector, partySizesBetween } from '../reading/day-sheet.ts';
import { UnreadableRow } from '../reading/failure.ts';
import { rowText, parseAnswerRow } from '../reading/shapes.ts';
import { beginsWithLocalTime, parseLocalTime } from '../reading/wall-clock.ts';
import { ClubProphetSlotSchema, type ClubProphetPrice, type ClubProphetSlot } from './club-prophet-shapes.ts';

type Reading = { course: CourseReference; date: string; zone: string | null; text: string };

/** Converts Club Prophet's slots of a day to the result of a scrape. */
export function parseClubProphetSlots(
  slots: readonly unknown[],
  { course, date, zone, text }: Reading,
): DayScrapeOutcome {
  const sheet = new OpenTimeCollector(date);
  if (zone !== null && zone !== course.time_zone)
    sheet.warn(
      `Club Prophet keeps the clock of ${zone}, not ${course.time_zone}: check the course's time zone.`,
    );
  const clockOf = (row: unknown) => parseLocalTime(rowText(row, 'startTime'), course.time_zone);
  const read = (row: unknown): void => {
    const slot = parseAnswerRow(ClubProphetSlotSchema, row);
    if (!beginsWithLocalTime(slot.startTime))
      throw new UnreadableRow('its time is not written as Club Prophet writes it');
    const clock = clockOf(row);
    for (const holes of holesOf(slot))
      sheet.add({
        clock,
        starting_side: sideOf(slot.startingTee ?? null),
        holes,
        spots: spotsOf(slot),
        offers: offersOf(slot, holes),
      });
  };
  sheet.readRows(slots, read, clockOf);
  return sheet.outcome(true, text);
}

const GREEN_FEE = /^GreenFee(9|18)/i;
const FULL_CART = /^FullCart(9|18)/i;
const holesIn = (pattern: RegExp, code: string): 9 | 18 | null => {
  const found = pattern.exec(code)?.[1];
  return found === undefined ? null : found === '9' ? 9 : 18;
};

/**
 * Returns the number of holes of a slot from the codes of its prices and its flags, which are right even if `holes`
 * is wrong. Without codes and flags the result is null, never a guess of 18.
 */
function holesOf({
  shItemPrices,
  holesDisplay,
  is9HoleOnly,
  isDisabled18Hole,
}: ClubProphetSlot): OpenTime['holes'][] {
  const sold = (shItemPrices ?? []).map(({ shItemCode }) => holesIn(GREEN_FEE, shItemCode));
  const shown = [...(holesDisplay ?? '').matchAll(/\b(9|18)\b/g)].map(([, digits]): 9 | 18 =>
    digits === '9' ? 9 : 18,
  );
  const priced = sold.filter((holes) => holes !== null);
  const found = new Set(priced.length > 0 ? priced : shown);
  if (is9HoleOnly) return [9];
  if (isDisabled18Hole) found.delete(18);
  return found.size > 0 ? [...found] : [null];
}

/**
 * Returns the party sizes that a slot can take. The slot lists its free seats by number, so their count matters, not
 * the highest number.
 */
function spotsOf(slot: ClubProphetSlot): number[] {
  const least = Math.max(slot.minPlayer ?? 1, slot.isNotAllowSingleBooking ? 2 : 1);
  const seats = new Set(slot.availableParticipantNo).size;
  return partySizesBetween(least, Math.min(seats, slot.maxPlayer || seats));
}

function sideOf(tee: number | null): string | null {
  if (tee === null || tee < 1) return null;
  if (tee === 1) return 'Front';
  return tee === 10 ? 'Back' : `Tee ${tee}`;
}

function offersOf(slot: ClubProphetSlot, holes: OpenTime['holes']): PriceOffer[] {
  const prices = slot.shItemPrices ?? [];
  const fees = prices.filter(({ shItemCode }) => holesIn(GREEN_FEE, shItemCode) === holes);
  const carts = prices.filter(({ shItemCode }) => holesIn(FULL_CART, shItemCode) === holes);
  return fees.map((fee) => {
    const cart = carts.find(({ rateCode }) => rateCode === fee.rateCode) ?? carts[0];
    return {
      rate_name: fee.priceTypeName ?? fee.rateCode ?? null,
      booking_class: fee.classCode ?? null,
      currency: 'USD',
      raw_green_fee: dollarsToCents(fee.price),
      raw_cart_fee: cart ? dollarsToCents(cart.price) : null,
      raw_taxes_and_fees: taxOf(fee),
      raw_due_online: null,
      raw_due_at_course: null,
      raw_regular_fee: null,
      cart: cart ? 'optional' : 'unknown',
      is_instant: true,
      offer_ref: `${slot.teeSheetId} ${fee.shItemCode}`,
    };
  });
}

function taxOf({ price, taxInclusivePrice }: ClubProphetPrice): number | null {
  const [before, after] = [dollarsToCents(price), dollarsToCents(taxInclusivePrice)];
  return before === null || after === null || after < before ? null : after - before;
}
