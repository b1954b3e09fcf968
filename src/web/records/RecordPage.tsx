import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { focusScreenHeading } from '../components/Dialog.tsx';
import { ErrorBox } from '../components/ErrorBox.tsx';
import { FieldErrors } from '../sending/send.ts';
import { useSession } from '../sending/session.ts';
import { PageHead } from '../shell/pages/PageHead.tsx';
import { useRecordTitle } from '../navigation/title.ts';
import { FormAlert } from './form/FormAlert.tsx';
import { RecordHistory } from './history/RecordHistory.tsx';
import { RecordBar } from './RecordBar.tsx';
import { RecordHead, type RecordDescription } from './RecordHead.tsx';
import { useFormFocus, useFormShortcuts } from './form/useFormShortcuts.ts';
import { Alert } from '../components/Alert.tsx';

type Props = RecordDescription & {
  /** The record's short name, for the toolbar when the title is scrolled out of sight. */
  short?: string | undefined;
  /** The lowest access level that sees the form's buttons; the server rejects lower levels anyway. */
  editableBy: 'staff' | 'admin';
  /** True if the record's area shows the history itself, among its own parts. */
  placesHistory?: true;
  /** The area's own buttons, beside the form's buttons. */
  actions?: ReactNode;
  /** Links to the record's other pages, below the record's title. */
  tabs?: ReactNode;
  children: ReactNode;
};

/** A screen with a record's form: title, toolbar, alerts, and the area's fields and sections. */
export function RecordPage({
  short,
  editableBy,
  placesHistory,
  actions,
  tabs,
  children,
  ...described
}: Props) {
  const { title, name, kept, record } = described;
  const { admin } = useSession();
  const mayEdit = admin || editableBy === 'staff';
  const form = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const isPast = useIsPast(head, record.values !== undefined);
  useFormShortcuts(record, mayEdit);
  useFormFocus(form, record);
  const { refused } = record;
  useEffect(() => {
    if (refused instanceof FieldErrors)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  // The focused heading belonged to the message of a missing record, which has just disappeared.
  useEffect(() => {
    if (record.loadError && document.activeElement === document.body) focusScreenHeading();
  }, [record.loadError]);
  if (!mayEdit && record.id === 'new') return <NotForAgents title={title} />;
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
      <div ref={head}>
        <RecordHead {...described} />
      </div>
      {tabs}
      {(mayEdit || actions) && (
        <RecordBar
          record={record}
          mayEdit={mayEdit}
          name={isPast ? (short ?? name ?? title) : null}
          actions={actions}
        />
      )}
      <FormAlert error={record.error} />
      {record.values && (
        <div className="record-body" tabIndex={-1}>
          {children}
          {!placesHistory && <RecordHistory of={kept} id={record.id} seen={seenOf(record.values)} />}
        </div>
      )}
    </section>
  );
}

const seenOf = (values: object): string | null =>
  'updated_at' in values && typeof values.updated_at === 'string' ? values.updated_at : null;

/** Replaces the form of a new record that the person may not make, and sets the browser tab's title. */
function NotForAgents({ title }: { title: string }) {
  useRecordTitle(`New ${title}: admins only`);
  return (
    <section className="record">
      <PageHead title={`New ${title}`} />
      <Alert tone="waiting">Only an admin can make one.</Alert>
    </section>
  );
}

/** Returns true while an element is scrolled out of sight above. */
function useIsPast(element: RefObject<HTMLElement | null>, isThere: boolean): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(([seen]) => setPast(seen !== undefined && !seen.isIntersecting));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element, isThere]);
  return isPast;
}

/**
 * Shows field groups beside each other on a wide screen, in independent columns, so that a group that grows moves no group
 * in another column. The third column of `roomy` groups, whose fields are wide, is below the others unless the screen is
 * even wider.
 */
export const RecordColumns = ({ roomy, children }: { roomy?: true; children: ReactNode }) => (
  <div className="record-columns" data-roomy={roomy}>
    {children}
  </div>
);
export const RecordColumn = ({ children }: { children: ReactNode }) => (
  <div className="record-column">{children}</div>
);
