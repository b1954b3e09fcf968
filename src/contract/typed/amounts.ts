import { cleanTypedText } from './clean-typed.ts';

export const INVALID_AMOUNT_TEXT = 'must be an amount like 412.00';
export const DECIMAL_COMMA_TEXT = 'must have a point before the cents, like 412.00';

const NEGATIVE = 'must be at least 0';

/** Returns true for an amount with a comma before its cents, `412,50` or `1 012,50`, which is an error rather than 412. */
export const hasDecimalComma = (typed: string): boolean =>
  /^\$? ?\d[\d .]*,\d{1,2}$/.test(cleanTypedText(typed));

export const NO_CHARGE_TEXT = 'You must charge more than $0.';

/** Returns the error sentence for a typed text that is no amount. */
export const amountProblem = (typed: string): string => {
  if (hasDecimalComma(typed)) return DECIMAL_COMMA_TEXT;
  return /^-.*\d/.test(typed) ? NEGATIVE : INVALID_AMOUNT_TEXT;
};

/**
 * Returns the error sentence for a typed charge that is no amount above 0 (specification); a text like `412,50` has a
 * sentence of its own.
 */
export const chargeProblem = (typed: string): string =>
  hasDecimalComma(typed) ? DECIMAL_COMMA_TEXT : NO_CHARGE_TEXT;
