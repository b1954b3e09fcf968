import { cleanTyped } from './typed/clean-typed.ts';

/**
 * Matches an e-mail address, with every sign that mail servers accept without quotes and the letters of every script (RFC 6531):
 * `b&b@example.com` and `josé@müller.example` are addresses.
 */
export const EMAIL =
  /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u;

/** Returns true for an e-mail address in the form of `cleanEmail`. */
export const isEmail = (text: string): boolean => EMAIL.test(text);

/**
 * Returns the address alone of one that was copied with more: `Bob Smith <bob@example.com>`, `mailto:bob@example.com`, or with
 * the last sign of a sentence or a list.
 */
export const cleanEmail = (text: string): string =>
  cleanTyped(text)
    .replace(/[.,;]$/, '')
    .replace(/^[^<>]*<([^<>]+)>$/, '$1')
    .replace(/^ ?mailto:/i, '')
    .trim();

/** Returns the text to search by: of an address, or part of one, copied as `mailto:` or in `<>`, the address alone. */
export function searchedText(typed: string): string {
  const email = cleanEmail(typed);
  return isEmail(email) || /^ ?mailto:/i.test(typed) ? email : typed;
}

/** Returns the addresses in a part of a list: those with only blanks between them, or one. */
function emailsIn(part: string): string[] {
  const typed = cleanTyped(part);
  const emails = typed.split(' ').map(cleanEmail);
  if (emails.every(isEmail)) return emails;
  // An address before another one in <> would be lost.
  return [typed.split('@').length > 2 ? typed : cleanEmail(typed)];
}

/** Returns the addresses of a list separated by commas, semicolons or blanks, in the form of `cleanEmail`, without repeats. */
export const emailsOf = (text: string): string[] => [
  ...new Set(text.split(/[,;]/).flatMap(emailsIn).filter(Boolean)),
];
