import { useEffect, type RefObject } from 'react';

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, summary, [contenteditable], [role="dialog"], [role="listbox"]') !==
    null;

const stepOf = (event: KeyboardEvent): number => {
  const own = event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target);
  return own ? 0 : (STEPS[event.key] ?? 0);
};

/** `j`, `k` and the arrows move the focus from row to row; Enter then opens the focused link by itself. */
export function useRowKeys(frame: RefObject<HTMLDivElement | null>, onWholeScreen: boolean): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      const table = frame.current;
      if (step === 0 || !table) return;
      const focused = document.activeElement;
      // Elsewhere the arrows belong to whatever has the focus, and `j` and `k` to the screen's one list.
      // A screen that was just come to has the focus on its heading.
      const idle = focused === null || focused === document.body || focused.matches('h1');
      const mine = table.contains(focused) || (onWholeScreen && (idle || !event.key.startsWith('Arrow')));
      const links = [...table.querySelectorAll<HTMLElement>('a.list-view, button.list-view')];
      if (!mine || links.length === 0) return;
      event.preventDefault();
      const now = links.findIndex((link) => link === focused);
      links[now < 0 ? 0 : Math.max(0, Math.min(links.length - 1, now + step))]?.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [frame, onWholeScreen]);
}
