import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import { Dialog } from '../../web/components/Dialog.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import type { CallAnswer } from '../../contract/call.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { useRecordId } from '../../web/navigation/params.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useAttempt } from '../../web/sending/useAttempt.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { EmailFrame } from '../email-templates/EmailFrame.tsx';
import { EMAIL_KINDS, emailKindText } from '../email-templates/email-templates.contract.ts';
import { EmailState } from './EmailState.tsx';
import { EMAIL_STATES, outbox } from './outbox.contract.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './outbox.css';
import { Button } from '../../web/components/Button.tsx';

/** Lists all e-mails, with the state of their delivery. */
export const Mailbox = () => (
  <ListPage
    title="Mailbox"
    noun="e-mail"
    list={useList({ calls: outbox })}
    row={{
      viewPath: (mail) => `/mailbox/${mail.id}`,
      nameOf: ({ subject, recipient }) => `${subject}, to ${recipient}`,
    }}
    columns={[
      { name: 'created_at', label: 'Written', kind: 'instant', filter: false },
      {
        name: 'state',
        label: 'State',
        choices: EMAIL_STATES.map((state) => [state, state] as const),
        cell: ({ state }) => <EmailState state={state} />,
      },
      {
        name: 'kind',
        label: 'Kind',
        choices: EMAIL_KINDS.map((kind) => [kind, emailKindText(kind)] as const),
        cell: ({ kind, is_trial }) => emailKindText(kind) + (is_trial ? ' (trial)' : ''),
      },
      { name: 'recipient', label: 'Recipient' },
      { name: 'subject', label: 'Subject' },
      { name: 'tries', label: 'Tries', kind: 'number', filter: false },
      { name: 'last_error', label: 'Last error', filter: false, sort: false },
    ]}
  />
);

const WAITING_MS = 2000;

/** Shows one e-mail as the recipient sees it, with its HTML in a frame. */
export function EmailScreen() {
  const id = Number(useRecordId());
  const { timeZone } = useBusinessSettings();
  const { error, busy, attempt } = useAttempt();
  const [isText, setText] = useState(false);
  const mail = useQuery({
    queryKey: ['mail', id],
    queryFn: () => sendCall(outbox.show, { params: { id } }, { background: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAITING_MS : false),
  });
  if (mail.error) return <ErrorBox error={mail.error} retry={() => void mail.refetch()} />;
  if (!mail.data) return <PageHead title="E-mail" line="Please wait..." />;
  const {
    subject,
    recipient,
    state,
    tries,
    sent_at,
    last_error,
    tee_time_id,
    html,
    text,
    calendar,
    file_name,
    is_trial,
  } = mail.data;
  // The e-mail is loaded again even if the answer was lost, because it may be on its way already and must not be sent twice.
  const again = () =>
    attempt(() => sendCall(outbox.resend, { params: { id } }).finally(() => mail.refetch()));
  const when = sent_at
    ? `sent ${formatInstant(sent_at, timeZone)}`
    : `tried ${tries} ${tries === 1 ? 'time' : 'times'}`;
  return (
    <section className="mail">
      <PageHead
        title={subject}
        line={`To ${recipient}, ${when}`}
        actions={
          <>
            <Button onClick={() => setText(true)}>Plain text</Button>
            {state !== 'waiting' && (
              <Button aria-disabled={busy} onClick={() => void again()}>
                Resend
              </Button>
            )}
          </>
        }
      />
      <p className="row">
        <EmailState state={state} />
        {last_error && <span className="field-error">{last_error}</span>}
        {tee_time_id !== null && (
          <ScreenLink to={`/manage-tee-time/${tee_time_id}`}>Tee time {tee_time_id}</ScreenLink>
        )}
        <ScreenLink to="/mailbox">All e-mails</ScreenLink>
        {is_trial && <span className="tag">trial</span>}
        <span className="quiet">
          {writtenFrom(mail.data, timeZone)}
          {calendar && ', with a calendar file'}
          {file_name && `, with ${file_name}`}
        </span>
      </p>
      {error && <ErrorBox error={error} />}
      <EmailFrame title={`E-mail: ${subject}`} html={html} className="mail-frame" />
      {isText && (
        <Dialog title="Plain text" close={() => setText(false)} size={640}>
          <pre className="mail-text">{text}</pre>
        </Dialog>
      )}
    </section>
  );
}

type Written = Pick<CallAnswer<typeof outbox.show>, 'kind' | 'template_version' | 'is_trial'>;

/** Describes the template from which an e-mail was written. */
function writtenFrom({ kind, template_version, is_trial }: Written, timeZone: string): string {
  if (template_version) {
    const { created_at, created_by } = template_version;
    return `Written from the template of ${formatInstant(created_at, timeZone)} by ${created_by}`;
  }
  if (kind === 'report') return 'Written on a schedule';
  return is_trial ? 'Written from a text that was not in use' : 'Written from the built-in template';
}
