import { cleanTypedText } from './typed/clean-typed.ts';

/**
 * Matches an e-mail address with any of the signs that mail servers accept without quotes and the letters of every
 * script (RFC 6531): `b&b@example.com` and `josé@müller.example` are addresses.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u;

/** Returns true for an e-mail address in the form of `cleanEmail`. */
export const isEmail = (text: string): boolean => EMAIL_PATTERN.test(text);

/**
 * Returns the bare e-mail address of a text that was copied with more: `Bob Smith <bob@example.com>`,
 * `mailto:bob@example.com`, or an address with a punctuation mark behind it.
 */
export const cleanEmail = (text: string): string =>
  cleanTypedText(text)
    .replace(/[.,;]$/, '')
    .replace(/^[^<>]*<([^<>]+)>$/, '$1')
    .replace(/^ ?mailto:/i, '')
    .trim();

/** Returns the text to search by: if an e-mail address or part of one was copied as `mailto:` or in `<>`, the bare address. */
export function emailSearchText(typed: string): string {
  const email = cleanEmail(typed);
  return isEmail(email) || /^ ?mailto:/i.test(typed) ? email : typed;
}

/** Returns the e-mail addresses in one part of a list: several with only blanks between them, or one. */
function emailsIn(part: string): string[] {
  const typed = cleanTypedText(part);
  const emails = typed.split(' ').map(cleanEmail);
  if (emails.every(isEmail)) return emails;
  // An address that stands before another one in <> would be lost, so the text stays as it is and is reported as wrong.
  return [typed.split('@').length > 2 ? typed : cleanEmail(typed)];
}

/**
 * Returns the e-mail addresses of a list separated by commas, semicolons or blanks, in the form of `cleanEmail`,
 * without repeats.
 */
export const parseEmailList = (text: string): string[] => [
  ...new Set(text.split(/[,;]/).flatMap(emailsIn).filter(Boolean)),
];
