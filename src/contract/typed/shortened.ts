import { cleanTypedText } from './clean-typed.ts';

// Match `8.58555E+09`, a number that lost its last digits, and `8585550142.0`.
const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d{1,3}$/i;
const DECIMAL = /^\d{3,}[.,]0+$/;

/** Returns true for a number that a spreadsheet wrote in place of a phone number or a code. */
export const isSpreadsheetNumber = (typed: string): boolean => {
  const text = cleanTypedText(typed);
  return SCIENTIFIC.test(text) || DECIMAL.test(text);
};
