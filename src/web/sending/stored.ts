/** The five header fields of a sign-in, stored under the key `authToken`. */
export const AUTH_HEADER_FIELDS = ['access-token', 'uid', 'client', 'expiry', 'token-type'] as const;
export type AuthHeader = Record<(typeof AUTH_HEADER_FIELDS)[number], string>;

/** Returns true if a value has the parts of the auth header that every HTTP call needs. */
export const isAuthHeader = (value: unknown): value is AuthHeader =>
  typeof value === 'object' &&
  value !== null &&
  ['access-token', 'uid', 'client'].every((field) => typeof Reflect.get(value, field) === 'string');

/** Returns the stored auth header, or null if nobody is signed in or the stored text is invalid. */
export function authHeader(): AuthHeader | null {
  const kept = storedJson('authToken');
  return isAuthHeader(kept) ? kept : null;
}

/** Returns the JSON value stored on this machine under a key; null if there is none, or if it is invalid. */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns the e-mail address that the person signed in with; empty if nobody is signed in. */
export const storedSignInName = (): string => localStorage.getItem('authName') ?? '';

/** Returns the first name of the signed-in person; empty if nobody is signed in. */
export const storedFirstName = (): string => (localStorage.getItem('ownName') ?? '').split(' ')[0] ?? '';

/** Returns the stored access level of the person: `admin`, `sdgr`, `psgr`, `hotels`, or empty. */
export const storedAccessLevel = (): string => localStorage.getItem('level') ?? '';

/**
 * Returns true if the signed-in person is an admin. The server checks the level again on every call; this function only
 * shapes the screens.
 */
export const isAdmin = (): boolean => storedAccessLevel() === 'admin';
