import { useSyncExternalStore } from 'react';
import { deleteAllDrafts, DRAFTS_OWNER_KEY } from '../leaving/drafts.ts';
import {
  authHeader,
  storedSignInName,
  storedFirstName,
  storedAccessLevel,
  type AuthHeader,
} from './stored.ts';

const listeners = new Set<() => void>();
const notify = (): void => listeners.forEach((listener) => listener());

/** Stores the answer of the sign-in; deletes another person's drafts in this tab. */
export function storeSignIn(header: AuthHeader, name: string, ownName: string): void {
  if (sessionStorage.getItem(DRAFTS_OWNER_KEY) !== name) deleteAllDrafts();
  sessionStorage.setItem(DRAFTS_OWNER_KEY, name);
  localStorage.setItem('authToken', JSON.stringify(header));
  localStorage.setItem('authName', name);
  localStorage.setItem('ownName', ownName);
  notify();
}

/** Stores the person's access level, fetched right after sign-in. */
export function storeAccessLevel(text: string): void {
  localStorage.setItem('level', text);
  notify();
}

/**
 * Deletes the auth header after a 401. The name and the drafts stay, so that the same person finds their work after signing
 * in again.
 */
export function deleteAuthHeader(): void {
  localStorage.removeItem('authToken');
  notify();
}

const OF_PERSON = ['authToken', 'authName', 'ownName', 'level', 'views', 'staffMessage', 'lastInput'];

/** Deletes everything stored for a person who signed out, drafts included. */
export function clearSignIn(): void {
  OF_PERSON.forEach((key) => localStorage.removeItem(key));
  deleteAllDrafts();
  notify();
}

/** Calls the listener when somebody signs in or out, in this tab or another, and when the browser restores an old page. */
export const onSessionChange = (listener: () => void): (() => void) => {
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
/** Returns true while somebody is signed in; a screen disappears as soon as the session ends. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn);

/** Returns the signed-in person, updated when another tab signs in or out. */
export function useSession(): { name: string; firstName: string; level: string; admin: boolean } {
  const name = useSyncExternalStore(onSessionChange, storedSignInName);
  const first = useSyncExternalStore(onSessionChange, storedFirstName);
  const known = useSyncExternalStore(onSessionChange, storedAccessLevel);
  return { name, firstName: first, level: known, admin: known === 'admin' };
}
