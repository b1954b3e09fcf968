import { businessNow } from '../../../contract/dates.ts';
import type { UncheckedForm } from '../../../contract/forms/form.ts';
import { formatMoney } from '../../../contract/money.ts';
import {
  isPartner,
  type Actor,
  type Db,
  type AppContext,
  type Partner,
} from '../../../server/process/context.ts';
import { InvalidFields, rejectField } from '../../../server/http/errors.ts';
import { validateForm, runFormChecks, type FormCheck } from '../../../server/records/forms.ts';
import { findActiveCourse } from '../../course-choice/course-choice.queries.ts';
import { courseCostCents, suggestedChargeCents } from '../../rates/choice/rate.rules.ts';
import { findRateForTeeTime, requireRate, type ChosenRate } from '../../rates/choice/rate-for.queries.ts';
import { BookingToPrice, TeeTimeForCodes, type Booking } from '../booking.contract.ts';
import { CreditCard } from '../../payments/payments.contract.ts';
import { priceBooking, type BookingPrices } from '../price/price.queries.ts';
import { lockLeadsOfBooking } from '../../wait-list/leaving/leaving.queries.ts';
import { lockCustomer, normalEmail } from '../../customers/find-or-make.queries.ts';
import type { TypedCard } from '../../../contract/cards.ts';
import { cardChoice, type CardChoice } from '../../payments/card.rules.ts';
import { isTooSmallForCard, cardShareTooSmallText } from '../../payments/refused/least-charge.rules.ts';

type Course = Awaited<ReturnType<typeof findActiveCourse>>;
export type CheckedBooking = {
  course: Course;
  chosen: ChosenRate | null;
  priced: BookingPrices;
  choice: CardChoice;
};

type CheckBookingInput = {
  /** A partner's program books at the charge of the rate, and with card tokens only; the public site never books on account. */
  actor?: Actor;
  booking: BookingToPrice &
    Pick<Booking, 'shown_total'> & {
      /** The queue entry or lost lead that the booking was opened from. */
      tee_time: Partial<Pick<Booking['tee_time'], 'availability_queue_id' | 'lost_lead_id'>>;
      customer?: Customer;
    };
  card: TypedCard | null | undefined;
};

/**
 * Checks and prices a booking, and locks its discount and gift certificate until the transaction ends. Throws InvalidFields with
 * all errors.
 */
export async function checkBooking(
  db: Db,
  app: AppContext,
  { actor, booking, card }: CheckBookingInput,
): Promise<CheckedBooking> {
  const { tee_time } = booking;
  const found: Partial<CheckedBooking> = {};
  const partner = actor && isPartner(actor) ? actor : null;
  await runFormChecks([
    () => refusePast(app, tee_time.play_date),
    async () => {
      // The two queries do not depend on each other, so they are sent together.
      const [course, chosen] = await Promise.all([
        findActiveCourse(db, tee_time.course.id),
        findRateForTeeTime(db, app, { ...tee_time, course_id: tee_time.course.id }),
      ]);
      const rate_required = course.rate_required || partner !== null;
      refuseRate(chosen, { ...course, rate_required }, tee_time.players);
      found.course = course;
      found.chosen = chosen;
    },
    async () => {
      if (partner && !found.chosen) return;
      found.priced = await priceBooking(db, partner ? withSuggestedCharge(booking, found.chosen) : booking);
      refuseOtherTotal(found.priced, booking.shown_total);
    },
    async () => {
      const waiting = await lockWaiting(db, tee_time, booking.customer);
      found.choice = cardChoice(card ?? null, waiting, todayAt(app), partner !== null || isHosted(app));
      refuseChoice(found.choice, { total: found.priced?.totals.total ?? 0, partner });
    },
  ]);
  const { course, chosen = null, priced, choice } = found;
  if (!course || !priced || !choice) throw new Error('a booking was checked in part');
  return { course, chosen, priced, choice };
}

function refuseChoice(
  choice: CardChoice,
  { total, partner }: { total: number; partner: Partner | null },
): void {
  const isSmall = isTooSmallForCard(total);
  const isOwed = choice.pay === 'nothing' && total > 0 && !isSmall;
  if (partner?.is_public_site && isOwed) rejectField('credit_card.number', 'is required');
  if (choice.pay === 'refused') throw new InvalidFields(choice.errors);
  if (choice.pay !== 'nothing' && isSmall) rejectField('charge', cardShareTooSmallText(total));
}

/** Returns the booking with the charge that its rate suggests, or null without a rate. */
export function withSuggestedCharge<B extends BookingToPrice>(
  booking: B,
  chosen: ChosenRate | null | undefined,
): B {
  const { tee_time } = booking;
  const charge = chosen ? suggestedChargeCents(chosen.rate, tee_time.players) : null;
  return { ...booking, tee_time: { ...tee_time, charge } };
}

const isHosted = (app: AppContext): boolean => app.settings.cardEntry === 'hosted';
const todayAt = (app: AppContext): string => businessNow(app.now(), app.settings.businessTimeZone).date;

function refusePast(app: AppContext, play_date: string): void {
  if (play_date < todayAt(app)) rejectField('play_date', 'must not be in the past');
}

function refuseRate(chosen: ChosenRate | null, course: Course, players: number): void {
  requireRate(course, chosen);
  // A rate that was stored before amounts had an upper limit may be too high to calculate with.
  if (chosen && !Number.isSafeInteger(courseCostCents(chosen.rate, players)))
    rejectField(
      'golf_rate',
      `The rate of ${course.course_name} is too high to be booked. Please have it put right.`,
    );
}

function refuseOtherTotal({ totals: { total } }: BookingPrices, shown: number | null | undefined): void {
  if ((shown ?? total) !== total)
    rejectField(
      'shown_total',
      `The total is ${formatMoney(total)} now. Please look at the price and book again.`,
      'price_changed',
    );
}

/** Parses a booking request. Throws InvalidFields with all its errors, including those of the checks that the valid fields allow. */
export async function parseBooking(app: AppContext, sent: UncheckedForm<Booking>): Promise<Booking> {
  try {
    return await validateForm(sent);
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    await runFormChecks(checksSoFar(app, sent.raw), error.errors);
    throw error;
  }
}

/**
 * Returns the checks that are possible on a booking that cannot be parsed as a whole. The checks lock nothing and
 * store nothing.
 */
function checksSoFar(
  app: AppContext,
  { tee_time, credit_card, ...raw }: Record<string, unknown>,
): FormCheck[] {
  const card = CreditCard.safeParse(credit_card);
  const choice = card.success ? cardChoice(card.data, null, todayAt(app), isHosted(app)) : null;
  const isMasked = choice?.pay === 'refused' && card.data?.number.includes('*');
  // The charge is left out, because a wrong total follows from the other errors.
  const sent = { ...(typeof tee_time === 'object' && tee_time), charge: null };
  const booking = BookingToPrice.safeParse({ ...raw, tee_time: sent }).data;
  const day = TeeTimeForCodes.pick({ play_date: true }).safeParse(sent).data;
  const at = TeeTimeForCodes.pick({ course: true }).safeParse(sent).data;
  return [
    ...(booking
      ? [() => checkBooking(app.db, app, { booking: { ...booking, shown_total: null }, card: null })]
      : [
          day && (() => refusePast(app, day.play_date)),
          at && (() => findActiveCourse(app.db, at.course.id)),
        ]),
    choice?.pay === 'refused' && !isMasked && (() => Promise.reject(new InvalidFields(choice.errors))),
  ];
}

type Customer = Pick<Booking['customer'], 'email' | 'first_name' | 'last_name'>;

// Locks the customer before the customer's leads, in the same order as every booking, or two bookings could deadlock.
async function lockWaiting(db: Db, tee_time: CheckBookingInput['booking']['tee_time'], customer?: Customer) {
  const from = { queue_id: tee_time.availability_queue_id ?? 0, lead_id: tee_time.lost_lead_id ?? 0 };
  if (!customer || (from.queue_id <= 0 && from.lead_id <= 0)) return null;
  await lockCustomer(db, customer.email);
  const { play_date, course } = tee_time;
  return lockLeadsOfBooking(
    db,
    { ...from, email_normal: normalEmail(customer.email), lead_date: play_date },
    { course_id: course.id, play_date, customer },
  );
}
