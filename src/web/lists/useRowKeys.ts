import { useEffect, type RefObject } from 'react';

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, summary, [contenteditable], [role="dialog"], [role="listbox"]') !==
    null;

/** `j`, `k` and the arrows move the focus from row to row; Enter then opens the focused link by itself. */
export function useRowKeys(frame: RefObject<HTMLDivElement | null>, onWholeScreen: boolean): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const inside = frame.current?.contains(document.activeElement) ?? false;
      const links = [...(frame.current?.querySelectorAll<HTMLAnchorElement>('a.list-view') ?? [])];
      const arrowElsewhere =
        event.key.startsWith('Arrow') && !inside && document.activeElement !== document.body;
      if (links.length === 0 || arrowElsewhere || !(inside || onWholeScreen)) return;
      event.preventDefault();
      const now = links.findIndex((link) => link === document.activeElement);
      links[now < 0 ? 0 : Math.max(0, Math.min(links.length - 1, now + step))]?.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [frame, onWholeScreen]);
}
