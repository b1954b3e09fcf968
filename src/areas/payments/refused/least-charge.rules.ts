import { formatMoney } from '../../../contract/money.ts';

/** The smallest charge to a card, in cents: Stripe's minimum in US dollars. */
export const LEAST_CARD_CHARGE = 50;

/** Returns true if an amount is owed that is below the smallest card charge. */
export const isTooSmallForCard = (cents: number): boolean => cents > 0 && cents < LEAST_CARD_CHARGE;

const least = (cents: number): string =>
  `${formatMoney(cents)} is left for the card, and ${formatMoney(LEAST_CARD_CHARGE)} is the least that a card can be charged.`;

/** Says that the card's share of the price is too small to be charged, and what to do instead. */
export const cardShareTooSmallText = (cents: number): string =>
  `${least(cents)} Send it without a card: the amount goes on account.`;

/** Says that the price of a gift certificate sale is too small for a card, the only way to pay for the sale. */
export const salePriceTooSmallText = (cents: number): string =>
  `The price is ${formatMoney(cents)}, and ${formatMoney(LEAST_CARD_CHARGE)} is the least that a card can be charged.`;

/**
 * Returns the question before a booking whose share for the card is too small to be charged, or null if the card is
 * charged.
 */
export const smallCardShareQuestion = (cents: number) =>
  isTooSmallForCard(cents)
    ? {
        question: 'Book without the card?',
        detail: `${least(cents)} The amount goes on account.`,
        verb: 'Book without a card',
      }
    : null;

/** Says before a price change that a small difference goes on account. */
export const smallDifferenceText = (cents: number): string =>
  `${formatMoney(cents)} goes on account: ${formatMoney(LEAST_CARD_CHARGE)} is the least that a card can be charged.`;
