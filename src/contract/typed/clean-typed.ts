/** Marks of width and direction, which people copy and never see. */
const INVISIBLE = /\p{Cf}/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Returns a text with invisible marks gone, hyphens of all kinds alike, and what was typed in full width in the usual width. */
export const withoutLookalikes = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/**
 * Returns a typed value as every reader takes it: dates, times, amounts, phones, card numbers, codes and e-mails. What a person
 * sees as the same is the same: hyphens and dashes of all kinds, blanks of all kinds and numbers, invisible marks, full width.
 */
export const cleanTyped = (text: string): string => withoutLookalikes(text).replace(/\s+/g, ' ').trim();
