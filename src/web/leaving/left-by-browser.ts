import { useEffect } from 'react';
import { loadDraft, deleteDraft, storeDraft } from './drafts.ts';

/*
 * Answering yes to the browser's own leave question discards the draft, as answering yes to RIC's question does. The
 * browser asks the same before a reload, which keeps the typed values; a crash asks nothing, and keeps the values too.
 */
const markOf = (path: string): string => `${path} left`;

/** Marks the draft of a path if the person confirms the browser's question and leaves a changed form. */
export function useBrowserLeaveMark(path: string, modified: boolean): void {
  useEffect(() => {
    if (!modified) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let isAsked = false;
    window.addEventListener('beforeunload', () => (isAsked = true), { signal });
    window.addEventListener('pagehide', () => isAsked && storeDraft(markOf(path), {}), { signal });
    // The browser may restore the whole page from its back-forward cache, so the mark is removed.
    window.addEventListener('pageshow', () => deleteDraft(markOf(path)), { signal });
    return () => listening.abort();
  }, [path, modified]);
}

/** Deletes the draft of a form that was left through the browser, unless this page is a reload of the form's screen. */
export function deleteDraftIfLeft(path: string): void {
  if (loadDraft(markOf(path), {}) === null) return;
  deleteDraft(markOf(path));
  if (!isReloadOf(path)) deleteDraft(path);
}

function isReloadOf(path: string): boolean {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming) || page.type !== 'reload') return false;
  return path.split(' ')[0] === new URL(page.name).pathname;
}
