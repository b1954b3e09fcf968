/** Matches invisible characters, such as marks of width and direction, which people copy without seeing them. */
const INVISIBLE = /\p{Cf}/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Returns a text without invisible characters, with one kind of hyphen, and with full-width characters in the usual width. */
export const withoutLookalikes = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/**
 * Returns a typed value in the form that every parser accepts: of dates, times, amounts, phone numbers, card numbers,
 * codes and e-mail addresses. Values that look the same become the same: hyphens and dashes of all kinds, blanks of
 * all kinds and numbers, invisible characters, full width.
 */
export const cleanTypedText = (text: string): string => withoutLookalikes(text).replace(/\s+/g, ' ').trim();
