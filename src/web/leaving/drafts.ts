/*
 * Keeps the content of open forms over a new sign-in: while a form differs from the loaded record, its values are in
 * this tab's sessionStorage under the screen's path, and the form restores them when it opens. Saving, reloading,
 * clearing, a confirmed leave (also the browser's own, left-by-browser.ts), signing out and another person's sign-in all drop them.
 */
const PREFIX = 'draft:';
/** The key under which the owner of these drafts is stored. */
export const DRAFTS_OWNER_KEY = 'draftsOf';
const NEVER_KEPT = new Set([
  'credit_card',
  'card',
  'number',
  'cvv',
  'expmo',
  'expyr',
  'screenshot',
  'password',
  'password_confirmation',
  'current_password',
]);

/** Stores the typed values of a path. Card data and passwords are left out at any depth. */
export function keepDraft(path: string, typed: unknown): void {
  const text = JSON.stringify(typed, (key, value: unknown) => (NEVER_KEPT.has(key) ? undefined : value));
  try {
    sessionStorage.setItem(PREFIX + path, text);
  } catch {
    // Storage is full or blocked: the form works on, but would not survive a sign-in.
  }
}

// Another tab may have signed in another person.
function ownDraftsOnly(): void {
  const name = localStorage.getItem('authName') ?? '';
  if ((sessionStorage.getItem(DRAFTS_OWNER_KEY) ?? name) !== name) dropAllDrafts();
  sessionStorage.setItem(DRAFTS_OWNER_KEY, name);
}

/** The unsaved values of a path, laid over `onto`, so that fields which are never stored have their fresh value; or null. */
export function draftOf<T extends object>(path: string, onto: T): T | null {
  ownDraftsOnly();
  const text = sessionStorage.getItem(PREFIX + path);
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null ? { ...onto, ...kept } : null;
  } catch {
    return null;
  }
}

/** The key for a sent form without a certain answer. */
export const unannouncedDraft = (path: string): string => `${path} unheard`;

/** Drops the draft of one path, and its sent form without an answer. */
export const dropDraft = (path: string): void => {
  for (const each of [path, unannouncedDraft(path)]) sessionStorage.removeItem(PREFIX + each);
};

// A screen with several forms stores the others under its path and a word.
const draftsOf = (path: string): string[] =>
  Object.keys(sessionStorage).filter((key) => `${key} `.startsWith(`${PREFIX}${path} `));
export const hasDraftsOf = (path: string): boolean => draftsOf(path).length > 0;
export const dropDraftsOf = (path: string): void =>
  draftsOf(path).forEach((key) => sessionStorage.removeItem(key));

/** Drops every draft of this tab, and their owner's name. */
export function dropAllDrafts(): void {
  sessionStorage.removeItem(DRAFTS_OWNER_KEY);
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .forEach((key) => sessionStorage.removeItem(key));
}
