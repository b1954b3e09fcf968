/*
 * The desk as a bookkeeper would keep it by hand: nothing here is imported from the program, so that where both agree,
 * two hands came to the same. All amounts are cents.
 */

export type Card =
  'approved' | 'reset_after' | 'declined' | 'timeout_after' | 'refund_declined' | 'refund_timeout_after';
export type Pair = { card: number; certificate: number };
export type Certificate = { id: number; serial: string; value: number; balance: number };
/** What a course keeps and owes per player; `most` 0 is no limit. */
export type Terms = { kept: number; most: number; hours: number; owed: number };
export type Round = { on: string; at: string; hoursAway: number };

export type TeeTime = {
  id: number;
  status: 'pending' | 'booked' | 'canceled' | 'failed';
  charge: number;
  rental: number;
  discount: number;
  certificate: number;
  total: number;
  card: Card | null;
  paidWith: Certificate | null;
  captured: Pair;
  refunded: Pair;
  players: number;
  playersBooked: number;
  cost: number;
  terms: Terms;
  round: Round;
  notes: string;
  /** The course system will not let it go. */
  isKept: boolean;
  /** The refund on its way of which nobody knows the outcome yet, or the charge of a pending one. */
  open: { operation: string; refund: Pair | null } | null;
};

export type Books = { teeTimes: TeeTime[]; certificates: Certificate[] };

export const heldOn = (books: Books, certificate: Certificate): number =>
  books.teeTimes
    .filter((teeTime) => teeTime.status === 'pending' && teeTime.paidWith === certificate)
    .reduce((held, teeTime) => held + teeTime.certificate, 0);

export type Discount = {
  code: string;
  dollars: number;
  tenths: number;
  least: number;
  most: number;
  stacks: boolean;
};
export type Asked = {
  charge: number;
  rental: number;
  discount: Discount | null;
  certificate: Certificate | null;
};

function offBy(charge: number, discount: Discount): number {
  // Tenths of a percent: a thousandth of the charge each, half a cent going up.
  const named = discount.dollars > 0 ? discount.dollars : Math.floor((charge * discount.tenths + 500) / 1000);
  const raised = named < discount.least ? discount.least : named;
  const held = discount.most > 0 && raised > discount.most ? discount.most : raised;
  return held > charge ? charge : held;
}

/** What a booking comes to, or null where it is refused. */
export function priced(books: Books, { charge, rental, discount, certificate }: Asked) {
  const free = certificate ? certificate.balance - heldOn(books, certificate) : 0;
  if (charge === 0 || (certificate && free <= 0)) return null;
  if (discount && certificate && !discount.stacks) return null;
  const off = discount ? offBy(charge, discount) : 0;
  const due = charge + rental - off;
  const fromCertificate = free < due ? free : due;
  return { charge, rental, discount: off, certificate: fromCertificate, total: due - fromCertificate };
}

export const fullRefund = ({ captured, refunded }: TeeTime): number =>
  captured.card + captured.certificate - refunded.card - refunded.certificate;

export function standardRefund({ captured, refunded, terms, playersBooked, round }: TeeTime): number {
  if (round.hoursAway < terms.hours) return 0;
  let allowed = captured.card + captured.certificate - terms.kept * playersBooked;
  if (terms.most > 0) allowed = Math.min(allowed, terms.most * playersBooked);
  return Math.max(0, allowed - refunded.card - refunded.certificate);
}

/** Confirms a pending booking: the card is charged, the certificate spent. */
export function confirm(teeTime: TeeTime): void {
  teeTime.status = 'booked';
  teeTime.captured = { card: teeTime.card ? teeTime.total : 0, certificate: teeTime.certificate };
  if (teeTime.paidWith) teeTime.paidWith.balance -= teeTime.certificate;
}

/** The card first, up to what it paid and did not get back. */
export function splitOf(teeTime: TeeTime, amount: number): Pair {
  const left = teeTime.captured.card - teeTime.refunded.card;
  return amount <= left ? { card: amount, certificate: 0 } : { card: left, certificate: amount - left };
}

export function giveBack(teeTime: TeeTime, { card, certificate }: Pair): void {
  teeTime.refunded = {
    card: teeTime.refunded.card + card,
    certificate: teeTime.refunded.certificate + certificate,
  };
  if (teeTime.paidWith) teeTime.paidWith.balance += certificate;
}

export type Wish = { cancel: boolean; refund: boolean; amount: number | null };

const isFree = ({ open, status }: TeeTime): boolean =>
  open === null && (status === 'booked' || status === 'canceled');

/** What a cancellation or refund would do, or null where it changes nothing. */
export function allowedRefund(teeTime: TeeTime, { cancel, refund, amount }: Wish): Pair | null {
  if ((!cancel && !refund) || !isFree(teeTime)) return null;
  if (cancel && teeTime.status === 'canceled') return null;
  const wanted = refund ? (amount ?? standardRefund(teeTime)) : 0;
  if (refund && (wanted <= 0 || wanted > fullRefund(teeTime))) return null;
  return splitOf(teeTime, wanted);
}

export type Change = { players: number; notes: string; round: Round; isPast: boolean; isOtherMoney: boolean };

/** Saves an edit, or answers false where it is refused: money never, and the round of a booked one only. */
export function edited(teeTime: TeeTime, { players, notes, round, isPast, isOtherMoney }: Change): boolean {
  const isOtherRound = players !== teeTime.players || round !== teeTime.round;
  if (isOtherMoney || isPast || (isOtherRound && teeTime.status !== 'booked')) return false;
  if (players !== teeTime.players) teeTime.cost = teeTime.terms.owed * players;
  Object.assign(teeTime, { players, notes, round });
  return true;
}
