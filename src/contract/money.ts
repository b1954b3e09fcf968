import { cleanTypedText } from './typed/clean-typed.ts';

const WRITTEN = /^(-)?(?:\$ ?)?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/;
const LONGEST = 30;

/** Returns an amount of cents if it is a safe integer; otherwise throws a RangeError. */
export const requireSafeCents = (cents: number): number => {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount in cents: ${cents}`);
  return cents;
};

/**
 * Parses a typed amount of dollars (`412`, `412.5`, `$1,012.00`, `$ 412.00`) into integer cents; null if it is no
 * amount. The decimal point is moved in the text, so that no fraction is ever computed. An amount below 0 is accepted
 * only if `negative` is set.
 */
export function parseMoney(text: string, allow: { negative?: boolean } = {}): number | null {
  const written = text.length > LONGEST ? null : WRITTEN.exec(cleanTypedText(text));
  if (!written) return null;
  const [, minus, whole = '', decimals = ''] = written;
  if (whole + decimals === '' || (minus && !allow.negative)) return null;
  const cents = Number(whole.replaceAll(',', '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return minus && cents > 0 ? -cents : cents;
}

/** Formats cents as text with two decimals for the wire, `1012.00` or `-5.00`; throws if the cents are no safe integer. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(requireSafeCents(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The minus sign of amounts on screens; on the wire and in files, amounts have a hyphen. */
export const MINUS_SIGN = '\u2212';

/** Formats cents for staff, `$1,012.00` or `−$5.00`; throws if the cents are no safe integer. */
export function formatMoney(cents: number): string {
  const grouped = moneyText(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${cents < 0 ? MINUS_SIGN : ''}$${grouped}`;
}

/**
 * Returns integer cents for a number of cents that a client may have computed with fractions (19.99 * 100 is
 * 1998.9999999999998): a number within a millionth of an integer becomes that integer, any other fraction null.
 */
export function centsFromNumber(value: number): number | null {
  const cents = Math.round(value);
  if (!Number.isSafeInteger(cents) || Math.abs(value - cents) > 1e-6) return null;
  return cents === 0 ? 0 : cents;
}

/** The largest amount that a person may type, 999,999.99, so that sums of typed amounts stay far below the largest safe integer. */
export const MAX_TYPED_CENTS = 99_999_999;

/**
 * Multiplies an amount in cents; null if the result is no safe integer, because amounts that were stored before there
 * was a maximum may be of any size.
 */
export function multiplyCents(cents: number, count: number): number | null {
  const product = cents * count;
  return Number.isSafeInteger(product) ? product : null;
}
