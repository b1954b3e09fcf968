import { foldText } from '../../contract/names/fold.ts';
import { normalizedPhone, phoneWithoutExtension } from '../../contract/phone.ts';
import { cleanTypedText } from '../../contract/typed/clean-typed.ts';

const LABEL = /tel|telephone|phone|ph|cell|mobile|home|work|office/;
const LABEL_BEFORE = new RegExp(`^(?:${LABEL.source})[.:]? ?(?=[+(\\d])`, 'i');
const LABEL_AFTER = new RegExp(`,? \\(?(?:${LABEL.source})\\)?$`, 'i');

/**
 * Returns the digits of a typed phone number, in any grouping, without an extension or a label (`cell 858-555-0177 x12`); null for
 * any other text. Lists recognize phone numbers in the same way.
 */
export function parsePhoneNumber(q: string): string | null {
  const text = phoneWithoutExtension(cleanTypedText(q).replace(LABEL_BEFORE, '').replace(LABEL_AFTER, ''));
  if (!/^[+(\d][\d ().,/+-]{5,}$/.test(text)) return null;
  const digits = normalizedPhone(text).replace(/^001(?=\d{10}$)/, '');
  // An area code in brackets marks a phone number even while the rest is still being typed; fewer than ten digits with slashes are
  // a date.
  const least = text.startsWith('(') ? 6 : text.includes('/') ? 10 : 7;
  return digits.length >= least && digits.length <= 15 ? digits : null;
}

/** Parses a record's id, with or without a #; returns 0, which no record has, for any other text. */
export function parseRecordId(q: string): number {
  const [, digits] = /^#?(\d{1,9})$/.exec(q) ?? [];
  return Number(digits ?? 0);
}

// `dr` counts as a title only with its dot, because without the dot it may begin a name such as Drew.
const TITLE = /^(?:(?:mr|mrs|ms)\.?|dr\.)$/;

/**
 * Returns the folded words to search by: without titles before a name, without the dot of an abbreviation or a sentence, and split
 * at blanks and commas.
 */
export function searchWords(q: string): string[] {
  const words = foldText(q).split(/[ ,]+/);
  const others = words.filter((word) => !TITLE.test(word));
  return (others.some(Boolean) ? others : words).map((word) => word.replace(/\.$/, '')).filter(Boolean);
}

/** Returns `o'neill` for `oneill`, which people type for that name; null for a word that can be no such name. */
export const withApostrophe = (word: string): string | null =>
  /^[dlo]\p{L}+$/u.test(word) ? `${word.slice(0, 1)}'${word.slice(1)}` : null;
