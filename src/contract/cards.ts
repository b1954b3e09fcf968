import { addDays } from './dates.ts';
import { cleanTyped } from './typed/clean-typed.ts';

/** Returns a card number without what people group it by. */
export const cardDigits = (typed: string): string => cleanTyped(typed).replace(/[ -]/g, '');

/** Whether a typed card number (blanks and hyphens allowed, 12 to 19 digits) has a right check digit. */
export function passesLuhn(number: string): boolean {
  const digits = cardDigits(number);
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

// What the brands' numbers begin with, and how long they then are.
const A_CARD = /^(?:3\d{13,18}|4(?:\d{12}|\d{15}|\d{18})|[56]\d{15,18}|2[2-7]\d{14})$/;
// Of four digits or more, but for the last.
const MOST_GROUPS = 5;
const isCard = (digits: string): boolean => A_CARD.test(digits) && passesLuhn(digits);

/**
 * Whether a text has a card's number in it, its digits apart by blanks, dashes or dots or not at all. Its groups have four digits
 * or more but for the last, unless nothing else stands beside them: `619 555 0100 858 555 0123` is two telephones. What begins with
 * `+` is a telephone, and what has fewer digits than `least` is none that is looked for.
 */
export function hasCardNumber(text: string, least = 13): boolean {
  const runs = text.match(/(?<![\d+])\d(?:[\s.‐-―_-]{0,3}\d){12,}/gu) ?? [];
  return runs.some((run) => {
    const groups = run.split(/\D+/);
    const isIt = (digits: string) => digits.length >= least && isCard(digits);
    return (
      isIt(groups.join('')) ||
      groups.some((_, from) => startsWithCard(groups.slice(from, from + MOST_GROUPS), isIt))
    );
  });
}

function startsWithCard(groups: string[], isIt: (digits: string) => boolean): boolean {
  let digits = '';
  for (const group of groups) {
    digits += group;
    if (digits.length > 19) return false;
    if (group.length >= 3 && isIt(digits)) return true;
    if (group.length < 4) return false;
  }
  return false;
}

/** Whether a card number is the mask of a saved card, `************4242`, and not a number at all. */
export const isMask = (number: string): boolean => /^\*{12}\d{4}$/.test(number);

/** How a saved card is shown: twelve stars and its last four digits. */
export const maskOf = (last4: string): string => `************${last4}`;

/**
 * Whether a card is past its last month on a `YYYY-MM-DD` day; it is good to the end of that month. Years have two
 * or four digits. An expiry that can not be read counts as past.
 */
export function expiresBefore(expmo: number | string, expyr: number | string, date: string): boolean {
  const month = Number(expmo);
  const year = Number(expyr) < 100 ? 2000 + Number(expyr) : Number(expyr);
  const readable = Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year);
  if (!readable || year < 2000 || year > 9998) return true;
  const monthAfter = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(monthAfter, -1) < date;
}

/** What the gateway's own fields give for a card: good for one charge, or for keeping the card once. */
export const isCardToken = (number: string): boolean => /^(?:pm|tok)_\w{1,250}$/.test(number);

/** A card as it is typed; `number` may have spaces and hyphens, or is the token of a card that the gateway's own fields took. */
export type TypedCard = { number: string; expmo: string; expyr: string; cvv: string };

const NOT_HERE =
  "Card numbers are typed into the payment gateway's own fields alone. Please reload this page, and type the card there.";

/** What is wrong with a card on a `YYYY-MM-DD` day, by field name; nothing where it may be charged. Where its fields are hosted it is a token. */
export function cardErrors(card: TypedCard, today: string, isHosted = false): Record<string, string[]> {
  if (isHosted) return isCardToken(card.number) ? {} : { 'credit_card.number': [NOT_HERE] };
  const errors: Record<string, string[]> = {};
  if (!passesLuhn(card.number))
    errors['credit_card.number'] = ['This is not a card number. Please check its digits.'];
  const isMonth = /^(0?[1-9]|1[0-2])$/.test(card.expmo);
  if (!isMonth) errors['credit_card.expmo'] = ['must be a month from 1 to 12'];
  if (!/^(\d{2}|20\d{2})$/.test(card.expyr)) errors['credit_card.expyr'] = ['must be a year like 27 or 2027'];
  else if (isMonth && expiresBefore(card.expmo, card.expyr, today))
    errors['credit_card.expyr'] = ['The card has expired.'];
  if (!/^\d{3,4}$/.test(card.cvv)) errors['credit_card.cvv'] = ['must be 3 or 4 digits'];
  return errors;
}
