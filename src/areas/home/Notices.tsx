import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { Button } from '../../web/components/Button.tsx';
import { focusScreenHeading } from '../../web/components/Dialog.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useOnTopicChange } from '../../web/live/live.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { notices, type Notice } from '../notices/notices.contract.ts';

const FIRST = 3;

/** Shows the notices of failures that nobody was watching: the first few, and all of them on request. */
export function Notices() {
  const { timeZone } = useBusinessSettings();
  const found = useQuery({
    queryKey: ['notices'],
    queryFn: () => sendCall(notices.index, {}, { background: true }),
    refetchInterval: 60_000,
  });
  useOnTopicChange(['notices'], () => void found.refetch());
  const [isWhole, setWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data?.length) return null;
  const shown = isWhole ? found.data : found.data.slice(0, FIRST);
  const again = (): void => void found.refetch();
  // The Dismiss button disappears with its notice, so the focus moves to the heading, or after the last notice to the top of the
  // screen.
  const dismissed = (): void => {
    if (shown.length > 1) heading.current?.focus({ preventScroll: true });
    else focusScreenHeading();
    again();
  };
  return (
    <section className="card notices" id="notices" aria-label="Notices">
      <h2 ref={heading} tabIndex={-1}>
        Needs attention
      </h2>
      <ul>
        {shown.map((notice) => (
          <li key={notice.id}>
            <span>
              {notice.message}{' '}
              {notice.tee_time_id !== null && (
                <ScreenLink to={`/manage-tee-time/${notice.tee_time_id}`}>View tee time</ScreenLink>
              )}{' '}
              {notice.gift_certificate_id !== null && (
                <ScreenLink to={`/manage-gift-certificate/${notice.gift_certificate_id}`}>
                  View gift certificate
                </ScreenLink>
              )}{' '}
              <WayOn kind={notice.kind} />
            </span>
            <time className="quiet" dateTime={notice.created_at}>
              {formatInstant(notice.created_at, timeZone)}
            </time>
            <DismissButton notice={notice} again={again} dismissed={dismissed} />
          </li>
        ))}
      </ul>
      {found.data.length > FIRST && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${found.data.length}`}
        </Button>
      )}
    </section>
  );
}

type Way = { to: string; search?: object; says: string; isForAdmins?: true };
const FAILED = { filters: { state: 'failed' } };
/** The link to a screen for each kind of notice that is about no single record. */
const WAYS: Record<string, Way> = {
  mail: { to: '/mailbox', search: FAILED, says: 'View failed e-mails', isForAdmins: true },
  report: { to: '/reports', says: 'View mailed reports' },
  source: { to: '/sources', says: 'View sources' },
  template: { to: '/email-templates', says: 'View e-mail templates', isForAdmins: true },
  webhook: { to: '/webhooks', search: FAILED, says: 'View events that were given up' },
};
function WayOn({ kind }: { kind: string }) {
  const { admin } = useSession();
  const way = WAYS[kind];
  if (!way || (way.isForAdmins && !admin)) return null;
  return (
    <Link to={way.to} search={way.search ?? {}}>
      {way.says}
    </Link>
  );
}

type DismissProps = { notice: Notice; dismissed: () => void; again: () => void };

function DismissButton({ notice, dismissed, again }: DismissProps) {
  const dismiss = (): void => {
    // The notices are loaded again even after an error, because the list shows if the notice was dismissed.
    sendCall(notices.dismiss, { params: { id: notice.id } }).then(dismissed, again);
  };
  return (
    <Button onClick={dismiss} aria-label={`Dismiss: ${notice.message}`}>
      Dismiss
    </Button>
  );
}
