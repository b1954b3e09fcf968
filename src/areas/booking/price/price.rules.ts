import { discountInCents, type DiscountAmount } from '../../discounts/discount.rules.ts';

export type RentedClub = { id: number; raw_charge: number; quantity: number };

export type BookingPriceInput = {
  /** The charge for the whole party, in cents. */
  chargeCents: number;
  clubs: readonly RentedClub[];
  discount: DiscountAmount | null;
  certificateBalanceCents: number;
};

/** The parts of a price in cents, each 0 or more: charge + rental - discount - gift certificate = total. */
export type BookingTotals = {
  charge: number;
  rental: number;
  discount: number;
  certificate: number;
  total: number;
};

export function bookingTotals({
  chargeCents,
  clubs,
  discount,
  certificateBalanceCents,
}: BookingPriceInput): BookingTotals {
  const rental = clubs.filter(isRented).reduce((sum, club) => sum + club.raw_charge * club.quantity, 0);
  const off = discount ? discountInCents(chargeCents, discount) : 0;
  const due = cents(cents(chargeCents) + cents(rental)) - off;
  const certificate = Math.min(Math.max(0, certificateBalanceCents), due);
  return { charge: chargeCents, rental, discount: off, certificate, total: cents(due - certificate) };
}

const isRented = (club: RentedClub): boolean => club.quantity > 0 && club.raw_charge > 0;

// Throws for an impossible amount, so that nobody is charged a wrong price.
const cents = (amount: number): number => {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not a price in cents: ${amount}`);
  return amount;
};
