import { cleanTyped } from './clean-typed.ts';

export const AMOUNT = 'must be an amount like 412.00';
export const COMMA = 'must have a point before the cents, like 412.00';

const NEGATIVE = 'must be at least 0';

/** Returns true for an amount with a comma before its cents, `412,50` or `1 012,50`, which is an error rather than 412. */
export const hasCommaForPoint = (typed: string): boolean =>
  /^\$? ?\d[\d .]*,\d{1,2}$/.test(cleanTyped(typed));

export const NO_CHARGE = 'You must charge more than $0.';

/** Returns the error sentence for a typed text that is no amount. */
export const whyNoAmount = (typed: string): string => {
  if (hasCommaForPoint(typed)) return COMMA;
  return /^-.*\d/.test(typed) ? NEGATIVE : AMOUNT;
};

/**
 * Returns the error sentence for a typed charge that is no amount above 0 (specification); a text like `412,50` has a
 * sentence of its own.
 */
export const whyNoCharge = (typed: string): string => (hasCommaForPoint(typed) ? COMMA : NO_CHARGE);
