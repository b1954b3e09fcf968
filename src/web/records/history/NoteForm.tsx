import { useId, useState, type KeyboardEvent } from 'react';
import { history, type RecordWithHistory } from '../../../contract/history/history.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBox } from '../../components/ErrorBox.tsx';
import { loadDraft, deleteDraft, storeDraft } from '../../leaving/drafts.ts';
import { usePathname } from '../../navigation/params.ts';
import { FieldErrors, sendCall } from '../../sending/send.ts';

const EMPTY = { note: '' };
const LABEL = 'Write a note, seen by staff';

/**
 * The box for a private note: Enter saves the note, Shift and Enter begin a new line. An unsaved note is stored as a draft
 * of the record, in this tab.
 */
export function NoteForm({ of, id }: { of: RecordWithHistory; id: number }) {
  const path = `${usePathname()} note`;
  const [typed, setTyped] = useState(() => loadDraft(path, EMPTY)?.note ?? '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const errorId = useId();
  const refused = error instanceof FieldErrors ? (error.errors['note'] ?? []).join(', ') : '';

  function change(note: string): void {
    setTyped(note);
    setError(null);
    if (note === '') deleteDraft(path);
    else storeDraft(path, { note });
  }
  async function write(): Promise<void> {
    if (isBusy || typed.trim() === '') return;
    setBusy(true);
    try {
      await sendCall(history.note, { params: { record: of, id }, body: { note: typed } });
      change('');
    } catch (failed) {
      setError(failed instanceof Error ? failed : new Error(String(failed)));
    }
    setBusy(false);
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void write();
  };
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <textarea
        rows={1}
        aria-label={LABEL}
        placeholder={LABEL}
        value={typed}
        aria-invalid={refused !== '' || undefined}
        aria-describedby={refused === '' ? undefined : errorId}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
      />
      {typed.trim() !== '' && (
        <Button type="submit" aria-disabled={isBusy || undefined}>
          Add note
        </Button>
      )}
      {refused !== '' && (
        <p className="field-error" id={errorId} role="alert">
          {refused}
        </p>
      )}
      {error && refused === '' && <ErrorBox error={error} />}
    </form>
  );
}
