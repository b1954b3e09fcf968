/** Marks of width and direction, which people copy and never see. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Returns digits and signs that were typed in full width, as Japanese and Chinese keyboards do, in the usual width. */
export const inUsualWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/**
 * Returns a typed value as every reader takes it: dates, times, amounts, phones, card numbers, codes and e-mails. What a person
 * sees as the same is the same: hyphens and dashes of all kinds, blanks of all kinds and numbers, invisible marks, full width.
 */
export const cleanTyped = (text: string): string =>
  inUsualWidth(withoutInvisible(text)).replace(HYPHENS, '-').replace(/\s+/g, ' ').trim();
