import { z } from 'zod';

const WRITTEN = /^(-)?\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/;
const LONGEST = 30;

const checked = (cents: number): number => {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount in cents: ${cents}`);
  return cents;
};

/**
 * Reads a typed amount of dollars (`412`, `412.5`, `$1,012.00`) into integer cents, or null where it is none.
 * The digits are moved as text, so no amount ever passes through a fraction. Negative only where asked for.
 */
export function parseMoney(text: string, allow: { negative?: boolean } = {}): number | null {
  const written = text.length > LONGEST ? null : WRITTEN.exec(text.trim());
  if (!written) return null;
  const [, minus, whole = '', decimals = ''] = written;
  if (whole + decimals === '' || (minus && !allow.negative)) return null;
  const cents = Number(whole.replaceAll(',', '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return minus && cents > 0 ? -cents : cents;
}

/** Cents as the wire's decimal text, `1012.00` or `-5.00`; throws on anything but safe integer cents. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(checked(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Cents as staff read them, `$1,012.00` or `-$5.00`; throws on anything but safe integer cents. */
export function formatMoney(cents: number): string {
  const grouped = moneyText(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${cents < 0 ? '-' : ''}$${grouped}`;
}

/**
 * Integer cents from cents that a client may have multiplied as a fraction (19.99 * 100 is 1998.9999999999998):
 * within a millionth of an integer it is that integer, any other fraction is null.
 */
export function centsFrom(value: number): number | null {
  const cents = Math.round(value);
  if (!Number.isSafeInteger(cents) || Math.abs(value - cents) > 1e-6) return null;
  return cents === 0 ? 0 : cents;
}

/** A share of an amount in cents, given in hundredths of a percent (10 % is 1000), rounded half up once. */
export function percentOf(cents: number, hundredthsOfPercent: number): number {
  const doubled = 2n * BigInt(checked(cents)) * BigInt(checked(hundredthsOfPercent)) + 10_000n;
  const below = doubled < 0n && doubled % 20_000n !== 0n ? 1n : 0n;
  return checked(Number(doubled / 20_000n - below));
}

/** Integer cents. */
export const Cents = z.number().int();
/** Money as text with two decimals, e.g. `"412.00"`. */
export const Money = z.string();

const AMOUNT = 'must be an amount like 412.00';

/** Dollars on the wire, as text (`"412.00"`) or as a JSON number read by its decimal text, into cents >= 0. */
export const MoneyInput = z.union([z.string(), z.number()], AMOUNT).transform((dollars, context) => {
  const cents = parseMoney(String(dollars));
  if (cents !== null) return cents;
  context.addIssue(AMOUNT);
  return z.NEVER;
});

const WHOLE_CENTS = 'must be a whole number of cents, 0 or more';

/** Cents sent as a JSON number, possibly multiplied by the client: see `centsFrom`. Never below 0. */
export const CentsInput = z.number(WHOLE_CENTS).transform((sent, context) => {
  const cents = centsFrom(sent);
  if (cents !== null && cents >= 0) return cents;
  context.addIssue(WHOLE_CENTS);
  return z.NEVER;
});
