import { useQuery } from '@tanstack/react-query';
import { useBusiness } from '../../web/business/business.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { formatInstant } from '../../web/business/instant.ts';
import { send } from '../../web/sending/send.ts';
import { wordsOf } from '../email-templates/email-templates.contract.ts';
import { LetterState } from './LetterState.tsx';
import { outbox, type Letter } from './outbox.contract.ts';
import './outbox.css';

const CALLS = { 'tee time': outbox.ofTeeTime, 'gift certificate': outbox.ofGiftCertificate };
const WAITING_MS = 2000;

/** The letters of one record, newest first, and what became of each; asked again after each send, and while one waits. */
export function Letters({ of, id }: { of: keyof typeof CALLS; id: number }) {
  const { timeZone } = useBusiness();
  const asked = useQuery({
    queryKey: ['letters', of, id],
    queryFn: () => send(CALLS[of], { params: { id } }, { background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? WAITING_MS : false),
  });
  if (asked.error) return <ErrorBox error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data?.length) return null;
  return (
    <section className="card letters" aria-label="Letters">
      <h2 className="letters-head">Letters</h2>
      <ul className="pad">
        {asked.data.map((letter) => (
          <li key={letter.id}>
            <time dateTime={letter.created_at}>{formatInstant(letter.created_at, timeZone)}</time>
            <span title={letter.subject}>
              {wordsOf(letter.kind)} to {letter.recipient}{' '}
              {letter.state !== 'sent' && <LetterState state={letter.state} />}
              {letter.last_error && <span className="field-error"> {letter.last_error}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isWaiting = ({ state }: Letter): boolean => state === 'waiting';
