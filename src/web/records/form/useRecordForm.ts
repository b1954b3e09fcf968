import type { UseQueryResult } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadDraft, deleteDraft, storeDraft } from '../../leaving/drafts.ts';
import { deleteDraftIfLeft, useBrowserLeaveMark } from '../../leaving/left-by-browser.ts';
import { confirmDiscardOnLeave } from '../../leaving/leave.ts';

export type RecordForm<T> = { values: T; base: T; editing: boolean };

/**
 * Holds a form's values beside the loaded ones; differences are stored as the draft of the form's path, and leaving the
 * form asks first. The path is the form's own: while the person leaves the form, the address is already the next screen's.
 */
export function useRecordForm<T extends object>(path: string, blank: T | null, loaded: UseQueryResult<T>) {
  const [form, setForm] = useState<RecordForm<T> | null>(() => {
    deleteDraftIfLeft(path);
    return blank && opened(path, blank, true);
  });
  const modified = form !== null && !haveSameJson(form.values, form.base);
  const fresh = loaded.data;
  useEffect(() => {
    if (!fresh) return;
    setForm((now) => {
      const typing = now !== null && !haveSameJson(now.values, now.base);
      return typing ? now : opened(path, fresh, now?.editing ?? false);
    });
  }, [fresh, path]);
  const values = form?.values;
  useEffect(() => {
    if (modified) storeDraft(path, values);
    else if (values) deleteDraft(path);
  }, [modified, values, path]);
  useBrowserLeaveMark(path, modified);
  useBlocker({
    // The form stays open if only the query string changes, as with the tabs of a screen, so leaving does not ask.
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const leaves = await confirmDiscardOnLeave(next.pathname);
      if (leaves) deleteDraft(path);
      return !leaves;
    },
    enableBeforeUnload: modified,
    disabled: !modified,
  });
  return { form, setForm, modified };
}

/** Returns true if two values have the same JSON; a value restored from a draft is a different object. */
export const haveSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the form fields that a person changed after the given values were sent. */
export const fieldsChangedSince = (sent: object, now: object): object =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !haveSameJson(value, Reflect.get(sent, name))),
  );

function opened<T extends object>(path: string, base: T, editing: boolean): RecordForm<T> {
  const draft = loadDraft(path, base);
  return { values: draft ?? base, base, editing: editing || draft !== null };
}
