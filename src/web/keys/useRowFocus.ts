import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isIdle } from '../lists/table/idle-focus.ts';

const WAITED_MS = 5000;
const ROW = '.list-page tr, .list-page li';

// By the entry of the tab's history: going back to the list finds the row, opening the list again starts at its top.
const rows = new Map<string, string>();
const entry = (): string => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && '__TSR_key' in state ? String(state.__TSR_key) : '';
};

function note({ target }: Event): void {
  const link = target instanceof Element && target.closest(ROW)?.querySelector('a.list-view');
  if (link) rows.set(entry(), link.getAttribute('href') ?? '');
}

/** Focuses a list's row again when a person comes back from its record, so that `j` and `k` go on from there. */
export function useRowFocus(): void {
  const router = useRouter();
  useEffect(() => {
    document.addEventListener('focusin', note);
    // In the capture phase: the row is noted before the click leaves the screen.
    document.addEventListener('click', note, { capture: true });
    let stopWaiting = (): void => undefined;
    const stop = router.subscribe('onRendered', ({ pathChanged }) => {
      if (!pathChanged) return;
      stopWaiting();
      stopWaiting = whenThere(rows.get(entry()), (row) => isIdle(document.activeElement) && row.focus());
    });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note, { capture: true });
      stopWaiting();
      stop();
    };
  }, [router]);
}

/** Finds a row's link, now or when its list has come; stops looking after a while, or when told to. */
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
  // After the heading of the screen has had the focus.
  setTimeout(tryIt);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
  };
}
