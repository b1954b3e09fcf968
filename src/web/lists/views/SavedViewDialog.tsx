import { useState, type FormEvent } from 'react';
import { savedViews, type SavedViewRow } from '../../../contract/saved-views/saved-views.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBox } from '../../components/ErrorBox.tsx';
import { Checkbox } from '../../inputs/Checkbox.tsx';
import { TextInput } from '../../inputs/TextInput.tsx';
import { askToConfirm } from '../../leaving/ask.ts';
import { unknownOutcomeError } from '../../sending/not-known.ts';
import { FieldErrors, sendCall } from '../../sending/send.ts';
import { useSession } from '../../sending/session.ts';
import { useAttempt } from '../../sending/useAttempt.ts';
import { type CreateOnce, useCreateOnce } from '../../records/form/make-once.ts';
import type { SavedViewState } from './state.ts';

type Props = {
  /** The path of the list's index call, which names the list of a saved view. */
  list: string;
  /** The saved view to edit; without a view, a new one is made from the list's current state. */
  view: SavedViewRow | undefined;
  state: SavedViewState;
  /** True if the person may change the view's name and who sees it. */
  mayChange: boolean;
  close: () => void;
  saved: (id: number) => void;
  removed: () => void;
};
type Form = { name: string; is_shared: boolean; is_default: boolean };

/** A dialog that edits a saved view: its name, if it opens by default, and who sees it. */
export function SavedViewDialog({ list, view, state, mayChange, close, saved, removed }: Props) {
  const { admin } = useSession();
  const [form, setForm] = useState<Form>(() => begun(view));
  const { error, busy, attempt } = useAttempt();
  const once = useCreateOnce();
  const isOurs = !view || mayChange;
  // The dialog cannot be closed while the view is being saved, because nobody would learn the outcome.
  const mayClose = busy ? undefined : close;
  const change = (changed: Partial<Form>): void => setForm({ ...form, ...changed });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () => {
      const save = saveView({ list, view, state, form, isOurs, once });
      saved(
        await save.catch((failed: unknown) =>
          Promise.reject(unknownOutcomeError(failed, 'whether the view was saved')),
        ),
      );
    });
  };
  const remove = async ({ id, name, is_shared }: SavedViewRow): Promise<void> => {
    const detail = is_shared ? 'It will be deleted for everybody.' : undefined;
    const question = { question: 'Delete?', detail: [`The view ${name}.`, detail].filter(Boolean).join(' ') };
    if (!(await askToConfirm({ ...question, verb: 'Delete', danger: true }))) return;
    await attempt(async () => {
      await sendCall(savedViews.remove, { params: { id } });
      removed();
    });
  };
  const errors = error instanceof FieldErrors ? error.errors : {};
  return (
    <Dialog title={view ? `Settings of ${view.name}` : 'Save as a view'} close={mayClose}>
      <form className="stack view-form" onSubmit={submit} noValidate>
        <Elsewhere error={error} />
        <TextInput
          name="view_name"
          label="Name"
          value={form.name}
          error={errors['name']?.join(', ')}
          readOnly={!isOurs}
          change={(name) => change({ name: name ?? '' })}
        />
        <Checkbox
          name="view_is_default"
          label="Opens by itself when I come to this list"
          value={form.is_default}
          error={undefined}
          readOnly={false}
          change={(is_default) => change({ is_default: is_default ?? false })}
        />
        {admin && (
          <Checkbox
            name="view_is_shared"
            label="Shared with everybody"
            value={form.is_shared}
            error={errors['is_shared']?.join(', ')}
            readOnly={!isOurs}
            change={(is_shared) => change({ is_shared: is_shared ?? false })}
          />
        )}
        <p className="quiet">
          {view
            ? 'What it shows is saved in the row above the list.'
            : 'It keeps the filters, the order, the columns and the rows on a page as they are now. Its days stay the same days.'}
        </p>
        <div className="row dialog-end">
          {view && isOurs && (
            <Button look="danger" onClick={() => void remove(view)}>
              Delete
            </Button>
          )}
          <Button className="push" aria-disabled={busy} onClick={mayClose}>
            Cancel
          </Button>
          <Button look="go" type="submit" aria-disabled={busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const NEW: Form = { name: '', is_shared: false, is_default: false };
const begun = (view: SavedViewRow | undefined): Form => {
  const { name, is_shared, is_default } = view ?? NEW;
  return { name, is_shared, is_default };
};

/** Shows the errors that belong to no field of the dialog. */
function Elsewhere({ error }: { error: Error | null }) {
  if (!(error instanceof FieldErrors)) return error && <ErrorBox error={error} />;
  const { name: _, is_shared: _shared, ...others } = error.errors;
  return Object.keys(others).length > 0 && <ErrorBox error={new FieldErrors(others)} />;
}

type Save = Pick<Props, 'list' | 'view' | 'state'> & { form: Form; isOurs: boolean; once: CreateOnce };

async function saveView({ list, view, state, form, isOurs, once }: Save): Promise<number> {
  const { is_default, ...shownView } = form;
  const body = { list, saved_view: { ...shownView, ...state } };
  const { id } = view ?? (await once(body, (options) => sendCall(savedViews.create, { body }, options)));
  const isOther = view && (view.name !== shownView.name || view.is_shared !== shownView.is_shared);
  if (isOther && isOurs)
    await sendCall(savedViews.update, {
      body: { id, saved_view: { ...shownView, updated_at: view.updated_at } },
    });
  if (is_default !== (view?.is_default ?? false))
    await sendCall(is_default ? savedViews.makeDefault : savedViews.noDefault, { params: { id } });
  return id;
}
