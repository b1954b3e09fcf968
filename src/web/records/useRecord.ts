import { useQuery } from '@tanstack/react-query';
import { useBlocker, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../ask.ts';
import { draftOf, dropDraft, keepDraft } from '../drafts.ts';
import type { RecordId } from '../params.ts';
import { FieldErrors, SignedOut } from '../send.ts';
import { valueAt, withValue, type Field, type FieldName, type FieldValue } from '../inputs/fields.ts';

export type RecordSettings<T> = {
  id: RecordId;
  load: (id: number) => Promise<T>;
  /** What a new record starts with, and what Clear goes back to. */
  blank: () => T;
  save: (id: RecordId, values: T) => Promise<{ id: number }>;
  remove?: (id: number) => Promise<unknown>;
  pathOf: (id: number) => string;
  listPath: string;
};

type Form<T> = { values: T; base: T; editing: boolean };
// A new record's screen gives way to the saved one's, which then still says so.
const justSaved = { path: '' };

/** A record on a screen: loaded or blank, read-only or edited, modified, saved, stale or refused. */
export function useRecord<T extends object>(settings: RecordSettings<T>) {
  const { id, load, blank, save, remove, pathOf, listPath } = settings;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [form, setForm] = useState<Form<T> | null>(() =>
    id === 'new' ? opened(pathname, blank(), true) : null,
  );
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(justSaved.path === pathname);
  // A record that is being deleted is not asked for again when every query on the screen is.
  const [leaving, setLeaving] = useState(false);
  const loaded = useQuery({
    queryKey: ['record', listPath, id],
    queryFn: () => load(Number(id)),
    enabled: id !== 'new' && !leaving,
    gcTime: 0,
  });
  const modified = form !== null && !same(form.values, form.base);

  useEffect(() => {
    justSaved.path = '';
  }, []);
  const fresh = loaded.data;
  useEffect(() => {
    if (fresh)
      setForm((now) =>
        now && !same(now.values, now.base) ? now : opened(pathname, fresh, now?.editing ?? false),
      );
  }, [fresh, pathname]);
  const values = form?.values;
  useEffect(() => {
    if (modified) keepDraft(pathname, values);
    else if (values) dropDraft(pathname);
  }, [modified, values, pathname]);
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave(pathname)),
    enableBeforeUnload: modified,
    disabled: !modified,
  });

  const start = (next: Form<T>): void => {
    setForm(next);
    setError(null);
    setSaved(false);
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    setSaved(false);
    try {
      await work();
    } catch (caught) {
      if (!(caught instanceof SignedOut)) setError(asError(caught));
    } finally {
      setBusy(false);
    }
  };
  const actions = {
    edit: () => form && start({ ...form, editing: true }),
    lock: () => form && setForm({ ...form, editing: false }),
    save: async () => {
      if (!form || !modified || busy) return;
      await attempt(async () => {
        const answer = await save(id, form.values);
        dropDraft(pathname);
        setForm({ values: form.values, base: form.values, editing: false });
        setSaved(true);
        if (answer.id !== id) {
          justSaved.path = pathOf(answer.id);
          await navigate({ to: justSaved.path, replace: id === 'new', ignoreBlocker: true });
        } else {
          const again = await loaded.refetch();
          if (again.data) setForm({ values: again.data, base: again.data, editing: false });
        }
      });
    },
    reload: async () => {
      if (
        !(await ask({
          question: 'Reload?',
          detail: 'What was typed since the last save is thrown away.',
          verb: 'Reload',
        }))
      )
        return;
      dropDraft(pathname);
      await attempt(async () => {
        const again = await loaded.refetch();
        if (again.error) throw again.error;
        if (again.data) start({ values: again.data, base: again.data, editing: false });
      });
    },
    clear: async () => {
      if (
        !form ||
        !(await ask({
          question: 'Clear?',
          detail: 'Every field goes back to empty. Nothing is saved yet.',
          verb: 'Clear',
        }))
      )
        return;
      const seen = 'updated_at' in form.base ? { updated_at: form.base.updated_at } : {};
      start({ ...form, values: id === 'new' ? form.base : { ...blank(), ...seen } });
    },
    remove: async () => {
      if (
        id === 'new' ||
        !remove ||
        !(await ask({ question: 'Delete?', detail: 'This can not be undone.', verb: 'Delete', danger: true }))
      )
        return;
      await attempt(async () => {
        setLeaving(true);
        await remove(id).catch((refused: unknown) => {
          setLeaving(false);
          throw refused;
        });
        dropDraft(pathname);
        await navigate({ to: listPath, ignoreBlocker: true });
      });
    },
    /** What Escape does: asks before it throws changes away, and locks a form without any. */
    escape: async () => {
      if (!form?.editing) return;
      if (!modified) return id === 'new' ? undefined : actions.lock();
      return id === 'new' ? actions.clear() : actions.reload();
    },
  };
  const field = <N extends FieldName<T>>(name: N): Field<FieldValue<T, N>> => ({
    name,
    value: valueAt(form?.values ?? blank(), name),
    error: error instanceof FieldErrors ? error.errors[name]?.join(', ') : undefined,
    readOnly: !form?.editing,
    change: (value) => {
      setSaved(false);
      setForm((now) => now && { ...now, values: withValue(now.values, name, value) });
    },
  });
  const loadError = form ? null : loaded.error;
  return {
    id,
    values,
    field,
    modified,
    saved,
    busy,
    error,
    loadError,
    retry: () => void loaded.refetch(),
    editing: form?.editing ?? false,
    canRemove: remove !== undefined,
    ...actions,
  };
}

export type RecordState = Omit<ReturnType<typeof useRecord<object>>, 'field' | 'values'> & {
  values: object | undefined;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const asError = (caught: unknown): Error => (caught instanceof Error ? caught : new Error(String(caught)));

function opened<T extends object>(path: string, base: T, editing: boolean): Form<T> {
  const draft = draftOf(path, base);
  return { values: draft ?? base, base, editing: editing || draft !== null };
}

async function mayLeave(path: string): Promise<boolean> {
  const yes = await ask({
    question: 'Leave without saving?',
    detail: 'What was typed is thrown away.',
    verb: 'Leave',
    danger: true,
  });
  if (yes) dropDraft(path);
  return yes;
}
