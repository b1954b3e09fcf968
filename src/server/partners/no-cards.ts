import { hasCardNumber, passesLuhn } from '../../contract/cards.ts';

/** Under this name a telephone's digits may be as many as the shorter cards have. */
const PHONE = 'primary_phone';
const USUAL_CARD = 16;
/** What it may be has a rule of its own: by chance one of two thousand random ones looks as if it had a card's number in it. */
const TOKEN = 'token';

/** Where something that was sent has a card's number in it, as keys from outside in, or null. */
export function pathOfCard(sent: unknown, name = ''): string[] | null {
  if (typeof sent === 'string' || typeof sent === 'number') return isCardIn(String(sent), name) ? [] : null;
  if (typeof sent !== 'object' || sent === null) return null;
  for (const [key, one] of Object.entries(sent)) {
    if (hasCardNumber(key)) return [];
    const path = pathOfCard(one, key);
    if (path) return [key, ...path];
  }
  return null;
}

function isCardIn(text: string, name: string): boolean {
  if (name === TOKEN) return passesLuhn(text);
  return hasCardNumber(text, name === PHONE ? USUAL_CARD : undefined);
}
