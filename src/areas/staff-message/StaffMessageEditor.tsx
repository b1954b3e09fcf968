import { TextArea } from '../../web/inputs/TextArea.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useOnTopicChange } from '../../web/live/live.ts';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { FormAlert } from '../../web/records/form/FormAlert.tsx';
import { useFormShortcuts } from '../../web/records/form/useFormShortcuts.ts';
import { RecordHistory } from '../../web/records/history/RecordHistory.tsx';
import { RecordHead } from '../../web/records/RecordHead.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { staffMessage } from './staff-message.contract.ts';
import './staff-message.css';

type Form = { message: string; updated_at: string | null };

const PATH = '/ric-messages';
// There is only one staff message, so the form uses a constant id.
const THE_ONE = { id: 1 };

/** Edits the staff message as one large text. The screen has no view mode, because there is nothing else to read. */
export function StaffMessageEditor() {
  const record = useRecord<Form>({
    id: THE_ONE.id,
    load: () => sendCall(staffMessage.get, {}, { background: true }),
    blank: () => ({ message: '', updated_at: null }),
    update: async (_, body) => {
      await sendCall(staffMessage.update, { body });
      return THE_ONE;
    },
    pathOf: () => PATH,
    listPath: PATH,
  });
  useFormShortcuts(record, true);
  // A change by another admin is loaded at once, unless this form has unsaved input.
  useOnTopicChange(['staff_message'], () => void (!record.modified && record.retry()));
  const { busy, modified, said, error } = record;
  return (
    <section className="record message-editor" aria-label="RIC Messages" aria-busy={!record.values || busy}>
      <RecordHead title="RIC Messages" kept="ric_messages" record={record} single />
      <div className="record-bar" role="toolbar" aria-label="Form">
        <RecordBarButton look="go" off={busy || !modified} act={record.save}>
          Save
        </RecordBarButton>
        <RecordBarButton off={busy || !record.values} act={() => record.reload()}>
          Reload
        </RecordBarButton>
        <span className="bar-state">
          <span role="status" className="bar-said">
            {busy ? 'Please wait...' : said && !modified && <strong>Success!</strong>}
          </span>
          {!busy && modified && <span className="quiet">Changed, not saved yet</span>}
        </span>
      </div>
      {record.loadError && <ErrorBox error={record.loadError} retry={record.retry} />}
      <FormAlert error={error} />
      {record.values && (
        <TextArea
          label="Staff message"
          description="Shown to everybody over every screen, as plain text: line breaks stay, addresses that begin with https:// become links. Empty shows nothing."
          {...record.field('message')}
          readOnly={false}
        />
      )}
      {record.values && <RecordHistory of="ric_messages" id={record.id} seen={record.values.updated_at} />}
    </section>
  );
}
