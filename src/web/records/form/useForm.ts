import type { UseQueryResult } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../leaving/drafts.ts';
import { dropIfLeft, useLeftByBrowser } from '../../leaving/left-by-browser.ts';
import { mayLeave } from '../../leaving/leave.ts';

export type Form<T> = { values: T; base: T; editing: boolean };

/**
 * Holds a form's values beside the loaded ones; differences are stored as the draft of the form's path, and leaving the
 * form asks first. The path is the form's own: while the person leaves the form, the address is already the next screen's.
 */
export function useForm<T extends object>(path: string, blank: T | null, loaded: UseQueryResult<T>) {
  const [form, setForm] = useState<Form<T> | null>(() => {
    dropIfLeft(path);
    return blank && opened(path, blank, true);
  });
  const modified = form !== null && !equalOnWire(form.values, form.base);
  const fresh = loaded.data;
  useEffect(() => {
    if (!fresh) return;
    setForm((now) => {
      const typing = now !== null && !equalOnWire(now.values, now.base);
      return typing ? now : opened(path, fresh, now?.editing ?? false);
    });
  }, [fresh, path]);
  const values = form?.values;
  useEffect(() => {
    if (modified) keepDraft(path, values);
    else if (values) dropDraft(path);
  }, [modified, values, path]);
  useLeftByBrowser(path, modified);
  useBlocker({
    // The form stays open if only the query string changes, as with the tabs of a screen, so leaving does not ask.
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const leaves = await mayLeave(next.pathname);
      if (leaves) dropDraft(path);
      return !leaves;
    },
    enableBeforeUnload: modified,
    disabled: !modified,
  });
  return { form, setForm, modified };
}

/** Returns true if two values have the same JSON; a value restored from a draft is a different object. */
export const equalOnWire = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the form fields that a person changed after the given values were sent. */
export const typedSince = (sent: object, now: object): object =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !equalOnWire(value, Reflect.get(sent, name))),
  );

function opened<T extends object>(path: string, base: T, editing: boolean): Form<T> {
  const draft = draftOf(path, base);
  return { values: draft ?? base, base, editing: editing || draft !== null };
}
