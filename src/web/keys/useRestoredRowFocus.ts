import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFocusIdle } from '../lists/table/idle-focus.ts';

const WAITED_MS = 5000;
const ROW = '.list-page tr, .list-page li';

// The last focused row of each list, by the entry of the tab's history: going back to a list finds its row, while opening
// the list again starts at the top.
const rows = new Map<string, string>();
const entry = (): string => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && '__TSR_key' in state ? String(state.__TSR_key) : '';
};

function note({ target }: Event): void {
  const link = target instanceof Element && target.closest(ROW)?.querySelector('a.list-view');
  if (link) rows.set(entry(), link.getAttribute('href') ?? '');
}

/**
 * Focuses the row of a record again when a person returns from the record to its list, so that `j` and `k` continue from
 * that row.
 */
export function useRestoredRowFocus(): void {
  const router = useRouter();
  useEffect(() => {
    document.addEventListener('focusin', note);
    // The listener runs in the capture phase, so that the row is recorded before the click leaves the screen.
    document.addEventListener('click', note, { capture: true });
    let stopWaiting = (): void => undefined;
    const stop = router.subscribe('onRendered', ({ pathChanged }) => {
      if (!pathChanged) return;
      stopWaiting();
      stopWaiting = whenThere(rows.get(entry()), (row) => isFocusIdle(document.activeElement) && row.focus());
    });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note, { capture: true });
      stopWaiting();
      stop();
    };
  }, [router]);
}

/**
 * Calls `act` with a row's link now or when its list has loaded; stops waiting after a few seconds or when the returned
 * function is called.
 */
function whenThere(href: string | undefined, act: (row: HTMLElement) => void): () => void {
  const find = () => document.querySelector<HTMLElement>(`a.list-view[href="${CSS.escape(href ?? '')}"]`);
  const tryIt = (): void => {
    const row = find();
    if (!row) return;
    watch.disconnect();
    act(row);
  };
  const watch = new MutationObserver(tryIt);
  if (href === undefined) return () => undefined;
  watch.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => watch.disconnect(), WAITED_MS);
  // The row gets the focus only after the screen's heading has had it.
  setTimeout(tryIt);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
  };
}
