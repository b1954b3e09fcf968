import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { businessNow } from '../../contract/dates.ts';
import { useBusinessSettings } from '../business/business.ts';
import { DropDown } from '../shell/DropDown.tsx';
import { RecordBarButton } from './RecordBarButton.tsx';
import type { RecordState } from './useRecord.ts';
import { Alert } from '../components/Alert.tsx';

type Props = {
  record: RecordState;
  mayEdit: boolean;
  /** The record's short name, shown if the record's title is scrolled out of sight; else null. */
  name: string | null;
  /** The buttons of the record's own area. */
  actions: ReactNode;
};

/**
 * The toolbar of a record, which stays in sight: the form's buttons, the result of the last action, and the area's own
 * buttons. On a phone the toolbar is one line.
 */
export function RecordBar({ record, mayEdit, name, actions }: Props) {
  const isNarrow =
    useMediaQuery('(max-width: 899.98px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const others = mayEdit && <OtherButtons record={record} />;
  const rest = (
    <>
      {actions}
      {mayEdit && <DeleteButton record={record} />}
    </>
  );
  return (
    <div className="record-bar" role="toolbar" aria-label="Form">
      {mayEdit && <MainButton record={record} />}
      {!isNarrow && others}
      {name !== null && (
        <span className="bar-name" aria-hidden="true">
          {name}
        </span>
      )}
      <BarState record={record} />
      <span className="bar-end">
        {isNarrow ? (
          <DropDown button label="More" name="More of this record">
            {others}
            {rest}
          </DropDown>
        ) : (
          rest
        )}
      </span>
      <Refused said={record.said} />
    </div>
  );
}

function Refused({ said }: Pick<RecordState, 'said'>) {
  if (said?.tone !== 'danger') return null;
  return (
    <Alert className="bar-refused" tone="danger" role="alert">
      {said.text}
      {said.detail && <p>{said.detail}</p>}
    </Alert>
  );
}

const GREEN = { look: 'go' } as const;

/**
 * Shows Edit or, in its place, the green Save button. Edit and Save are two elements, so that the focus goes to the form
 * after Edit.
 */
function MainButton({ record }: { record: RecordState }) {
  const { id, editing, modified, busy, canEdit, values } = record;
  // A locked form with unsaved changes shows both Edit and Save.
  const isLocked = !editing && id !== 'new' && canEdit;
  return (
    <>
      {(editing || modified) && (
        <RecordBarButton key="save" look="go" off={busy || (!modified && id !== 'new')} act={record.save}>
          Save
        </RecordBarButton>
      )}
      {isLocked && (
        <RecordBarButton key="edit" {...(!modified && GREEN)} hotkey="e" off={!values} act={record.edit}>
          Edit
        </RecordBarButton>
      )}
    </>
  );
}

const DeleteButton = ({ record: { id, canRemove, busy, remove } }: { record: RecordState }) =>
  id !== 'new' && canRemove ? (
    <RecordBarButton look="danger" off={busy} act={remove}>
      Delete
    </RecordBarButton>
  ) : null;

function OtherButtons({ record }: { record: RecordState }) {
  const { id, editing, busy, canEdit } = record;
  const changeable = id !== 'new' && canEdit;
  return (
    <>
      {changeable && (
        <RecordBarButton off={busy} act={() => record.reload()}>
          Reload
        </RecordBarButton>
      )}
      {changeable && editing && <RecordBarButton act={record.lock}>Lock</RecordBarButton>}
      {editing && (
        <RecordBarButton off={busy} act={() => record.clear()}>
          Clear
        </RecordBarButton>
      )}
    </>
  );
}

/** Describes the state of a form in words; empty if the form is read-only. */
function standing({ id, modified, editing }: RecordState): string {
  if (modified) return 'Changed, not saved yet';
  if (id === 'new') return 'Not saved yet';
  return editing ? 'Being edited' : '';
}

function BarState({ record }: { record: RecordState }) {
  const { timeZone } = useBusinessSettings();
  const { busy, said, modified } = record;
  const done = !busy && said?.tone === 'good' ? said : null;
  return (
    <span className="bar-state">
      <span role="status">
        {busy && 'Please wait...'}
        {done && (
          <span className="bar-said" title={done.text}>
            <strong>Success</strong> <span>{done.text}</span>{' '}
            <time dateTime={done.at.toISOString()}>{businessNow(done.at, timeZone).time}</time>{' '}
          </span>
        )}
      </span>
      {!busy && (modified || !done) && <span className="quiet">{standing(record)}</span>}
    </span>
  );
}
