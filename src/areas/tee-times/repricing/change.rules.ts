import { multiplyCents } from '../../../contract/money.ts';
import type { AmountBack } from './round-changes.contract.ts';

/** A tee time's price, in cents: total = charge + rental - discount - certificate. */
export type RoundPrice = {
  raw_charge: number;
  raw_rental_amount: number;
  raw_discount_amount: number;
  raw_gift_certificate_amount: number;
  raw_total: number;
};

/**
 * Returns an amount for a party of another size, if each player pays as much as before; half a cent rounds up. Null if the
 * result is no valid amount.
 */
export function amountForPlayers(cents: number, players: number, booked: number): number | null {
  const doubled = multiplyCents(cents, 2 * players);
  return doubled === null ? null : Math.floor((doubled + booked) / (2 * booked));
}

/**
 * Returns a tee time's price with another charge and discount. The rental clubs stay, and the gift certificate never
 * pays more than it did.
 */
export function repriceRound(
  before: RoundPrice,
  { charge, discount }: { charge: number; discount: number },
): RoundPrice {
  const due = charge + before.raw_rental_amount - discount;
  const certificate = Math.min(before.raw_gift_certificate_amount, due);
  return {
    raw_charge: charge,
    raw_rental_amount: before.raw_rental_amount,
    raw_discount_amount: discount,
    raw_gift_certificate_amount: certificate,
    raw_total: due - certificate,
  };
}

const dueOf = (price: RoundPrice): number => price.raw_total + price.raw_gift_certificate_amount;
/** Returns the amount due at the new price less the one at the old price. */
export const priceDifference = (before: RoundPrice, after: RoundPrice): number =>
  dueOf(after) - dueOf(before);

/**
 * The balances of a tee time's tenders, in cents: the amount still on account, the rest of each card charge (newest first),
 * and the gift certificate.
 */
export type TenderBalances = {
  on_account: number;
  charges: readonly { card_last4: string | null; left: number }[];
  certificate: { serial: string; left: number } | null;
};
/** The amounts, in cents, that each tender pays in addition, or below 0 gets back. */
export type PriceSettlement = { on_account: number; card: number; certificate: number };

/**
 * Settles a new price. A higher one is paid by a card, or else put on account. A lower one first reduces the amount
 * on account, then is refunded to cards, then to the gift certificate.
 */
export function settlePriceDifference(
  before: RoundPrice,
  after: RoundPrice,
  { paidBy, byCard }: Settling,
): PriceSettlement {
  const total = after.raw_total - before.raw_total;
  const certificate = after.raw_gift_certificate_amount - before.raw_gift_certificate_amount;
  if (total >= 0) return { on_account: byCard ? 0 : total, card: byCard ? total : 0, certificate };
  const on_account = Math.max(total, -paidBy.on_account);
  // Adding 0 turns -0 cents into 0.
  return { on_account: 0 + on_account, card: total - on_account, certificate };
}
type Settling = { paidBy: TenderBalances; byCard: boolean };

/** Returns the cents of a lower price that cannot be given back, because earlier refunds took them. */
export function unrefundableCents({ card, certificate }: PriceSettlement, paidBy: TenderBalances): number {
  const onCards = paidBy.charges.reduce((sum, { left }) => sum + left, 0);
  return Math.max(0, -card - onCards) + Math.max(0, -certificate - (paidBy.certificate?.left ?? 0));
}

/** Returns the tenders that get money back, in order. A card that was charged several times is listed once. */
export function amountsBackByTender(
  moves: PriceSettlement,
  { charges, certificate }: TenderBalances,
): AmountBack[] {
  const ways: AmountBack[] = [{ to: 'account', name: 'the account', raw_amount: -moves.on_account }];
  let rest = -moves.card;
  for (const { card_last4, left } of charges) {
    const raw_amount = Math.min(rest, left);
    const card = card_last4 === null ? 'the card' : `card ${card_last4}`;
    const known = ways.find(({ name }) => name === card);
    if (known) known.raw_amount += raw_amount;
    else ways.push({ to: 'card', name: card, raw_amount });
    rest -= raw_amount;
  }
  const name = `gift certificate ${certificate?.serial ?? ''}`.trim();
  ways.push({ to: 'certificate', name, raw_amount: -moves.certificate });
  return ways.filter(({ raw_amount }) => raw_amount > 0);
}

/** Returns the columns that say how a tee time is paid, for a changed price of which cards pay `cardCents`. */
export function paymentColumns(price: RoundPrice, cardCents: number) {
  const is_card = cardCents > 0;
  return { is_card, raw_open: is_card ? price.raw_total - cardCents : 0 };
}

/** Returns the part of a tee time's price that cards paid, before refunds. */
export const cardShareCents = (teeTime: { is_card: boolean; raw_total: number; raw_open: number }): number =>
  teeTime.is_card ? teeTime.raw_total - teeTime.raw_open : 0;
