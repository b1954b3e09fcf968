import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countWithNoun } from '../../contract/words.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { useOnTopicChange } from '../../web/live/live.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { home, type ToDo } from './home.contract.ts';

const EVERY_MS = 300_000;

/** Lists the problems that need attention, each with a link to the screen that solves it; renders nothing if there are none. */
export function HomeTasks() {
  const found = useQuery({
    queryKey: ['to do'],
    queryFn: () => sendCall(home.toDo, {}, { background: true }),
    refetchInterval: EVERY_MS,
  });
  useOnTopicChange(
    ['queues', 'leads', 'sources', 'availability', 'notices'],
    () => found.isFetching || void found.refetch(),
  );
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data || isNothing(found.data)) return null;
  const { sources, callers, letters, refunds, approvals } = found.data;
  return (
    <ul className="to-do" aria-label="To do">
      {sources.length > 0 && (
        <li data-tone="waiting">
          <ScreenLink to="/sources">
            <span aria-hidden>⚠ </span>
            {sources.length === 1
              ? `${sources[0]}: scraping needs attention`
              : `${countWithNoun(sources.length, 'source')} need attention`}
          </ScreenLink>
        </li>
      )}
      {callers > 0 && (
        <li>
          <ScreenLink to="/wait-list-queue">
            {countWithNoun(callers, 'waiting caller')} {callers === 1 ? 'has' : 'have'} a matching open time
          </ScreenLink>
        </li>
      )}
      {letters > 0 && <Undelivered letters={letters} />}
      {approvals > 0 && (
        <li data-tone="waiting">
          <a href="#approvals">
            {countWithNoun(approvals, 'refund')} {approvals === 1 ? 'waits' : 'wait'} for your approval
          </a>
        </li>
      )}
      {refunds > 0 && (
        <li>
          <a href="#notices">
            {countWithNoun(refunds, 'refund')} above $500 {refunds === 1 ? 'wants' : 'want'} a second look
          </a>
        </li>
      )}
    </ul>
  );
}

const isNothing = ({ sources, ...counts }: ToDo): boolean =>
  sources.length === 0 && Object.values(counts).every((count) => count === 0);

/** Links admins to the failed e-mails in the Mailbox. Other users, who may not open the Mailbox, find each e-mail by its notice. */
function Undelivered({ letters }: { letters: number }) {
  const { admin } = useSession();
  const text = `${countWithNoun(letters, 'e-mail')} ${letters === 1 ? 'was' : 'were'} not delivered`;
  return (
    <li>
      {admin ? (
        <Link to="/mailbox" search={{ filters: { state: 'failed' } }}>
          {text}
        </Link>
      ) : (
        <a href="#notices">{text}</a>
      )}
    </li>
  );
}
