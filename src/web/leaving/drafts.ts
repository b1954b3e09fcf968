/*
 * Keeps the content of open forms across a new sign-in: while a form differs from the loaded record, its values are in
 * this tab's sessionStorage under the screen's path, and the form restores them when it opens. Saving, reloading,
 * clearing, a confirmed leave (also one confirmed in the browser's own question, left-by-browser.ts), signing out and
 * another person's sign-in all delete these drafts.
 */
const PREFIX = 'draft:';
/** The storage key for the name of the person who typed this tab's drafts. */
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

/** Stores the typed values of a form under its path. Card data and passwords are left out at any depth. */
export function storeDraft(path: string, typed: unknown): void {
  const text = JSON.stringify(typed, (key, value: unknown) => (NEVER_KEPT.has(key) ? undefined : value));
  try {
    sessionStorage.setItem(PREFIX + path, text);
  } catch {
    // Browser storage is full or blocked: the form still works, but its values would not survive a new sign-in.
  }
}

// Another person may have signed in from another tab, so drafts of an earlier person are deleted.
function ownDraftsOnly(): void {
  const name = localStorage.getItem('authName') ?? '';
  if ((sessionStorage.getItem(DRAFTS_OWNER_KEY) ?? name) !== name) deleteAllDrafts();
  sessionStorage.setItem(DRAFTS_OWNER_KEY, name);
}

/**
 * Returns the unsaved form values of a path merged over `onto`, so that fields which are never stored get their current
 * value; null without a draft.
 */
export function loadDraft<T extends object>(path: string, onto: T): T | null {
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

/** Returns the storage key for a form that was sent but whose answer never came. */
export const unansweredDraftKey = (path: string): string => `${path} unheard`;

/** Deletes the draft of one path, and its form that was sent without an answer. */
export const deleteDraft = (path: string): void => {
  for (const each of [path, unansweredDraftKey(path)]) sessionStorage.removeItem(PREFIX + each);
};

// Returns the storage keys of a path's drafts; a screen with several forms stores the others under its path and a word.
const draftsOf = (path: string): string[] =>
  Object.keys(sessionStorage).filter((key) => `${key} `.startsWith(`${PREFIX}${path} `));
export const hasDraftsUnder = (path: string): boolean => draftsOf(path).length > 0;
export const deleteDraftsUnder = (path: string): void =>
  draftsOf(path).forEach((key) => sessionStorage.removeItem(key));

/** Deletes every draft of this tab, and the name of the person who typed them. */
export function deleteAllDrafts(): void {
  sessionStorage.removeItem(DRAFTS_OWNER_KEY);
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .forEach((key) => sessionStorage.removeItem(key));
}
