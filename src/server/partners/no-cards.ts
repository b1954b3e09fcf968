import { hasCardNumber, passesLuhn } from '../../contract/cards.ts';

/** The input field for a phone number, which may have as many digits as the shorter card numbers. */
const PHONE = 'primary_phone';
const USUAL_CARD = 16;
/**
 * The input field for a card token, which is rejected only if the whole token is a card number: about one random
 * token in two thousand contains a card-like number by chance.
 */
const TOKEN = 'token';

/** Returns the path, as keys from the outside in, to a card number in the input, or null. */
export function pathToCardNumber(sent: unknown, name = ''): string[] | null {
  if (typeof sent === 'string' || typeof sent === 'number') return isCardIn(String(sent), name) ? [] : null;
  if (typeof sent !== 'object' || sent === null) return null;
  for (const [key, one] of Object.entries(sent)) {
    if (hasCardNumber(key)) return [];
    const path = pathToCardNumber(one, key);
    if (path) return [key, ...path];
  }
  return null;
}

function isCardIn(text: string, name: string): boolean {
  if (name === TOKEN) return passesLuhn(text);
  return hasCardNumber(text, name === PHONE ? USUAL_CARD : undefined);
}
