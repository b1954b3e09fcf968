import { cleanTyped } from './typed/clean-typed.ts';

/**
 * Matches an e-mail address, with every sign that mail servers accept without quotes and the letters of every script (RFC 6531):
 * `b&b@example.com` and `josé@müller.example` are addresses.
 */
export const EMAIL =
  /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u;

/** Returns true for an e-mail address, in the forms that the server accepts. */
export const isEmail = (text: string): boolean => EMAIL.test(text);

/** Returns the addresses of a list separated by commas or semicolons, without blanks and repeats. */
export const emailsOf = (text: string): string[] => [
  ...new Set(text.split(/[,;]/).map(cleanTyped).filter(Boolean)),
];
