import { formatMoney } from '../../../contract/money.ts';

/** The least that a card is charged, in cents: the least that Stripe charges in US dollars. */
export const LEAST_CARD_CHARGE = 50;

/** Says whether something is owed, but less than a card can be charged. */
export const isTooSmallForCard = (cents: number): boolean => cents > 0 && cents < LEAST_CARD_CHARGE;

const least = (cents: number): string =>
  `${formatMoney(cents)} is left for the card, and ${formatMoney(LEAST_CARD_CHARGE)} is the least that a card can be charged.`;

/** Refuses a card for a share that is too small for it, and says what to do instead. */
export const tooSmallText = (cents: number): string =>
  `${least(cents)} Send it without a card: the amount goes on account.`;

/** Refuses a sale that is paid by card alone. */
export const tooSmallSaleText = (cents: number): string =>
  `The price is ${formatMoney(cents)}, and ${formatMoney(LEAST_CARD_CHARGE)} is the least that a card can be charged.`;

/** Returns what is asked before a small share is booked without the card that was typed, or null where the card is charged. */
export const questionOfSmallShare = (cents: number) =>
  isTooSmallForCard(cents)
    ? {
        question: 'Book without the card?',
        detail: `${least(cents)} The amount goes on account.`,
        verb: 'Book without a card',
      }
    : null;

/** Says where a small difference goes, before the change is made. */
export const smallDifferenceText = (cents: number): string =>
  `${formatMoney(cents)} goes on account: ${formatMoney(LEAST_CARD_CHARGE)} is the least that a card can be charged.`;
