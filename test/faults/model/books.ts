/*
 * A model of the ledger, as a bookkeeper would keep it by hand. It imports nothing from the program, so that the two are
 * independent. All amounts are cents.
 */

export type ModelCard =
  'approved' | 'reset_after' | 'declined' | 'timeout_after' | 'refund_declined' | 'refund_timeout_after';
export type CardAndCertificateCents = { card: number; certificate: number };
export type Certificate = {
  id: number;
  serial: string;
  value: number;
  balance: number;
  /** The price paid for the gift certificate, corrected together with its value; 0 once it is refunded. */
  price: number;
  /** The unrefunded part of the card charge that paid for the gift certificate; null if no card did. */
  charge: ModelCharge | null;
  /** The changes of the gift certificate's balance by admins, beyond a corrected value. */
  adjusted: number;
  isClosed: boolean;
  gateway: GatewayAmounts;
  /** The sale or refund of the gift certificate that is under way, if any. */
  open: OpenOperation | null;
};
/** The amounts that the gateway moved, including those that RIC does not know of. */
export type GatewayAmounts = { charged: number; refunded: number };
/**
 * An operation with an unknown outcome; `settle` applies the outcome to the model once it is known, with the answer at that
 * time.
 */
export type OpenOperation = { operation: string; settle: (answer: unknown) => void };
/** The course's terms: the amounts per player that it keeps after a cancellation and is owed; `most` 0 means no limit. */
export type CancellationTerms = { kept: number; most: number; hours: number; owed: number };
export type ModelPlayTime = { on: string; at: string; hoursAway: number };

export type TeeTime = {
  id: number;
  status: 'pending' | 'booked' | 'canceled' | 'failed';
  charge: number;
  rental: number;
  discount: number;
  certificate: number;
  total: number;
  card: ModelCard | null;
  paidWith: Certificate | null;
  captured: CardAndCertificateCents;
  refunded: CardAndCertificateCents;
  players: number;
  playersBooked: number;
  cost: number;
  terms: CancellationTerms;
  round: ModelPlayTime;
  notes: string;
  /** True if the course system refuses to cancel the tee time. */
  isKept: boolean;
  /** The amount of the tee time that is on account. */
  owed: number;
  /** The unrefunded part of each card charge, the newest first. */
  charges: ModelCharge[];
  discountOf: Discount | null;
  gateway: GatewayAmounts;
  /** The booking, refund or change of the tee time that is under way, if any. */
  open: (OpenOperation & { isChange?: true }) | null;
};
export type ModelCharge = { card: ModelCard; left: number };

/** The whole model; `sales` are gift certificates that do not exist yet, because their payment is uncertain. */
export type ModelBooks = { teeTimes: TeeTime[]; certificates: Certificate[]; sales: Certificate[] };

/** Picks an item by a random number, however many items there are. */
export const pickByNumber = <T>(all: readonly T[], number: number): T | undefined =>
  all[number % Math.max(1, all.length)];

/** Picks an item by a random number, counted from the newest item. */
export const pickNewestByNumber = <T>(all: readonly T[], number: number): T | undefined =>
  pickByNumber(all.toReversed(), number);

export const heldOnCertificate = (books: ModelBooks, certificate: Certificate): number =>
  books.teeTimes
    .filter((teeTime) => teeTime.status === 'pending' && teeTime.paidWith === certificate)
    .reduce((held, teeTime) => held + teeTime.certificate, certificate.open ? certificate.balance : 0);

export type Discount = {
  code: string;
  dollars: number;
  tenths: number;
  least: number;
  most: number;
  stacks: boolean;
};
export type PriceInput = {
  charge: number;
  rental: number;
  discount: Discount | null;
  certificate: Certificate | null;
};

function offBy(charge: number, discount: Discount): number {
  // A discount's percentage is in tenths: each tenth is a thousandth of the charge, and half a cent rounds up.
  const named = discount.dollars > 0 ? discount.dollars : Math.floor((charge * discount.tenths + 500) / 1000);
  const raised = named < discount.least ? discount.least : named;
  const held = discount.most > 0 && raised > discount.most ? discount.most : raised;
  return held > charge ? charge : held;
}

/** Returns the price of a booking, or null if the booking is rejected. */
export function priceModelBooking(books: ModelBooks, { charge, rental, discount, certificate }: PriceInput) {
  const free = certificate ? certificate.balance - heldOnCertificate(books, certificate) : 0;
  if (charge === 0 || (certificate && free <= 0)) return null;
  if (discount && certificate && !discount.stacks) return null;
  const off = discount ? offBy(charge, discount) : 0;
  const due = charge + rental - off;
  const fromCertificate = free < due ? free : due;
  return { charge, rental, discount: off, certificate: fromCertificate, total: due - fromCertificate };
}

/** Returns true for a total below half a dollar, which no card is charged. */
export const isBelowCardMinimum = (total: number): boolean => total > 0 && total < 50;

export const fullRefund = ({ captured, refunded }: TeeTime): number =>
  captured.card + captured.certificate - refunded.card - refunded.certificate;

export function standardRefund({ captured, refunded, terms, playersBooked, round }: TeeTime): number {
  if (round.hoursAway < terms.hours) return 0;
  let allowed = captured.card + captured.certificate - terms.kept * playersBooked;
  if (terms.most > 0) allowed = Math.min(allowed, terms.most * playersBooked);
  return Math.max(0, allowed - refunded.card - refunded.certificate);
}

/** Confirms a pending booking in the model: the card is charged, the gift certificate spent. */
export function confirmModelBooking(teeTime: TeeTime): void {
  teeTime.status = 'booked';
  teeTime.captured = { card: teeTime.card ? teeTime.total : 0, certificate: teeTime.certificate };
  if (teeTime.paidWith) teeTime.paidWith.balance -= teeTime.certificate;
  if (teeTime.card) teeTime.charges = [{ card: teeTime.card, left: teeTime.total }];
  else teeTime.owed = teeTime.total;
}

/** Spreads an amount over a tee time's charges, the newest first. */
export function spreadOverModelCharges(
  teeTime: TeeTime,
  cents: number,
): { charge: ModelCharge; cents: number }[] {
  const parts: { charge: ModelCharge; cents: number }[] = [];
  let rest = cents;
  for (const charge of teeTime.charges) {
    const part = rest < charge.left ? rest : charge.left;
    if (part > 0) parts.push({ charge, cents: part });
    rest -= part;
  }
  return parts;
}

export type ChargePart = { charge: ModelCharge; cents: number };
const takeFrom = (parts: ChargePart[]): void => parts.forEach(({ charge, cents }) => (charge.left -= cents));
const sumOf = (parts: ChargePart[]): number => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Splits a refund: the card first, up to its unrefunded amount, then the gift certificate. */
export function splitModelRefund(teeTime: TeeTime, amount: number): CardAndCertificateCents {
  const left = teeTime.captured.card - teeTime.refunded.card;
  return amount <= left ? { card: amount, certificate: 0 } : { card: left, certificate: amount - left };
}

export function applyRefund(
  teeTime: TeeTime,
  { made, certificate }: { made: ChargePart[]; certificate: number },
): void {
  const card = sumOf(made);
  takeFrom(made);
  teeTime.refunded = {
    card: teeTime.refunded.card + card,
    certificate: teeTime.refunded.certificate + certificate,
  };
  if (teeTime.paidWith) teeTime.paidWith.balance += certificate;
}

export type RefundWish = { cancel: boolean; refund: boolean; amount: number | null };

const isFree = ({ open, status }: TeeTime): boolean =>
  open === null && (status === 'booked' || status === 'canceled');

/** Returns the parts of a cancellation or refund, or null if it would change nothing. */
export function allowedRefund(
  teeTime: TeeTime,
  { cancel, refund, amount }: RefundWish,
): CardAndCertificateCents | null {
  if ((!cancel && !refund) || !isFree(teeTime)) return null;
  if (cancel && teeTime.status === 'canceled') return null;
  const wanted = refund ? (amount ?? standardRefund(teeTime)) : 0;
  if (refund && (wanted <= 0 || wanted > fullRefund(teeTime))) return null;
  return splitModelRefund(teeTime, wanted);
}

export type TeeTimeEdit = {
  players: number;
  notes: string;
  round: ModelPlayTime;
  isPast: boolean;
  isOtherMoney: boolean;
};

/**
 * Saves an edit in the model; returns false if the edit is rejected. An edit never changes money, and changes the play time
 * only while the tee time is booked.
 */
export function applyEdit(
  teeTime: TeeTime,
  { players, notes, round, isPast, isOtherMoney }: TeeTimeEdit,
): boolean {
  const isOtherRound = players !== teeTime.players || round !== teeTime.round;
  if (isOtherRound && teeTime.open?.isChange) return false;
  if (isOtherMoney || isPast || (isOtherRound && teeTime.status !== 'booked')) return false;
  if (players !== teeTime.players) teeTime.cost = teeTime.terms.owed * players;
  Object.assign(teeTime, { players, notes, round });
  return true;
}

export type ChangedTeeTime = { players: number; round: ModelPlayTime; isToday: boolean; isKept: boolean };

/** The price per player by the own rate of the test's courses. */
const RATE = 100_00;
export const roundHalfUp = (cents: number, times: number, by: number): number =>
  Math.floor((cents * times) / by) + (2 * ((cents * times) % by) >= by ? 1 : 0);

/** Returns the charge and discount of the party after a change. */
function priceOf(
  teeTime: TeeTime,
  { players, isToday }: ChangedTeeTime,
): { charge: number; discount: number } {
  const share = (cents: number) => roundHalfUp(cents, players, teeTime.playersBooked);
  if (!isToday) return { charge: share(teeTime.charge), discount: share(teeTime.discount) };
  const charge = RATE * players;
  const terms = teeTime.discount > 0 ? teeTime.discountOf : null;
  return { charge, discount: terms ? offBy(charge, terms) : 0 };
}

const mayChange = ({ status, open, round }: TeeTime, to: ChangedTeeTime): boolean =>
  status === 'booked' && open === null && round.hoursAway > 0 && to.round.hoursAway > 0;

/** Returns the result of a change of a tee time, or null if the change is rejected. */
export function priceTeeTimeChange(teeTime: TeeTime, to: ChangedTeeTime) {
  const { charge, discount } = priceOf(teeTime, to);
  const difference = charge - discount - (teeTime.charge - teeTime.discount);
  const isSame = to.players === teeTime.players && to.round === teeTime.round && difference === 0;
  if (!mayChange(teeTime, to) || charge === 0 || isSame) return null;
  const nothing = { total: 0, fromAccount: 0, fromCards: 0, certificate: 0 };
  if (to.isKept) return { to, difference, ...nothing, charge: teeTime.charge, discount: teeTime.discount };
  const priced = { to, difference, charge, discount };
  return difference >= 0 ? { ...priced, ...nothing, total: difference } : lessOf(teeTime, priced);
}

/**
 * Splits a price reduction: first the amount on account, then the cards, then the gift certificate; null if they do not
 * hold enough.
 */
function lessOf<A extends { charge: number; discount: number; difference: number }>(
  teeTime: TeeTime,
  priced: A,
) {
  const due = priced.charge + teeTime.rental - priced.discount;
  const certificate = Math.max(0, teeTime.certificate - due);
  const less = -priced.difference - certificate;
  const fromAccount = Math.min(less, teeTime.owed);
  const fromCards = less - fromAccount;
  const onCards = teeTime.charges.reduce((sum, { left }) => sum + left, 0);
  const onCertificate = teeTime.captured.certificate - teeTime.refunded.certificate;
  if (fromCards > onCards || certificate > onCertificate) return null;
  return { ...priced, total: 0, fromAccount, fromCards, certificate };
}

type Settled = { charged: ModelCharge | null; made: ChargePart[] };

/** Applies a change after its money has moved: an amount that a bank did not refund stays in the price. */
export function applyTeeTimeChange(
  teeTime: TeeTime,
  found: NonNullable<ReturnType<typeof priceTeeTimeChange>>,
  { charged, made }: Settled,
): void {
  const stayed = found.fromCards - sumOf(made);
  const { players, round } = found.to;
  takeFrom(made);
  if (charged) teeTime.charges.unshift(charged);
  teeTime.owed += charged ? 0 : found.total - found.fromAccount;
  teeTime.captured = {
    card: teeTime.captured.card + (charged?.left ?? 0) - sumOf(made),
    certificate: teeTime.captured.certificate - found.certificate,
  };
  if (teeTime.paidWith) teeTime.paidWith.balance += found.certificate;
  teeTime.charge = found.charge + stayed;
  teeTime.discount = found.discount;
  if (teeTime.discount === 0) teeTime.discountOf = null;
  teeTime.certificate -= found.certificate;
  teeTime.total += found.total - found.fromAccount - sumOf(made);
  teeTime.cost = teeTime.terms.owed * players;
  // A price that the course keeps is that of the earlier number of players.
  const isOfBefore = found.to.isKept && found.difference !== 0;
  Object.assign(teeTime, { players, round, ...(!isOfBefore && { playersBooked: players }) });
}
