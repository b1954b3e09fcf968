import type { PaymentCard } from './gateway.ts';
import { behaviorOfCardNumber, type TestCardBehavior } from './test-cards.ts';

const DECLINES: Partial<Record<TestCardBehavior, string>> = {
  declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
};

/** The part of a card that the built-in gateway stores; never the card's number or security code. */
export type CheckedCard = { last4: string; behaviour: TestCardBehavior; refusal: string | null };

/**
 * Checks a card as its bank would on the day `today` (any instant of it); `refusal` is the reason in plain words,
 * null if the bank would approve.
 */
export function checkTypedCard(card: PaymentCard, today: Date): CheckedCard {
  const number = card.number.replaceAll(/[\s-]/g, '');
  const behaviour = behaviorOfCardNumber(number);
  return {
    last4: number.slice(-4),
    behaviour,
    refusal: refusalOf(number, card, today) ?? DECLINES[behaviour] ?? null,
  };
}

function refusalOf(number: string, card: PaymentCard, today: Date): string | null {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return 'Your card number is incorrect.';
  const month = Number(card.expmo);
  const year = Number(card.expyr.length === 2 ? `20${card.expyr}` : card.expyr);
  if (!(month >= 1 && month <= 12)) return "Your card's expiration month is invalid.";
  if (!Number.isInteger(year)) return "Your card's expiration year is invalid.";
  if (Date.UTC(year, month) <= today.getTime()) return 'Your card has expired.';
  return /^\d{3,4}$/.test(card.cvv) ? null : "Your card's security code is incorrect.";
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const doubled = digits.map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2));
  return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}
