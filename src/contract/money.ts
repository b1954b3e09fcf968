import { cleanTyped } from './typed/clean-typed.ts';

const WRITTEN = /^(-)?(?:\$ ?)?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/;
const LONGEST = 30;

/** Returns cents that are a safe integer; throws a RangeError for any others. */
export const safeCents = (cents: number): number => {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount in cents: ${cents}`);
  return cents;
};

/**
 * Parses a typed amount of dollars (`412`, `412.5`, `$1,012.00`, `$ 412.00`) into integer cents, or null. The digits are moved as
 * text, so that no amount ever passes through a fraction. Negative only if allowed.
 */
export function parseMoney(text: string, allow: { negative?: boolean } = {}): number | null {
  const written = text.length > LONGEST ? null : WRITTEN.exec(cleanTyped(text));
  if (!written) return null;
  const [, minus, whole = '', decimals = ''] = written;
  if (whole + decimals === '' || (minus && !allow.negative)) return null;
  const cents = Number(whole.replaceAll(',', '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return minus && cents > 0 ? -cents : cents;
}

/** Formats cents as the wire's decimal text, `1012.00` or `-5.00`; throws on anything but safe integer cents. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(safeCents(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The minus sign of displayed amounts; the wire and files keep the hyphen. */
export const MINUS = '\u2212';

/** Formats cents for staff, `$1,012.00` or `−$5.00`; throws on anything but safe integer cents. */
export function formatMoney(cents: number): string {
  const grouped = moneyText(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${cents < 0 ? MINUS : ''}$${grouped}`;
}

/**
 * Returns integer cents from cents that a client may have multiplied as a fraction (19.99 * 100 is 1998.9999999999998): within a
 * millionth of an integer it is that integer, any other fraction is null.
 */
export function centsFrom(value: number): number | null {
  const cents = Math.round(value);
  if (!Number.isSafeInteger(cents) || Math.abs(value - cents) > 1e-6) return null;
  return cents === 0 ? 0 : cents;
}

/** The largest amount that a person may type, 999,999.99: sums of typed amounts stay far within the safe integers. */
export const MOST_CENTS = 99_999_999;

/**
 * Multiplies an amount in cents, or returns null if the result is no safe integer: amounts stored before there was a maximum may
 * be of any size.
 */
export function timesCents(cents: number, count: number): number | null {
  const product = cents * count;
  return Number.isSafeInteger(product) ? product : null;
}
