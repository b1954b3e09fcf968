import { addDays } from './dates.ts';
import { cleanTypedText, withoutLookalikes } from './typed/clean-typed.ts';

/** Returns a card number without its grouping characters. */
export const cardDigits = (typed: string): string => cleanTypedText(typed).replace(/[ -]/g, '');

/** Returns true if a typed card number (blanks and hyphens allowed, 12 to 19 digits) has a valid check digit. */
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

// Matches the first digits and the length of the card brands' numbers.
const A_CARD = /^(?:3\d{13,18}|4(?:\d{12}|\d{15}|\d{18})|[56]\d{15,18}|2[2-7]\d{14})$/;
const isCard = (digits: string): boolean => A_CARD.test(digits) && passesLuhn(digits);

/**
 * The groups of digits in which card brands print a number, and in which people type a number of sixteen digits with
 * fewer separators.
 */
const CARD_GROUPS = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 8],
  [4, 8, 4],
  [8, 4, 4],
  [8, 8],
  [4, 12],
  [12, 4],
];
const LEAST_UNBROKEN = 13;
/** The most digits of a phone number after the `+`; longer phone numbers exist but are never dialed that way. */
const LONGEST_PHONE = 14;
/**
 * Matches a short text without letters or digits, which separates two groups of digits; blanks, dots and dashes count
 * as one kind of separator.
 */
const SEPARATOR = /^[^\p{L}\p{N}]{1,3}$/u;
const USUAL_SEPARATOR = /^[\s._-]+$/;

/** A run of digits in a text: its length and position. */
type Group = { size: number; from: number };
/** A text and the groups of digits in it. */
type Digits = { text: string; groups: readonly Group[] };

// Most texts do not have so many digits in a row, and are not examined any further.
const MANY_DIGITS = /\d(?:[^\p{L}\p{N}]{0,3}\d){12}/u;

function digitsIn(typed: string): Digits {
  const text = withoutLookalikes(typed);
  if (!MANY_DIGITS.test(text)) return { text, groups: [] };
  const groups: Group[] = [];
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) groups.push({ size: digits.length, from: index });
  return { text, groups };
}

/** Returns the text between a group of digits and the group before, or null if the text is no separator. */
function separatorBefore({ text, groups }: Digits, at: number): string | null {
  const [before, group] = [groups[at - 1], groups[at]];
  const end = before ? before.from + before.size : -Infinity;
  if (!group || group.from - end > 3) return null;
  const between = text.slice(end, group.from).replace(/\s/g, ' ');
  if (USUAL_SEPARATOR.test(between)) return ' ';
  return SEPARATOR.test(between) ? between : null;
}

/**
 * Returns the digits of several groups with one kind of separator; '' if there are several kinds, or if a `+` makes
 * the digits a phone number.
 */
function joined(of: Digits, at: number, count: number): string {
  const [separator, ...others] = Array.from({ length: count - 1 }, (_, place) =>
    separatorBefore(of, at + place + 1),
  );
  if (separator === null || others.some((other) => other !== separator)) return '';
  const digits = of.groups
    .slice(at, at + count)
    .map(({ from, size }) => of.text.slice(from, from + size))
    .join('');
  const hasPlus = of.text[(of.groups[at]?.from ?? 0) - 1] === '+';
  return hasPlus && digits.length <= LONGEST_PHONE ? '' : digits;
}

/** Returns the possible card numbers that begin with this group of digits: unbroken, or in the groups of a card. */
function printedAt(of: Digits, at: number): string[] {
  const size = of.groups[at]?.size ?? 0;
  if (size >= LEAST_UNBROKEN) return [joined(of, at, 1)];
  return CARD_GROUPS.filter((sizes) => sizes.every((one, place) => of.groups[at + place]?.size === one)).map(
    (sizes) => joined(of, at, sizes.length),
  );
}

/** Yields numbers in groups of one or two digits, `42 42 42 ...`, which no brand prints, if no other digits are beside them. */
function* evenIn(of: Digits): Generator<string> {
  const { groups } = of;
  for (let from = 0, to = 1; from < groups.length; from = to, to += 1) {
    const size = groups[from]?.size ?? 0;
    if (size > 2) continue;
    while (groups[to]?.size === size && separatorBefore(of, to) !== null) to += 1;
    if ((to - from) * size >= LEAST_UNBROKEN) yield joined(of, from, to - from);
  }
}

/**
 * Returns true for a text that contains a card number: unbroken, or in the groups of a card with one kind of
 * separator, of any kind. Digits in other groups are phone numbers, dates or confirmation numbers. Numbers with fewer
 * digits than `least` are ignored.
 */
export function hasCardNumber(text: string, least = LEAST_UNBROKEN): boolean {
  const of = digitsIn(text);
  const isIt = (digits: string) => digits.length >= least && isCard(digits);
  return of.groups.some((_, at) => printedAt(of, at).some(isIt)) || [...evenIn(of)].some(isIt);
}

/** Returns true if a card number is the mask of a saved card, `************4242`, and not a real number. */
export const isCardMask = (number: string): boolean => /^\*{12}\d{4}$/.test(number);

/** Returns the mask of a saved card: twelve stars and the last four digits of its number. */
export const cardMask = (last4: string): string => `************${last4}`;

/**
 * Returns true if a card has expired on a `YYYY-MM-DD` day; a card is valid to the end of its last month. Years have
 * two or four digits. An expiry that cannot be read counts as expired.
 */
export function cardExpiresBefore(expmo: number | string, expyr: number | string, date: string): boolean {
  const month = Number(expmo);
  const year = Number(expyr) < 100 ? 2000 + Number(expyr) : Number(expyr);
  const readable = Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year);
  if (!readable || year < 2000 || year > 9998) return true;
  const monthAfter = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(monthAfter, -1) < date;
}

/**
 * Returns true for a token from the payment gateway's own card fields; a token is good for one charge, or for saving
 * the card once.
 */
export const isCardToken = (number: string): boolean => /^(?:pm|tok)_\w{1,250}$/.test(number);

/** A card as a person types it; `number` may have spaces and hyphens, or is a token from the payment gateway's own card fields. */
export type TypedCard = { number: string; expmo: string; expyr: string; cvv: string };

const NOT_HERE =
  "Card numbers are typed into the payment gateway's own fields alone. Please reload this page, and type the card there.";

/**
 * Returns the errors of a card on a `YYYY-MM-DD` day, by field name; none if the card may be charged. With
 * `isHosted`, the number must be a token.
 */
export function cardErrors(card: TypedCard, today: string, isHosted = false): Record<string, string[]> {
  if (isHosted) return isCardToken(card.number) ? {} : { 'credit_card.number': [NOT_HERE] };
  const errors: Record<string, string[]> = {};
  if (!passesLuhn(card.number))
    errors['credit_card.number'] = ['This is not a card number. Please check its digits.'];
  const isMonth = /^(0?[1-9]|1[0-2])$/.test(card.expmo);
  if (!isMonth) errors['credit_card.expmo'] = ['must be a month from 1 to 12'];
  if (!/^(\d{2}|20\d{2})$/.test(card.expyr)) errors['credit_card.expyr'] = ['must be a year like 27 or 2027'];
  else if (isMonth && cardExpiresBefore(card.expmo, card.expyr, today))
    errors['credit_card.expyr'] = ['The card has expired.'];
  if (!/^\d{3,4}$/.test(card.cvv)) errors['credit_card.cvv'] = ['must be 3 or 4 digits'];
  return errors;
}
