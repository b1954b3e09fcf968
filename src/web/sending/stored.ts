/** The five header fields that sign-in answers, as they are kept under `authToken`. */
export const AUTH_FIELDS = ['access-token', 'uid', 'client', 'expiry', 'token-type'] as const;
export type AuthHeader = Record<(typeof AUTH_FIELDS)[number], string>;

/** Whether a value has what a call needs of the auth header. */
export const isAuthHeader = (value: unknown): value is AuthHeader =>
  typeof value === 'object' &&
  value !== null &&
  ['access-token', 'uid', 'client'].every((field) => typeof Reflect.get(value, field) === 'string');

/** The stored auth header, or null for a stranger (or where the stored text is not one). */
export function authHeader(): AuthHeader | null {
  const kept = storedJson('authToken');
  return isAuthHeader(kept) ? kept : null;
}

/** What is kept on this machine as JSON; null where there is nothing, or something else. */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The name that the person signed in with (their e-mail address); empty for a stranger. */
export const authName = (): string => localStorage.getItem('authName') ?? '';

/** The first name of the person; empty for a stranger. */
export const firstName = (): string => (localStorage.getItem('ownName') ?? '').split(' ')[0] ?? '';

/** The stored level of the person: `admin`, `sdgr`, `psgr`, `hotels`, or empty. */
export const level = (): string => localStorage.getItem('level') ?? '';

/** Whether the signed-in person is an admin. The server decides anew on every call; this only shapes the screens. */
export const isAdmin = (): boolean => level() === 'admin';
