import { cardDigits, cardErrors, isMask, type TypedCard } from '../../contract/cards.ts';

/** A waiting customer's card: a token at the gateway, its last four digits, and if staff typed it on the phone. */
export type WaitingCard = { card_token: string; card_last4: string; is_by_phone: boolean };
type TokenChoice = {
  pay: 'token';
  token: string;
  /** Null until the gateway tells. */
  last4: string | null;
  /** False if its holder typed it on another site. */
  is_by_phone: boolean;
};
/** The card to charge, or the field errors that say why it cannot be charged. */
export type CardChoice =
  | { pay: 'nothing' }
  | { pay: 'card'; card: TypedCard }
  | TokenChoice
  | { pay: 'refused'; errors: Record<string, string[]> };

/**
 * Decides what a booking charges: nothing without a number, the waiting card for exactly its mask, else the typed card, or its
 * token if the fields are the gateway's.
 */
export function cardChoice(
  card: TypedCard | null,
  waiting: WaitingCard | null,
  today: string,
  isHosted = false,
): CardChoice {
  const number = card ? cardDigits(card.number) : '';
  if (!card || number === '') return { pay: 'nothing' };
  if (isMask(number)) return waitingChoice(number, waiting);
  const errors = cardErrors({ ...card, number }, today, isHosted);
  if (Object.keys(errors).length > 0) return { pay: 'refused', errors };
  return isHosted
    ? { pay: 'token', token: number, last4: null, is_by_phone: true }
    : { pay: 'card', card: { ...card, number } };
}

/** Tells if the card's number was said on the phone: a card that its holder typed on another site was not. */
export const isByPhone = (choice: CardChoice): boolean => choice.pay !== 'token' || choice.is_by_phone;

/** Returns the last four digits of the charged card, as far as they are known yet; nothing else of it is stored. */
export function last4Of(choice: CardChoice): string | null {
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
