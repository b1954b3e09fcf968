/** The five header fields of a sign-in, as they are stored under `authToken`. */
export const AUTH_FIELDS = ['access-token', 'uid', 'client', 'expiry', 'token-type'] as const;
export type AuthHeader = Record<(typeof AUTH_FIELDS)[number], string>;

/** Returns true if a value has the parts of the auth header that a call needs. */
export const isAuthHeader = (value: unknown): value is AuthHeader =>
  typeof value === 'object' &&
  value !== null &&
  ['access-token', 'uid', 'client'].every((field) => typeof Reflect.get(value, field) === 'string');

/** The stored auth header, or null if nobody is signed in (or the stored text is invalid). */
export function authHeader(): AuthHeader | null {
  const kept = storedJson('authToken');
  return isAuthHeader(kept) ? kept : null;
}

/** The value stored on this machine as JSON; null if there is none, or it is invalid. */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The name that the person signed in with (their e-mail address); empty if nobody is signed in. */
export const authName = (): string => localStorage.getItem('authName') ?? '';

/** The first name of the person; empty if nobody is signed in. */
export const firstName = (): string => (localStorage.getItem('ownName') ?? '').split(' ')[0] ?? '';

/** The stored level of the person: `admin`, `sdgr`, `psgr`, `hotels`, or empty. */
export const storedLevel = (): string => localStorage.getItem('level') ?? '';

/** Returns true if the signed-in person is an admin. The server checks again on every call; this only shapes the screens. */
export const isAdmin = (): boolean => storedLevel() === 'admin';
