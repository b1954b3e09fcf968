import { percentOf } from '../../../contract/money.ts';

/** What a certificate of this value is sold for, in cents; the discount is in hundredths of a percent. docs/algorithms/gift-certificate.md */
export const salePrice = (value: number, discount: number): number => value - percentOf(value, discount);
