import { moneyText } from '../../../contract/money.ts';
import type { Db } from '../../../server/process/context.ts';
import { InvalidFields, type FieldIssue } from '../../../server/http/errors.ts';
import { findTypedDiscount, type BookableDiscount } from '../../discounts/discounts.queries.ts';
import {
  lockCertificate,
  type SpendableCertificate,
} from '../../gift-certificates/balance/balance.queries.ts';
import type { BookingToPrice, PricedBooking } from '../booking.contract.ts';
import { certificateProblem } from '../../gift-certificates/balance/certificate.rules.ts';
import { findClubs, type RentalClubTerms } from '../round/clubs.queries.ts';
import { AMBIGUOUS_CODE_TEXT, discountProblem } from '../../discounts/discount.rules.ts';
import { bookingTotals, type BookingTotals } from './price.rules.ts';

export type BookingPrices = {
  discount: BookableDiscount | null;
  certificate: SpendableCertificate | null;
  clubs: (RentalClubTerms & { quantity: number })[];
  totals: BookingTotals;
};

/**
 * Prices a booking from the database: the charge is the only amount taken from the client. The discount and the gift
 * certificate stay locked until the transaction ends. Throws InvalidFields under `discount_code`, `gift_cert_serial`,
 * `rental_clubs`.
 */
export async function priceBooking(db: Db, booking: BookingToPrice): Promise<BookingPrices> {
  const { play_date, players, course, charge } = booking.tee_time;
  const issues: FieldIssue[] = [];
  const withCertificate = booking.gift_cert_serial !== '';
  const { discount, isAmbiguous } = await findTypedDiscount(db, booking.discount_code);
  if (booking.discount_code !== '') {
    const refusal = isAmbiguous
      ? AMBIGUOUS_CODE_TEXT
      : discountProblem(discount, { play_date, players, course_id: course.id, withCertificate });
    if (refusal) issues.push({ field: 'discount_code', code: 'invalid', message: refusal });
  }
  const certificate = withCertificate ? await lockCertificate(db, booking.gift_cert_serial) : null;
  if (withCertificate) issues.push(...certificateIssues(certificate, course.id));
  const { clubs, problem } = await rentedClubs(db, booking);
  if (problem !== null) issues.push({ field: 'rental_clubs', code: 'invalid', message: problem });
  if (issues.length > 0) throw new InvalidFields(issues);
  const totals = bookingTotals({
    chargeCents: charge ?? 0,
    clubs,
    discount,
    certificateBalanceCents: certificate?.raw_balance ?? 0,
  });
  return { discount, certificate, clubs, totals };
}

function certificateIssues(certificate: SpendableCertificate | null, course_id: number): FieldIssue[] {
  const message = certificateProblem(certificate, { course_id });
  const code = certificate ? 'invalid' : 'no_such_certificate';
  return message === null ? [] : [{ field: 'gift_cert_serial', code, message }];
}

/** Returns the rented clubs with their quantities, and the reason why they cannot be booked, or null. */
async function rentedClubs(db: Db, booking: BookingToPrice) {
  const quantities = new Map<number, number>();
  for (const { id, quantity } of booking.rental_clubs ?? []) {
    if (quantity) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  const clubs = await findClubs(db, [...quantities.keys()], booking.tee_time.course.id);
  const rented = clubs.map((club) => ({ ...club, quantity: quantities.get(club.id) ?? 0 }));
  // A rental club that was stored before amounts had an upper limit may have any price.
  const rental = rented.reduce((sum, club) => sum + club.raw_charge * club.quantity, 0);
  const isTooMuch = !Number.isSafeInteger(rental + (booking.tee_time.charge ?? 0));
  const unknown = clubs.length < quantities.size ? 'names a club that this course does not rent out' : null;
  return { clubs: rented, problem: isTooMuch ? 'cost too much to be booked' : unknown };
}

/** Returns the discount and gift certificate details from which the screen calculates the price that the server charges. */
export const pricedBookingAnswer = ({ discount, certificate, totals }: BookingPrices): PricedBooking => ({
  tee_time: {
    discount: discount && { ...discount, amount: moneyText(discount.raw_amount) },
    gift_certificate: certificate && { ...certificate, balance: moneyText(certificate.raw_balance) },
    totals,
  },
});
