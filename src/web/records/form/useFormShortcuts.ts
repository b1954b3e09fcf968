import { useEffect, useRef, type RefObject } from 'react';
import type { RecordState } from '../useRecord.ts';

const OPENED = '[data-expanded], details[open], .mantine-Combobox-dropdown, .mantine-Popover-dropdown';

/**
 * Handles a form's keyboard shortcuts: Ctrl/Cmd+S saves; Escape locks the form, or asks before it discards typed values.
 */
export function useFormShortcuts(record: Pick<RecordState, 'save' | 'escape'>, mayEdit: boolean): void {
  const latest = useRef(record);
  useEffect(() => {
    latest.current = record;
    const press = (event: KeyboardEvent): void => {
      // A dialog closed by this Escape is no longer in the page, but the key event still arrives here.
      const target = event.target instanceof Element ? event.target : document.body;
      const inDialog =
        (target.closest('[role="dialog"]') ?? document.querySelector('[role="dialog"]')) !== null;
      if (!mayEdit || inDialog || event.defaultPrevented) return;
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // Saving runs after the focused field has committed its text.
        setTimeout(() => void latest.current.save());
      } else if (event.key === 'Escape' && !hadOpen) void record.escape();
    };
    // True if a list or calendar was open when a key was pressed; by the time `press` runs, Escape may have closed the list
    // already.
    let hadOpen = false;
    const look = () =>
      (hadOpen = [...document.querySelectorAll(OPENED)].some((each) => each.checkVisibility()));
    document.addEventListener('keydown', look, { capture: true });
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', press);
    };
  });
}

/**
 * Restores the focus when Edit, Lock, Save or Reload removes the focused element: moves it to the first field, or back to
 * Edit.
 */
export function useFormFocus(
  form: RefObject<HTMLElement | null>,
  { editing, busy }: Pick<RecordState, 'editing' | 'busy'>,
): void {
  const before = useRef({ editing, busy });
  useEffect(() => {
    const was = before.current;
    before.current = { editing, busy };
    if ((was.editing === editing && was.busy === busy) || busy) return;
    const at = document.activeElement;
    const isLost = at === document.body || (was.editing && !editing && at?.matches('.record-body'));
    if (!isLost) return;
    // The form's body gets the focus and not a field, because some fields open a list or a calendar on focus.
    const next = editing ? '.record-body' : '.record-bar button';
    // Edit must not scroll the page: the first field is in sight, or one Tab press away.
    form.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [form, editing, busy]);
}
