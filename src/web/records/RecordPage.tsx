import { useEffect, useRef, type ReactNode } from 'react';
import { useDesk } from '../desk.ts';
import { formatInstant } from '../instant.ts';
import { ErrorBox } from '../ErrorBox.tsx';
import { FieldErrors, Stale } from '../send.ts';
import { useSession } from '../session.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Summary } from './Summary.tsx';
import type { RecordState } from './useRecord.ts';

type Props = {
  title: string;
  record: RecordState;
  /** Who sees the form's buttons; the server refuses the others anyway. */
  editableBy: 'staff' | 'admin';
  /** There is one such record only, so it has no number to show. */
  single?: true;
  /** The area's own buttons, beside the form's. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A form screen: title, the bar that stays in sight, alerts, and the area's fields and sections. */
export function RecordPage({ title, record, editableBy, single, actions, children }: Props) {
  const { admin } = useSession();
  const { timeZone } = useDesk();
  const mayEdit = admin || editableBy === 'staff';
  const form = useRef<HTMLElement>(null);
  useFormKeys(record, mayEdit);
  useFocusKept(form, record.editing);
  const refused = record.error instanceof FieldErrors ? record.error : null;
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  if (!mayEdit && record.id === 'new') {
    return (
      <section className="record">
        <PageHead title={`New ${title}`} />
        <div className="alert" data-tone="waiting">
          Only an admin can make one.
        </div>
      </section>
    );
  }
  if (record.loadError) {
    return (
      <section className="record">
        <PageHead title={title} />
        <ErrorBox error={record.loadError} retry={record.retry} />
      </section>
    );
  }
  return (
    <section
      className="record"
      ref={form}
      aria-label={title}
      aria-busy={record.values === undefined || record.busy}
    >
      <PageHead
        title={record.id === 'new' ? `New ${title}` : title}
        line={record.values ? stateOf(record, timeZone, single) : 'Please wait...'}
      />
      {(mayEdit || actions) && (
        <div className="record-bar" role="toolbar" aria-label="Form">
          {mayEdit && <FormButtons record={record} />}
          {actions}
        </div>
      )}
      <Alerts record={record} />
      {record.values && (
        <div className="record-body" tabIndex={-1}>
          {children}
        </div>
      )}
    </section>
  );
}

/** Edit and Save take away what had the focus: it goes before the first field, or back to Edit. */
function useFocusKept(form: React.RefObject<HTMLElement | null>, editing: boolean): void {
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    if (document.activeElement !== document.body) return;
    // Not to the field itself: some open a list or a calendar when they are reached.
    const next = editing ? '.record-body' : '.record-bar button';
    form.current?.querySelector<HTMLElement>(next)?.focus();
  }, [form, editing]);
}

function stateOf(record: RecordState, timeZone: string, single = false): string {
  const { id, modified, editing, values } = record;
  if (modified) return 'Changed, not saved yet';
  if (id === 'new') return 'Not saved yet';
  const seen: unknown = values && 'updated_at' in values ? values.updated_at : null;
  const parts = [
    !single && `number ${id}`,
    typeof seen === 'string' && `last changed ${formatInstant(seen, timeZone)}`,
    editing && 'being edited',
  ];
  const line = parts.filter(Boolean).join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function FormButtons({ record }: { record: RecordState }) {
  const { id, editing, modified, busy, canEdit } = record;
  const existing = id !== 'new';
  const changeable = existing && canEdit;
  return (
    <>
      {changeable && !editing && (
        <button type="button" className="btn" data-look="go" disabled={!record.values} onClick={record.edit}>
          Edit
        </button>
      )}
      {(editing || modified) && (
        <button
          type="button"
          className="btn"
          data-look="go"
          disabled={!modified || busy}
          onClick={() => void record.save()}
        >
          {busy ? 'Please wait...' : 'Save'}
        </button>
      )}
      {changeable && editing && (
        <button type="button" className="btn" onClick={record.lock}>
          Lock
        </button>
      )}
      {changeable && (
        <button type="button" className="btn" disabled={busy} onClick={() => void record.reload()}>
          Reload
        </button>
      )}
      {editing && (
        <button type="button" className="btn" disabled={busy} onClick={() => void record.clear()}>
          Clear
        </button>
      )}
      {existing && record.canRemove && (
        <button
          type="button"
          className="btn"
          data-look="danger"
          disabled={busy}
          onClick={() => void record.remove()}
        >
          Delete
        </button>
      )}
    </>
  );
}

function Alerts({ record: { error, saved } }: { record: RecordState }) {
  return (
    <>
      <div role="status">
        {saved && (
          <div className="alert" data-tone="good">
            Success
          </div>
        )}
      </div>
      {error instanceof FieldErrors && <Summary errors={error.errors} />}
      {error instanceof Stale && (
        <div className="alert" data-tone="waiting" role="alert">
          <strong>{error.message}</strong> What you typed is still here; Reload takes up the other change
          instead.
        </div>
      )}
      {error && !(error instanceof FieldErrors) && !(error instanceof Stale) && <ErrorBox error={error} />}
    </>
  );
}

const OPENED = '[data-expanded], details[open], .mantine-Combobox-dropdown, .mantine-Popover-dropdown';

function useFormKeys(record: RecordState, mayEdit: boolean): void {
  const latest = useRef(record);
  useEffect(() => {
    latest.current = record;
    const press = (event: KeyboardEvent): void => {
      // A dialog that this very Escape closes is gone from the page already, but not from the key's way.
      const target = event.target instanceof Element ? event.target : document.body;
      const inDialog =
        (target.closest('[role="dialog"]') ?? document.querySelector('[role="dialog"]')) !== null;
      if (!mayEdit || inDialog || event.defaultPrevented) return;
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // After the field in focus has counted what is typed in it.
        setTimeout(() => void latest.current.save());
      } else if (event.key === 'Escape' && !hadOpen) void record.escape();
    };
    // A list or calendar that this very Escape closes is closed before the key gets to `press`.
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
