/** Marks of width and direction, which people copy without seeing them. */
const INVISIBLE = /\p{Cf}/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Returns a text without invisible marks, with one kind of hyphen, and with full-width characters in the usual width. */
export const withoutLookalikes = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/**
 * Returns a typed value in the form that every reader takes: dates, times, amounts, phones, card numbers, codes and e-mails.
 * Texts that look the same become the same: hyphens and dashes of all kinds, blanks of all kinds and numbers, invisible marks,
 * full width.
 */
export const cleanTyped = (text: string): string => withoutLookalikes(text).replace(/\s+/g, ' ').trim();
