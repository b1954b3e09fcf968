import { cleanTyped } from './typed/clean-typed.ts';

/**
 * Matches an e-mail address, with every sign that mail servers accept without quotes and the letters of every script (RFC 6531):
 * `b&b@example.com` and `josé@müller.example` are addresses.
 */
export const EMAIL =
  /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u;

/** Returns true for an e-mail address in the form of `cleanEmail`. */
export const isEmail = (text: string): boolean => EMAIL.test(text);

const NAMED = /^([^<>]*)<([^<>]+)>$/;

/**
 * Returns the address alone of one that was copied with more: `Bob Smith <bob@example.com>`, `mailto:bob@example.com`, or with
 * the last dot of a sentence. Two different addresses stay as they are, so that neither is lost.
 */
export function cleanEmail(text: string): string {
  const typed = cleanTyped(text).replace(/\.$/, '');
  const [, name = '', named = typed] = NAMED.exec(typed) ?? [];
  const isOther = name.includes('@') && !name.toLowerCase().includes(named.toLowerCase());
  return isOther ? typed : named.trim().replace(/^mailto: ?/i, '');
}

/** Returns the addresses in a part of a list: those with only blanks between them, or one. */
function emailsIn(part: string): string[] {
  const emails = cleanTyped(part).split(' ').map(cleanEmail);
  return emails.every(isEmail) ? emails : [cleanEmail(part)];
}

/** Returns the addresses of a list separated by commas, semicolons or blanks, in the form of `cleanEmail`, without repeats. */
export const emailsOf = (text: string): string[] => [
  ...new Set(text.split(/[,;]/).flatMap(emailsIn).filter(Boolean)),
];
