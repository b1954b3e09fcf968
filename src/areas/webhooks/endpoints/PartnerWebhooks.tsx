import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { countWithNoun } from '../../../contract/words.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { OneTimeSecret } from '../../../web/components/OneTimeSecret.tsx';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { toError } from '../../../web/sending/as-error.ts';
import { UnansweredCall } from '../../../web/sending/send.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { EVENT_KINDS, EVENT_KIND_LABELS } from '../events.contract.ts';
import { WebhookEndpointDialog } from './WebhookEndpointDialog.tsx';
import { MAX_WEBHOOK_ENDPOINTS, webhookEndpoints, type WebhookEndpoint } from './endpoints.contract.ts';
import './endpoints.css';

const UNSEEN = 'We could not confirm the new secret. Press New secret again for one that is shown.';

type Props = { partnerId: number; name: string };

/** Lists a partner's webhooks, and how many deliveries wait or were given up. */
export function PartnerWebhooks({ partnerId, name }: Props) {
  const found = useQuery({
    queryKey: ['webhook endpoints', partnerId],
    queryFn: () => sendCall(webhookEndpoints.index, { params: { id: partnerId } }, { background: true }),
  });
  useOnTopicChange(['webhooks'], () => void found.refetch());
  const { error, busy, attempt } = useAttempt();
  const [secret, setSecret] = useState<string | null>(null);
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const toTop = (): void => heading.current?.focus({ preventScroll: true });
  const isFull = (found.data?.length ?? 0) >= MAX_WEBHOOK_ENDPOINTS;
  const replace = async ({ id, url }: WebhookEndpoint): Promise<void> => {
    const detail = `What is sent to ${url} is signed by the new one at once: whoever checks by the old one refuses it.`;
    if (!(await askToConfirm({ question: 'Replace the secret?', detail, verb: 'Replace', danger: true })))
      return;
    await attempt(async () => {
      const done = await sendCall(webhookEndpoints.replaceSecret, { params: { id } }).catch(toError);
      if (done instanceof Error) throw done instanceof UnansweredCall ? new Error(UNSEEN) : done;
      setSecret(done.secret);
    });
  };
  const remove = async ({ id, url }: WebhookEndpoint): Promise<void> => {
    const detail = `Nothing is sent to ${url} any more. What waits for it is dropped.`;
    if (!(await askToConfirm({ question: 'Remove this webhook?', detail, verb: 'Remove', danger: true })))
      return;
    await attempt(async () => {
      await sendCall(webhookEndpoints.remove, { params: { id } });
      await found.refetch();
      toTop();
    });
  };
  return (
    <section className="card endpoints" aria-labelledby="webhook-endpoints">
      <div className="endpoints-head">
        <h2 id="webhook-endpoints" ref={heading} tabIndex={-1}>
          Webhooks
        </h2>
        <Button
          aria-disabled={busy || isFull || undefined}
          title={isFull ? `There are ${MAX_WEBHOOK_ENDPOINTS} already: remove one first.` : undefined}
          onClick={() => {
            if (!isFull) setEdited('new');
          }}
        >
          New webhook
        </Button>
      </div>
      {error && <ErrorBox error={error} />}
      {secret !== null && (
        <OneTimeSecret
          of={`the webhook’s secret of ${name}`}
          text={secret}
          says="The secret that events are signed with. It is shown only now."
          close={() => {
            setSecret(null);
            toTop();
          }}
        />
      )}
      {found.error && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <p className="quiet">Please wait...</p>}
      {found.data?.length === 0 && <p className="quiet">None yet: {name} is told nothing by itself.</p>}
      <ul>
        {found.data?.map((one) => (
          <Line
            key={one.id}
            of={one}
            name={name}
            busy={busy}
            edit={() => setEdited(one)}
            replace={() => void replace(one)}
            remove={() => void remove(one)}
          />
        ))}
      </ul>
      {edited !== null && (
        <WebhookEndpointDialog
          partnerId={partnerId}
          of={edited === 'new' ? null : edited}
          close={() => {
            setEdited(null);
            // The list is loaded again, because a webhook may have been created even if the answer was lost.
            void found.refetch();
          }}
          saved={(made) => {
            setEdited(null);
            if (made !== null) setSecret(made);
            void found.refetch();
          }}
        />
      )}
    </section>
  );
}

type LineProps = {
  of: WebhookEndpoint;
  name: string;
  busy: boolean;
  edit: () => void;
  replace: () => void;
  remove: () => void;
};

function Line({ of, name, busy, edit, replace, remove }: LineProps) {
  const { url, waiting, failed, is_on } = of;
  const unless = (act: () => void) => (): void => {
    if (!busy) act();
  };
  return (
    <li aria-label={url}>
      <div className="endpoint-what">
        <span className="endpoint-url">{url}</span>{' '}
        {!is_on && (
          <span className="tag" data-tone="waiting">
            off
          </span>
        )}
        <span className="quiet">Told of {wordsOf(of)}.</span>
        <span>
          <Link to="/webhooks" search={{ filters: { api_user_name: name, url } }}>
            {waiting === 0 ? 'Last events' : `${countWithNoun(waiting, 'event')} waiting`}
          </Link>
          {failed > 0 && (
            <>
              {', '}
              <Link to="/webhooks" search={{ filters: { api_user_name: name, url, state: 'failed' } }}>
                {countWithNoun(failed, 'event')} given up
              </Link>
            </>
          )}
        </span>
      </div>
      <div className="row">
        <Button aria-disabled={busy || undefined} aria-label={`Edit: ${url}`} onClick={unless(edit)}>
          Edit
        </Button>
        <Button aria-disabled={busy || undefined} aria-label={`New secret: ${url}`} onClick={unless(replace)}>
          New secret
        </Button>
        <Button
          look="danger"
          aria-disabled={busy || undefined}
          aria-label={`Remove: ${url}`}
          onClick={unless(remove)}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

const wordsOf = ({ kinds }: WebhookEndpoint): string =>
  kinds.length === EVENT_KINDS.length
    ? 'everything'
    : EVENT_KINDS.filter((kind) => kinds.includes(kind))
        .map((kind) => EVENT_KIND_LABELS[kind])
        .join(', ');
