import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { askToConfirm, type ConfirmQuestion } from '../leaving/ask.ts';
import { deleteDraft, storeDraft } from '../leaving/drafts.ts';
import {
  fieldValueAt,
  withFieldValue,
  type FormFieldProps,
  type FormFieldName,
  type FormFieldValue,
} from '../inputs/fields.ts';
import type { RecordId } from '../navigation/params.ts';
import { throwWithRetryAdvice } from '../sending/not-known.ts';
import { FieldErrors } from '../sending/send.ts';
import { usePathname } from '../navigation/params.ts';
import { loadedVersionOf, useSaveChange } from './form/useSaveChange.ts';
import { createRecordOnce, type CreateRecord } from './form/make-once.ts';
import { fieldsChangedSince, useRecordForm, type RecordForm } from './form/useRecordForm.ts';
import { useConfirmDeletion, type DeletionQuestion } from './useConfirmDeletion.ts';
import { SAVED_MESSAGE, markRecordSaved, useActionResult } from './useActionResult.ts';
import { useFormAttempt, type ErrorsClearedBy } from './form/useFormAttempt.ts';

export type RecordSettings<T> = {
  id: RecordId;
  load: (id: number) => Promise<NoInfer<T>>;
  /** Returns the values of a new record, to which Clear returns: the fields that the form has. */
  blank: () => T;
  /** Makes a record; absent if this screen makes no records. */
  create?: CreateRecord<T>;
  /** Saves a change of a record; absent if the record never changes. */
  update?: (id: number, values: T) => Promise<{ id: number }>;
  /** Returns the question to ask before the given values are saved, or null. */
  saving?: (values: T) => ConfirmQuestion | null;
  remove?: (id: number) => Promise<unknown>;
  /** Builds the question before a deletion; absent if the general question suffices. */
  removing?: DeletionQuestion;
  pathOf: (id: number) => string;
  listPath: string;
  /**
   * The errors whose names are not fields, with the fields that they concern. The object must stay the same at every
   * render.
   */
  causes?: ErrorsClearedBy;
};

const CLEAR = {
  question: 'Clear?',
  detail: 'Every field goes back to empty. Nothing is saved yet.',
  verb: 'Clear',
};
const RELOAD = { question: 'Reload?', detail: 'It is shown as it is saved now.', verb: 'Reload' };
const RELOAD_CHANGED = { ...RELOAD, detail: 'Your changes since the last save will be discarded.' };
// Escape is often pressed without looking, so the focus is on the button that discards nothing.
const DISCARD = { ...RELOAD_CHANGED, question: 'Discard changes?', verb: 'Discard', danger: true };

/** Holds the state of a record on a screen: loaded or blank, read-only or edited, modified, saved, stale or rejected. */
export function useRecord<T extends object>(settings: RecordSettings<T>) {
  const { id, load, blank, create, update, remove, pathOf, listPath, causes, saving, removing } = settings;
  // The path of this record; while the person leaves this screen, the address is already the next screen's.
  const [pathname] = useState(usePathname());
  const isNew = id === 'new';
  const navigate = useNavigate();
  const saying = useActionResult(pathname);
  const { say, sayNothing } = saying;
  const { attempt, busy, error, refused, forgetError, putRight } = useFormAttempt(sayNothing, causes);
  const mayRemove = useConfirmDeletion(attempt, removing);
  const change = useSaveChange(settings);
  // True while the record is being deleted, so that it is not fetched again with the screen's other queries.
  const [leaving, setLeaving] = useState(false);
  const loaded = useQuery({
    queryKey: ['record', listPath, id],
    queryFn: () => load(Number(id)),
    enabled: !isNew && !leaving,
    gcTime: 0,
  });
  const { form, setForm, modified } = useRecordForm(pathname, isNew ? blank() : null, loaded);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  const adopt = async (overIt: (data: T) => void): Promise<void> => {
    const { data } = await loaded.refetch({ throwOnError: true });
    if (data) overIt(data);
  };
  /** Reloads the saved record and keeps the typed values over it. */
  const renew = () => adopt((data) => setForm((now) => now && reopened(data, now)));
  const store = async ({ values }: RecordForm<T>): Promise<void> => {
    const answer = await (isNew ? create && createRecordOnce(pathname, values, create) : change(id, values));
    if (!answer) return;
    deleteDraft(pathname);
    // Text that a person typed while the save was on its way is not saved yet, and stays in the form.
    setForm((now) => now && opened(answer.saved, fieldsChangedSince(answer.saved, now.values)));
    say(SAVED_MESSAGE);
    if (answer.id === id) return renew();
    const path = pathOf(answer.id);
    markRecordSaved(path);
    const since = fieldsChangedSince(answer.saved, latest.current?.values ?? values);
    if (Object.keys(since).length > 0) storeDraft(path, since);
    await navigate({ to: path, replace: isNew, ignoreBlocker: true });
  };
  const actions = {
    edit: () => {
      sayNothing();
      if (form) setForm({ ...form, editing: true });
    },
    lock: () => form && setForm({ ...form, editing: false }),
    save: async () => {
      // Saving an untouched new record is allowed: the server then names the missing fields.
      if (!form || busy || (!modified && !isNew)) return;
      const question = saving?.(form.values);
      if (!question || (await askToConfirm(question)))
        await attempt(() => store(form).catch(throwWithRetryAdvice));
    },
    reload: async (question: ConfirmQuestion = modified ? RELOAD_CHANGED : RELOAD) => {
      if (!(await askToConfirm(question))) return;
      deleteDraft(pathname);
      await attempt(() => adopt((data) => setForm(opened(data))));
    },
    clear: async (question: ConfirmQuestion = CLEAR) => {
      if (!form || !(await askToConfirm(question))) return;
      sayNothing();
      forgetError();
      setForm({ ...form, values: isNew ? form.base : { ...blank(), ...loadedVersionOf(form.base) } });
    },
    remove: async () => {
      if (isNew || !remove || !(await mayRemove(id))) return;
      await attempt(async () => {
        setLeaving(true);
        await remove(id).catch((refused: unknown) => {
          setLeaving(false);
          throw refused;
        });
        deleteDraft(pathname);
        await navigate({ to: listPath, ignoreBlocker: true });
      });
    },
    /** Handles the Escape key: asks before it discards changes, and locks an unchanged form. */
    escape: async () => {
      if (!form?.editing) return;
      if (modified) await (isNew ? actions.clear({ ...CLEAR, danger: true }) : actions.reload(DISCARD));
      else if (!isNew) actions.lock();
    },
  };
  const field = <N extends FormFieldName<T>>(name: N): FormFieldProps<FormFieldValue<T, N>> => ({
    name,
    value: fieldValueAt(form?.values ?? blank(), name),
    error: error instanceof FieldErrors ? error.errors[name]?.join(', ') : undefined,
    readOnly: !form?.editing,
    change: (value) => {
      sayNothing();
      putRight(name);
      setForm((now) => now && { ...now, values: withFieldValue(now.values, name, value) });
    },
  });
  return {
    id,
    values: form?.values,
    /** The saved values of the record, or the blank ones of a new record. */
    base: form?.base,
    field,
    modified,
    ...saying,
    busy,
    error,
    refused,
    loadError: form ? null : loaded.error,
    retry: () => void loaded.refetch(),
    renew,
    editing: form?.editing ?? false,
    canEdit: update !== undefined,
    canRemove: remove !== undefined,
    ...actions,
  };
}

export type RecordState = Omit<ReturnType<typeof useRecord<object>>, 'field' | 'values' | 'base'> & {
  values: object | undefined;
};

/** Returns a form with newly saved values, and the values typed before over them. */
const reopened = <T extends object>(saved: T, { base, values, editing }: RecordForm<T>): RecordForm<T> =>
  opened(saved, fieldsChangedSince(base, values), editing);

/** Returns a form with the saved values, and the typed values over them. */
const opened = <T extends object>(base: T, typed: object = {}, editing = false): RecordForm<T> => ({
  values: { ...base, ...typed },
  base,
  editing: editing || Object.keys(typed).length > 0,
});
