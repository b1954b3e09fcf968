import { cardDigits, cardErrors, isCardMask, type TypedCard } from '../../contract/cards.ts';

/**
 * The saved card of a waiting customer: its token at the gateway, its last four digits, and if staff typed it during
 * a phone call.
 */
export type WaitingCard = { card_token: string; card_last4: string; is_by_phone: boolean };
type TokenChoice = {
  pay: 'token';
  token: string;
  /** The last four digits; null until the gateway tells them. */
  last4: string | null;
  /** False if the card's holder typed it on another site. */
  is_by_phone: boolean;
};
/** The card to charge, or the field errors that say why it cannot be charged. */
export type CardChoice =
  | { pay: 'nothing' }
  | { pay: 'card'; card: TypedCard }
  | TokenChoice
  | { pay: 'refused'; errors: Record<string, string[]> };

/**
 * Decides what a booking charges: nothing without a card number, the waiting customer's card for exactly its mask,
 * else the typed card, or its token if the gateway's own fields are used.
 */
export function cardChoice(
  card: TypedCard | null,
  waiting: WaitingCard | null,
  today: string,
  isHosted = false,
): CardChoice {
  const number = card ? cardDigits(card.number) : '';
  if (!card || number === '') return { pay: 'nothing' };
  if (isCardMask(number)) return waitingChoice(number, waiting);
  const errors = cardErrors({ ...card, number }, today, isHosted);
  if (Object.keys(errors).length > 0) return { pay: 'refused', errors };
  return isHosted
    ? { pay: 'token', token: number, last4: null, is_by_phone: true }
    : { pay: 'card', card: { ...card, number } };
}

/** Returns true unless the card's holder typed it on another site: staff typed the number during a phone call. */
export const isCardByPhone = (choice: CardChoice): boolean => choice.pay !== 'token' || choice.is_by_phone;

/** Returns the last four digits of the charged card if they are known; RIC stores no more of a card number. */
export function cardLast4(choice: CardChoice): string | null {
  if (choice.pay === 'card') return choice.card.number.slice(-4);
  return choice.pay === 'token' ? choice.last4 : null;
}

function waitingChoice(mask: string, waiting: WaitingCard | null): CardChoice {
  if (waiting && mask.endsWith(waiting.card_last4))
    return {
      pay: 'token',
      token: waiting.card_token,
      last4: waiting.card_last4,
      is_by_phone: waiting.is_by_phone,
    };
  return {
    pay: 'refused',
    errors: { 'credit_card.number': ['The saved card is no longer kept. Please ask for it again.'] },
  };
}
