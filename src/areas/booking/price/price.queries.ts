import { moneyText } from '../../../contract/money.ts';
import type { Db } from '../../../server/process/context.ts';
import { Invalid } from '../../../server/http/errors.ts';
import { findTypedDiscount, type BookableDiscount } from '../../discounts/discounts.queries.ts';
import { lockCertificate, type Spendable } from '../../gift-certificates/balance/balance.queries.ts';
import type { BookingToPrice, PricedBooking } from '../booking.contract.ts';
import { certificateProblem } from '../../gift-certificates/balance/certificate.rules.ts';
import { findClubs, type ClubTerms } from '../round/clubs.queries.ts';
import { AMBIGUOUS_CODE, discountProblem } from '../../discounts/discount.rules.ts';
import { bookingTotals, type BookingTotals } from './price.rules.ts';

export type BookingPrices = {
  discount: BookableDiscount | null;
  certificate: Spendable | null;
  clubs: (ClubTerms & { quantity: number })[];
  totals: BookingTotals;
};

/**
 * Prices a booking from the database alone: the charge is the only amount taken from the client. The discount and the certificate
 * stay locked until the transaction ends. Throws Invalid under `discount_code`, `gift_cert_serial`, `rental_clubs`.
 */
export async function priceBooking(db: Db, booking: BookingToPrice): Promise<BookingPrices> {
  const { play_date, players, course, charge } = booking.tee_time;
  const errors: Record<string, string[]> = {};
  const withCertificate = booking.gift_cert_serial !== '';
  const { discount, isAmbiguous } = await findTypedDiscount(db, booking.discount_code);
  if (booking.discount_code !== '') {
    const refusal = isAmbiguous
      ? AMBIGUOUS_CODE
      : discountProblem(discount, { play_date, players, course_id: course.id, withCertificate });
    if (refusal) errors['discount_code'] = [refusal];
  }
  const certificate = withCertificate ? await lockCertificate(db, booking.gift_cert_serial) : null;
  if (withCertificate) {
    const refusal = certificateProblem(certificate, { course_id: course.id });
    if (refusal) errors['gift_cert_serial'] = [refusal];
  }
  const clubs = await rentedClubs(db, booking, errors);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const totals = bookingTotals({
    chargeCents: charge ?? 0,
    clubs,
    discount,
    certificateBalanceCents: certificate?.raw_balance ?? 0,
  });
  return { discount, certificate, clubs, totals };
}

async function rentedClubs(
  db: Db,
  booking: BookingToPrice,
  errors: Record<string, string[]>,
): Promise<BookingPrices['clubs']> {
  const quantities = new Map<number, number>();
  for (const { id, quantity } of booking.rental_clubs ?? []) {
    if (quantity) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  const clubs = await findClubs(db, [...quantities.keys()], booking.tee_time.course.id);
  if (clubs.length < quantities.size)
    errors['rental_clubs'] = ['names a club that this course does not rent out'];
  const rented = clubs.map((club) => ({ ...club, quantity: quantities.get(club.id) ?? 0 }));
  // A club stored before amounts had an upper limit may have any price.
  const rental = rented.reduce((sum, club) => sum + club.raw_charge * club.quantity, 0);
  if (!Number.isSafeInteger(rental + (booking.tee_time.charge ?? 0)))
    errors['rental_clubs'] = ['cost too much to be booked'];
  return rented;
}

/** Returns the discount and certificate details that let the screen show the same price as the server charges. */
export const pricedAnswer = ({ discount, certificate, totals }: BookingPrices): PricedBooking => ({
  tee_time: {
    discount: discount && { ...discount, amount: moneyText(discount.raw_amount) },
    gift_certificate: certificate && { ...certificate, balance: moneyText(certificate.raw_balance) },
    totals,
  },
});
