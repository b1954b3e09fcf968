/** Marks of width and direction, which people copy and never see. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
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
