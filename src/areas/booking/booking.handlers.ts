import { moneyText } from '../../contract/money.ts';
import { DateOnly, TimeOfDay } from '../../contract/wire.ts';
import type { CallContext } from '../../server/process/context.ts';
import { limitSerialGuesses } from '../gift-certificates/balance/guesses.queries.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { rateMargin } from '../rates/choice/margin.rules.ts';
import { suggestedChargeCents } from '../rates/choice/rate.rules.ts';
import { findRateForTeeTime, type ChosenRate } from '../rates/choice/rate-for.queries.ts';
import { bookForStaff } from './charge/book.steps.ts';
import type { booking, BookingRate, BookingToPrice } from './booking.contract.ts';
import { findBookingOrigin } from './opened/opened.queries.ts';
import { teeTimesAtMinute } from './questions/minute.queries.ts';
import { largestOpenParty } from '../availability/spots/largest-party.queries.ts';
import { priceBooking, pricedBookingAnswer } from './price/price.queries.ts';

type ToPrice = { booking: BookingToPrice };

export const bookingHandlers: CallHandlers<typeof booking> = {
  rate: async ({ db, app, staff, body }) => {
    const { play_date, play_time, players, course } = body.booking.tee_time;
    const isFilled = DateOnly.safeParse(play_date).success && TimeOfDay.safeParse(play_time).success;
    if (!isFilled || !players || !course?.id) return {};
    const chosen = await findRateForTeeTime(db, app, { play_date, play_time, players, course_id: course.id });
    if (!chosen) return {};
    const answer = rateAnswer(chosen, players);
    return staff.level === 'hotels' ? answer : { ...answer, margin: rateMargin(chosen.rate) };
  },
  validateCert: (context) => priced(context),
  validateDiscount: (context) => priced(context),
  openedFrom: ({ db, query }) => findBookingOrigin(db, query),
  minute: async ({ db, app, query }) => ({
    largest_party: await largestOpenParty(db, app.now(), query),
    booked: await teeTimesAtMinute(db, query),
  }),
  book: bookForStaff,
};

async function priced({ body, ...context }: Pick<CallContext, 'db' | 'app' | 'staff'> & { body: ToPrice }) {
  const price = () => priceBooking(context.db, body.booking);
  return pricedBookingAnswer(
    await (body.booking.gift_cert_serial === ''
      ? price()
      : limitSerialGuesses({ ...context, actor: context.staff }, price)),
  );
}

const rateAnswer = (
  { rate, why, kind_of_day, raw_other_rate }: ChosenRate,
  players: number,
): BookingRate => ({
  id: rate.id,
  type: rate.type,
  rate: moneyText(rate.raw_rate),
  deposit: moneyText(rate.raw_deposit),
  service_fee: moneyText(rate.raw_service_fee),
  wholesale_rate: moneyText(rate.raw_wholesale_rate),
  max_refund: moneyText(rate.raw_max_refund),
  non_refundable: moneyText(rate.raw_non_refundable),
  cancel_hours: rate.cancel_hours,
  course_balance: moneyText(rate.raw_course_balance),
  internal_memo: rate.internal_memo,
  external_memo: rate.external_memo,
  golfswitch_commission: moneyText(rate.raw_golfswitch_commission),
  is_golfswitch_commission_dollars: rate.is_golfswitch_commission_dollars,
  commission: moneyText(rate.raw_commission),
  is_commission_dollars: rate.is_commission_dollars,
  ...suggestion(rate, players),
  why,
  kind_of_day,
  ...(raw_other_rate !== null && { other_rate: moneyText(raw_other_rate) }),
});

// A rate that was stored before amounts had an upper limit may be too high to suggest a charge.
function suggestion(rate: ChosenRate['rate'], players: number): Pick<BookingRate, 'suggested_charge'> {
  const suggested_charge = suggestedChargeCents(rate, players);
  return Number.isSafeInteger(suggested_charge) ? { suggested_charge } : {};
}
