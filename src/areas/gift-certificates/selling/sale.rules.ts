import { percentOfCents } from '../../../contract/money/percent.ts';

/**
 * Returns the price of a gift certificate of this value, in cents; the discount is in hundredths of a percent.
 * docs/algorithms/gift-certificate.md
 */
export const salePrice = (value: number, discount: number): number => value - percentOfCents(value, discount);
