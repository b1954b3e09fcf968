import { useSyncExternalStore } from 'react';
import { dropAllDrafts, OF } from '../leaving/drafts.ts';

/** The five header fields that sign-in answers, as they are kept under `authToken`. */
export const AUTH_FIELDS = ['access-token', 'uid', 'client', 'expiry', 'token-type'] as const;
export type AuthHeader = Record<(typeof AUTH_FIELDS)[number], string>;

const listeners = new Set<() => void>();
const told = (): void => listeners.forEach((listener) => listener());

/** Whether a value has what a call needs of the auth header. */
export const isAuthHeader = (value: unknown): value is AuthHeader =>
  typeof value === 'object' &&
  value !== null &&
  ['access-token', 'uid', 'client'].every((field) => typeof Reflect.get(value, field) === 'string');

/** The stored auth header, or null for a stranger (or where the stored text is not one). */
export function authHeader(): AuthHeader | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem('authToken') ?? 'null');
    return isAuthHeader(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The name that the person signed in with (their e-mail address); empty for a stranger. */
export const authName = (): string => localStorage.getItem('authName') ?? '';

/** The stored level of the person: `admin`, `sdgr`, `psgr`, `hotels`, or empty. */
export const level = (): string => localStorage.getItem('level') ?? '';

/** Whether the signed-in person is an admin. The server decides anew on every call; this only shapes the screens. */
export const isAdmin = (): boolean => level() === 'admin';

/** Keeps what sign-in answered; drafts of somebody else on this tab are thrown away. */
export function keepSignIn(header: AuthHeader, name: string): void {
  if (sessionStorage.getItem(OF) !== name) dropAllDrafts();
  sessionStorage.setItem(OF, name);
  localStorage.setItem('authToken', JSON.stringify(header));
  localStorage.setItem('authName', name);
  told();
}

/** Keeps the person's level, fetched right after sign-in. */
export function keepLevel(text: string): void {
  localStorage.setItem('level', text);
  told();
}

/** Forgets the auth header after a 401. Name and drafts stay, so that the same person finds their work again. */
export function forgetToken(): void {
  localStorage.removeItem('authToken');
  told();
}

/** Forgets everything of a person who signed out, drafts included. */
export function forgetSignIn(): void {
  ['authToken', 'authName', 'level'].forEach((key) => localStorage.removeItem(key));
  dropAllDrafts();
  told();
}

/** Tells the listener when somebody signed in or out, in this tab or another; also when the browser shows a page of before. */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  const shownAgain = ({ persisted }: PageTransitionEvent): void => void (persisted && listener());
  window.addEventListener('storage', listener);
  window.addEventListener('pageshow', shownAgain);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('pageshow', shownAgain);
  };
};

const isSignedIn = (): boolean => authHeader() !== null;
/** Whether somebody is signed in: a screen of one who is not any more is gone at once. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSession, isSignedIn);

/** The signed-in person for a screen, renewed when another tab signs in or out. */
export function useSession(): { name: string; level: string; admin: boolean } {
  const name = useSyncExternalStore(onSession, authName);
  const known = useSyncExternalStore(onSession, level);
  return { name, level: known, admin: known === 'admin' };
}
