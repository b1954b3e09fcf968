import { timesCents } from '../../../contract/money.ts';
import type { Back } from './round-changes.contract.ts';

/** A tee time's price, in cents: total = charge + rental - discount - certificate. */
export type Price = {
  raw_charge: number;
  raw_rental_amount: number;
  raw_discount_amount: number;
  raw_gift_certificate_amount: number;
  raw_total: number;
};

/** What the party of another size pays where each player pays what each paid: half a cent goes up. Null where that is no amount. */
export function shareOf(cents: number, players: number, booked: number): number | null {
  const doubled = timesCents(cents, 2 * players);
  return doubled === null ? null : Math.floor((doubled + booked) / (2 * booked));
}

/** The price with another charge and discount; clubs stay, and the certificate never pays more than it did. */
export function pricedAnew(before: Price, { charge, discount }: { charge: number; discount: number }): Price {
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

const dueOf = (price: Price): number => price.raw_total + price.raw_gift_certificate_amount;
/** What the new price is more than the old one. */
export const differenceOf = (before: Price, after: Price): number => dueOf(after) - dueOf(before);

/** Who paid a tee time, in cents: what is still on account, what each charge holds (the newest first), and the certificate. */
export type PaidBy = {
  on_account: number;
  charges: readonly { card_last4: string | null; left: number }[];
  certificate: { serial: string; left: number } | null;
};
/** By what each tender pays more or less. */
export type Moves = { on_account: number; card: number; certificate: number };

/** How a new price is settled: more by a card, or else on account; less first off what is on account, then cards, then the certificate. */
export function movesOf(before: Price, after: Price, { paidBy, byCard }: Settling): Moves {
  const total = after.raw_total - before.raw_total;
  const certificate = after.raw_gift_certificate_amount - before.raw_gift_certificate_amount;
  if (total >= 0) return { on_account: byCard ? 0 : total, card: byCard ? total : 0, certificate };
  const on_account = Math.max(total, -paidBy.on_account);
  // Not -0 cents.
  return { on_account: 0 + on_account, card: total - on_account, certificate };
}
type Settling = { paidBy: PaidBy; byCard: boolean };

/** What can not go back since it is not there any more: refunds took it before. */
export function missing({ card, certificate }: Moves, paidBy: PaidBy): number {
  const onCards = paidBy.charges.reduce((sum, { left }) => sum + left, 0);
  return Math.max(0, -card - onCards) + Math.max(0, -certificate - (paidBy.certificate?.left ?? 0));
}

/** Where it goes back, in its order; a card that was charged several times is one of them. */
export function waysBack(moves: Moves, { charges, certificate }: PaidBy): Back[] {
  const ways: Back[] = [{ to: 'account', name: 'the account', raw_amount: -moves.on_account }];
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

/** How a tee time stands once its price and what cards paid of it have changed. */
export function standingAfter(price: Price, cardCents: number) {
  const is_card = cardCents > 0;
  return { is_card, raw_open: is_card ? price.raw_total - cardCents : 0 };
}

/** What cards paid of the price, refunds apart. */
export const cardShareOf = (teeTime: { is_card: boolean; raw_total: number; raw_open: number }): number =>
  teeTime.is_card ? teeTime.raw_total - teeTime.raw_open : 0;
