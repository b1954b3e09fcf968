import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { askToConfirm } from '../../web/leaving/ask.ts';
import { deleteDraft } from '../../web/leaving/drafts.ts';
import { confirmDiscardOnLeave } from '../../web/leaving/leave.ts';
import { useRecordForm } from '../../web/records/form/useRecordForm.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useAttempt } from '../../web/sending/useAttempt.ts';
import type { TemplateKind } from '../email-templates/email-templates.contract.ts';
import { templates } from './template-editor.contract.ts';

type Values = { content: string; updated_at: string | null; updated_by: string | null };

const PATH = '/email-templates';
const RELOAD = { question: 'Reload?', detail: 'It is shown as it is saved now.', verb: 'Reload' };
const LOST = 'Your changes since the last save will be discarded.';

/** Holds the text of one e-mail template and saves it; text that is typed during a save is kept as unsaved. */
export function useTemplate(template: TemplateKind) {
  const path = `${PATH} ${template}`;
  const loaded = useQuery({
    queryKey: ['template', template],
    queryFn: async (): Promise<Values> => {
      const body = { template };
      const { content, updated_at, updated_by } = await sendCall(
        templates.content,
        { body },
        { background: true },
      );
      return { content, updated_at, updated_by };
    },
    gcTime: 0,
  });
  const { form, setForm, modified } = useRecordForm(path, null, loaded);
  // All templates have the same path, so the form's own confirmation does not cover a change from one template to another.
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname !== next.pathname) return false;
      const leaves = await confirmDiscardOnLeave(`${next.pathname} ${JSON.stringify(next.search)}`);
      if (leaves) deleteDraft(path);
      return !leaves;
    },
    disabled: !modified,
  });
  const { attempt, busy, error, forgetError } = useAttempt();
  const [said, setMessage] = useState('');

  const adopt = async (): Promise<void> => {
    deleteDraft(path);
    const { data, error: failed } = await loaded.refetch();
    if (failed) throw failed;
    if (data) setForm({ values: data, base: data, editing: true });
  };
  const act = (work: () => Promise<unknown>) => {
    setMessage('');
    return attempt(work);
  };
  const mayDiscard = (detail: string, verb: string) =>
    !modified || askToConfirm({ question: 'Discard changes?', detail, verb, danger: true });
  return {
    path,
    content: form?.values.content,
    /** The text of the template in use, with the time and the author of its version; nulls for the built-in template. */
    base: form?.base,
    modified,
    busy,
    error,
    said,
    loadError: form ? null : loaded.error,
    retry: () => void loaded.refetch(),
    type: (content: string) => {
      setMessage('');
      forgetError();
      setForm((now) => now && { ...now, values: { ...now.values, content } });
    },
    save: () =>
      act(async () => {
        if (!form || !modified) return;
        const { content, updated_at } = form.values;
        const { message, ...inUse } = await sendCall(templates.save, {
          body: { template, content, updated_at },
        });
        deleteDraft(path);
        const base = { content, updated_at: inUse.updated_at, updated_by: inUse.updated_by };
        // Text that was typed during the save is not saved yet, so it stays.
        setForm((now) => now && { ...now, base, values: { ...base, content: now.values.content } });
        setMessage(message);
      }),
    reload: async () => {
      if (await askToConfirm(modified ? { ...RELOAD, detail: LOST } : RELOAD)) await act(adopt);
    },
    escape: async () => {
      if (modified && (await mayDiscard(LOST, 'Discard'))) await act(adopt);
    },
    restore: (version_id: number | null) =>
      act(async () => {
        if (!form || !(await mayDiscard('The version takes the place of what was typed.', 'Restore'))) return;
        const { updated_at } = form.base;
        const { message } = await sendCall(templates.restore, { body: { template, version_id, updated_at } });
        await adopt();
        setMessage(message);
      }),
    sendMe: (record_id: number | null) =>
      act(async () => {
        const content = form?.values.content ?? '';
        const { message } = await sendCall(templates.sendMe, {
          body: { template, content, ...(record_id !== null && { record_id }) },
        });
        setMessage(message ?? '');
      }),
  };
}
export type TemplateState = ReturnType<typeof useTemplate>;
