import { useQuery } from '@tanstack/react-query';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { formatInstant } from '../../../web/business/instant.ts';
import { capitalized } from '../../../contract/words.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { useRecordId } from '../../../web/navigation/params.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import { EVENT_KIND_LABELS } from '../events.contract.ts';
import { webhooks, type WebhookDelivery } from './deliveries.contract.ts';
import { DeliveryState } from './DeliveryState.tsx';
import './deliveries.css';

/** Shows the delivery of one event to one webhook: the body that was sent, and the last answer. */
export function DeliveryScreen() {
  const id = Number(useRecordId());
  const { timeZone } = useBusinessSettings();
  const { error, busy, attempt } = useAttempt();
  const found = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => sendCall(webhooks.show, { params: { id } }, { background: true }),
  });
  useOnTopicChange(['webhooks'], () => void found.refetch());
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <PageHead title="Webhook" line="Please wait..." />;
  const { api_user_id, api_user_name, kind, subject, url, state } = found.data;
  const again = () =>
    attempt(async () => {
      await sendCall(webhooks.sendAgain, { params: { id } });
      await found.refetch();
    });
  return (
    <section className="stack">
      <PageHead
        title={`${capitalized(EVENT_KIND_LABELS[kind])}: ${subject.replaceAll('_', ' ')}`}
        line={`To ${url}`}
        actions={
          state !== 'waiting' && (
            <Button aria-disabled={busy || undefined} onClick={() => void again()}>
              Send again
            </Button>
          )
        }
      />
      <p className="row">
        <DeliveryState state={state} />
        <ScreenLink to={`/partner/${api_user_id}`}>{api_user_name}</ScreenLink>
        <ScreenLink to="/webhooks">All events</ScreenLink>
        <span className="quiet" role="status">
          {becameOf(found.data, (instant) => formatInstant(instant, timeZone))}
        </span>
      </p>
      {error && <ErrorBox error={error} />}
      <Part title="Payload" text={JSON.stringify(bodyOf(found.data), null, 2)} />
      <Part title="Last response" text={answerOf(found.data)} />
    </section>
  );
}

const Part = ({ title, text }: { title: string; text: string }) => (
  <section className="card delivery-part" aria-label={title}>
    <h2>{title}</h2>
    {/* The box can have the focus, so that long lines can be scrolled by keyboard too. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0}>{text}</pre>
  </section>
);

const bodyOf = ({ event_id: id, kind, created_at, data }: WebhookDelivery) => ({
  id,
  kind,
  created_at,
  data,
});

function answerOf({ status, answer, last_error, tried_at }: WebhookDelivery): string {
  if (tried_at === null) return 'It was not sent yet.';
  return [status === null ? null : `Status ${status}`, last_error, answer || null]
    .filter((line) => line !== null)
    .join('\n');
}

function becameOf(
  { state, tries, tried_at, next_try_at }: WebhookDelivery,
  at: (instant: string) => string,
): string {
  const tried =
    tried_at === null ? '' : `tried ${tries === 1 ? 'once' : `${tries} times`}, last ${at(tried_at)}`;
  return state === 'waiting' && tried !== '' && tries > 0 ? `${tried}, next ${at(next_try_at)}` : tried;
}
