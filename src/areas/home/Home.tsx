import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useBusiness } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { useLive } from '../../web/live/live.ts';
import { useMenu } from '../../web/navigation/menu.ts';
import { send } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { AdminsOnly } from '../../web/shell/pages/AdminsOnly.tsx';
import { Icon } from '../../web/shell/Icon.tsx';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { notices, type Notice } from '../notices/notices.contract.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './home.css';
import { Button } from '../../web/components/Button.tsx';

const TAGLINE = 'Integrity, Service, Teamwork, Excellence, Fun';
// Lists that the home menu also opens for the current month and the current day.
const BY_PERIOD = new Set(['/manage-tee-times', '/manage-gift-certificates']);

/** Home: what needs attention, and the way to everything. */
export function Home() {
  const { name } = useSession();
  return (
    <section className="home">
      <PageHead title="Welcome to RIC" line={TAGLINE} actions={<span className="quiet">{name}</span>} />
      <AdminsOnly />
      <Notices />
      <HomeMenu />
    </section>
  );
}

function Notices() {
  const { admin } = useSession();
  const { timeZone } = useBusiness();
  const found = useQuery({
    queryKey: ['notices'],
    queryFn: () => send(notices.index, {}, { background: true }),
    refetchInterval: 60_000,
  });
  useLive(['notices'], () => void found.refetch());
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data?.length) return null;
  return (
    <section className="card notices" aria-label="Notices">
      <h2>Needs attention</h2>
      <ul>
        {found.data.map((notice) => (
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
              {notice.kind === 'mail' && admin && (
                <Link to="/mailbox" search={{ filters: { state: 'failed' } }}>
                  View failed e-mails
                </Link>
              )}
            </span>
            <time className="quiet" dateTime={notice.created_at}>
              {formatInstant(notice.created_at, timeZone)}
            </time>
            <DismissButton notice={notice} again={() => void found.refetch()} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DismissButton({ notice, again }: { notice: Notice; again: () => void }) {
  const dismiss = (): void => {
    // Whether it worked shows in the list itself, which is read again either way.
    send(notices.dismiss, { params: { id: notice.id } }).then(again, again);
  };
  return (
    <Button onClick={dismiss} aria-label={`Dismiss: ${notice.message}`}>
      Dismiss
    </Button>
  );
}

function HomeMenu() {
  const { groups } = useMenu();
  return (
    <nav className="home-menu" aria-label="Home menu">
      {groups.map((group) => (
        <section key={group.label} className="card">
          <h2>{group.label}</h2>
          <ul>
            {group.entries.map(({ path, label, icon }) => (
              <li key={path}>
                <ScreenLink to={path}>
                  <Icon name={icon} /> {label}
                </ScreenLink>
                {BY_PERIOD.has(path) && <Periods path={path} label={label} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

const Periods = ({ path, label }: { path: string; label: string }) => (
  <span className="periods">
    <Link to={path} search={{ monthly: true }} aria-label={`${label} created this month`}>
      Month
    </Link>
    <Link to={path} search={{ monthly: false }} aria-label={`${label} created today`}>
      Today
    </Link>
  </span>
);
