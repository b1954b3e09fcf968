import { MIN_PASSWORD_LENGTH } from '../../contract/forms/password.ts';
import { rejectField } from '../http/errors.ts';

const COMMON = 'is one of the most common passwords, or one with digits or signs around it';
const MADE_OF = "must not be made of your e-mail address, of RIC's words or of a few characters";
const LEAST_LEFT = 5;
const OURS = ['password', 'reservation', 'sandiego', 'palmsprings', 'teetime', 'golf', 'sdgr', 'psgr', 'ric'];

let common: Promise<Set<string>> | undefined;

// The 49,000 most common leaked passwords; loading takes 10 ms, once, when the first new password is checked.
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Returns why a password of sufficient length is too easy to guess for the staff user with this e-mail address, or null. */
export async function passwordWeakness(password: string, email: string): Promise<string | null> {
  common ??= commonPasswords();
  const known = await common;
  const plain = password.toLowerCase();
  const core = /\p{L}(?:.*\p{L})?/su.exec(plain)?.[0] ?? '';
  if (known.has(plain) || known.has(core)) return COMMON;
  const own = [/[^\p{L}\p{N}]+/u, /\P{L}+/u].flatMap((between) => email.toLowerCase().split(between));
  const words = [...own, ...OURS].filter((word) => word.length > 2);
  const left = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain.replace(/[^\p{L}\p{N}]/gu, ''));
  return new Set(left).size < LEAST_LEFT ? MADE_OF : null;
}

/** Checks the new password in a form; throws InvalidFields under `password` if it is easy to guess. Another rule checks the length. */
export const weakPasswordCheck = (password: string | null | undefined, email: string | undefined) =>
  typeof password === 'string' &&
  password.length >= MIN_PASSWORD_LENGTH &&
  (async () => {
    const weak = await passwordWeakness(password, email ?? '');
    if (weak !== null) rejectField('password', weak);
  });
