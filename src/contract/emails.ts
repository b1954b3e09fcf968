import { cleanTyped } from './typed/clean-typed.ts';

/** An e-mail address, with every sign that mail servers take without quotes: `b&b@example.com` is one. */
export const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

/** Returns true for an e-mail address, in the forms that the server accepts. */
export const isEmail = (text: string): boolean => EMAIL.test(text);

/** Returns the addresses of a list with commas or semicolons between them, without blanks and repeats. */
export const emailsOf = (text: string): string[] => [
  ...new Set(text.split(/[,;]/).map(cleanTyped).filter(Boolean)),
];
