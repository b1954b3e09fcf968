import { cardDigits, cardErrors, isMask, type TypedCard } from '../../contract/cards.ts';

/** A waiting customer's card: a token at the gateway and its last four digits. */
export type WaitingCard = { card_token: string; card_last4: string };
/** The card to charge, or the field errors that say why it cannot be charged. */
export type CardChoice =
  | { pay: 'nothing' }
  | { pay: 'card'; card: TypedCard }
  | { pay: 'token'; token: string; /** Null until the gateway tells. */ last4: string | null }
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
  return isHosted ? { pay: 'token', token: number, last4: null } : { pay: 'card', card: { ...card, number } };
}

/** Returns the last four digits of the charged card, as far as they are known yet; nothing else of it is stored. */
export function last4Of(choice: CardChoice): string | null {
  if (choice.pay === 'card') return choice.card.number.slice(-4);
  return choice.pay === 'token' ? choice.last4 : null;
}

function waitingChoice(mask: string, waiting: WaitingCard | null): CardChoice {
  if (waiting && mask.endsWith(waiting.card_last4))
    return { pay: 'token', token: waiting.card_token, last4: waiting.card_last4 };
  return {
    pay: 'refused',
    errors: { 'credit_card.number': ['The saved card is no longer kept. Please ask for it again.'] },
  };
}
