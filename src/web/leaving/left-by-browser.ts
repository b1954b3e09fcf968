import { useEffect } from 'react';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';

/*
 * A yes to the browser's own question leaves without saving, as a yes to RIC's question does. The browser asks the same before a
 * reload, which keeps the typed values; a crash asks nothing, and keeps them too.
 */
const markOf = (path: string): string => `${path} left`;

/** Marks the draft of a path when the browser leaves its changed form after asking. */
export function useLeftByBrowser(path: string, modified: boolean): void {
  useEffect(() => {
    if (!modified) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let isAsked = false;
    window.addEventListener('beforeunload', () => (isAsked = true), { signal });
    window.addEventListener('pagehide', () => isAsked && keepDraft(markOf(path), {}), { signal });
    // The browser may bring back the whole page as it was.
    window.addEventListener('pageshow', () => dropDraft(markOf(path)), { signal });
    return () => listening.abort();
  }, [path, modified]);
}

/** Drops the draft of a form that was left by the browser, unless this page is the reload of its screen. */
export function dropIfLeft(path: string): void {
  if (draftOf(markOf(path), {}) === null) return;
  dropDraft(markOf(path));
  if (!isReloadOf(path)) dropDraft(path);
}

function isReloadOf(path: string): boolean {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming) || page.type !== 'reload') return false;
  return path.split(' ')[0] === new URL(page.name).pathname;
}
