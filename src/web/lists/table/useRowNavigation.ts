import { useEffect, type RefObject } from 'react';
import { areShortcutsOff, isKeyUsedByFocus } from '../../keys/hotkey.ts';
import { isFocusIdle } from './idle-focus.ts';

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const stepOf = (event: KeyboardEvent): number =>
  isKeyUsedByFocus(event) || (event.key.length === 1 && areShortcutsOff()) ? 0 : (STEPS[event.key] ?? 0);

const SIDEWAYS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Returns the link next to the focused one, in a row whose several links are together in a `row-links` element. */
function besideIt(focused: Element | null, key: string): HTMLElement | undefined {
  const links = [...(focused?.closest('.row-links')?.querySelectorAll('a') ?? [])];
  return links[links.findIndex((link) => link === focused) + (SIDEWAYS[key] ?? Number.NaN)];
}

/**
 * Moves the focus with `j`, `k` and the arrow keys from row to row, and among a row's links; Enter then opens the focused
 * link natively.
 */
export function useRowNavigation(frame: RefObject<HTMLDivElement | null>, onWholeScreen: boolean): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      const table = frame.current;
      if (step === 0 || !table) return;
      const focused = document.activeElement;
      // If the focus is outside of the table, the arrow keys belong to the focused element, while `j` and `k` still belong
      // to the screen's one list.
      const idle = isFocusIdle(focused);
      const mine = table.contains(focused) || (onWholeScreen && (idle || !event.key.startsWith('Arrow')));
      const links = [...table.querySelectorAll<HTMLElement>('a.list-view, button.list-view')];
      if (!mine || links.length === 0) return;
      event.preventDefault();
      const row = focused?.closest('tr, li');
      const now = links.findIndex((link) => link === focused || (row && link.closest('tr, li') === row));
      links[now < 0 ? 0 : Math.max(0, Math.min(links.length - 1, now + step))]?.focus();
    };
    const turn = (event: KeyboardEvent): void => {
      const beside = isKeyUsedByFocus(event) ? undefined : besideIt(document.activeElement, event.key);
      if (!beside || !frame.current?.contains(beside)) return;
      event.preventDefault();
      beside.focus();
    };
    document.addEventListener('keydown', move);
    document.addEventListener('keydown', turn);
    return () => {
      document.removeEventListener('keydown', move);
      document.removeEventListener('keydown', turn);
    };
  }, [frame, onWholeScreen]);
}
