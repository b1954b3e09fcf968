import { useEffect, useRef, type RefObject } from 'react';
import type { RecordState } from '../useRecord.ts';

const OPENED = '[data-expanded], details[open], .mantine-Combobox-dropdown, .mantine-Popover-dropdown';

/** Ctrl/Cmd S saves; Escape locks a form, or asks before it discards typed values. */
export function useFormKeys(record: Pick<RecordState, 'save' | 'escape'>, mayEdit: boolean): void {
  const latest = useRef(record);
  useEffect(() => {
    latest.current = record;
    const press = (event: KeyboardEvent): void => {
      // A dialog closed by this Escape has left the page already, but the key event still passes here.
      const target = event.target instanceof Element ? event.target : document.body;
      const inDialog =
        (target.closest('[role="dialog"]') ?? document.querySelector('[role="dialog"]')) !== null;
      if (!mayEdit || inDialog || event.defaultPrevented) return;
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // Runs after the focused field has committed its text.
        setTimeout(() => void latest.current.save());
      } else if (event.key === 'Escape' && !hadOpen) void record.escape();
    };
    // A list or calendar closed by this Escape is gone before the key reaches `press`.
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

/** Restores the focus when Edit, Lock, Save or Reload removes the focused element: to the first field, or back to Edit. */
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
    // Not the field itself: some open a list or a calendar when they get the focus.
    const next = editing ? '.record-body' : '.record-bar button';
    // Edit moves nothing: the first field is in sight, or a Tab away.
    form.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [form, editing, busy]);
}
