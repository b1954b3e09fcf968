import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import { BookLink } from '../calling/BookLink.tsx';
import { WaitingCustomerPhone } from '../calling/WaitingCustomerPhone.tsx';
import { useSteadyOrder } from '../calling/useSteadyOrder.ts';
import { waitingCustomerName } from '../entries.rules.ts';
import { waitList, type WaitQueue } from '../wait-list.contract.ts';

type Props = {
  fupId: number;
  onPhone?: boolean;
  /** Called with the height of the list whenever that height changes. */
  measured?: (height: number) => void;
};

/** Lists the customers who wait in a queue, below the queue's row of the wait list. */
export function WaitingCustomers({ fupId, onPhone = false, measured }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const queue = useQueue(fupId);
  useEffect(() => {
    const { current } = box;
    if (!current || !measured) return undefined;
    const watch = new ResizeObserver(() => measured(current.offsetHeight));
    watch.observe(current);
    return () => watch.disconnect();
  }, [measured]);
  return (
    <div ref={box} className="waiting-customers">
      {queue.error && <ErrorBox error={queue.error} retry={() => void queue.refetch()} />}
      {queue.isPending && <p className="quiet">Please wait...</p>}
      {queue.data && (onPhone ? <CallerList queue={queue.data} /> : <Callers queue={queue.data} />)}
    </div>
  );
}

export function useQueue(fupId: number) {
  const queue = useQuery({
    queryKey: ['queue', fupId],
    queryFn: ({ signal }) => sendCall(waitList.index, { query: { id: fupId } }, { signal }),
  });
  useOnTopicChange(['queues', 'availability', 'leads'], () => void queue.refetch());
  return queue;
}

function Callers({ queue }: { queue: WaitQueue }) {
  const still = useSteadyOrder(queue.availability_queues);
  return (
    <table className="plain-table">
      <caption className="unseen">Waiting customers</caption>
      <thead>
        <tr>
          {['Name', 'Phone', 'Email', 'Queue position', 'Booked?', 'Book', 'Why in this order'].map(
            (label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody {...still.over}>
        {still.rows.map((entry) => (
          <tr key={entry.id}>
            <td>{waitingCustomerName(entry)}</td>
            <td className="nowrap">
              {entry.customer.primary_phone ? <WaitingCustomerPhone entry={entry} /> : '–'}
            </td>
            <td>{entry.customer.email}</td>
            <td>{entry.queue_position}</td>
            <td>
              {entry.tee_time ? (
                <ScreenLink to={`/manage-tee-time/${entry.tee_time.id}`}>Booked</ScreenLink>
              ) : (
                'No'
              )}
            </td>
            <td>
              <BookLink queue={queue} entry={entry} /> <ClaimMark subject="lead" id={entry.lost_lead.id} />
            </td>
            <td className="quiet">{entry.why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CallerList = ({ queue }: { queue: WaitQueue }) => (
  <ul className="waiting-list" aria-label="Waiting customers">
    {queue.availability_queues.map((entry) => (
      <li key={entry.id}>
        <div>
          <strong>{waitingCustomerName(entry)}</strong> <WaitingCustomerPhone entry={entry} />
          {entry.customer.primary_phone && <p className="quiet">{entry.customer.email}</p>}
          <p className="quiet">
            Queue position {entry.queue_position},{' '}
            {entry.tee_time ? (
              <ScreenLink to={`/manage-tee-time/${entry.tee_time.id}`}>Booked</ScreenLink>
            ) : (
              'not booked'
            )}
            , {entry.why}
          </p>
        </div>
        <ClaimMark subject="lead" id={entry.lost_lead.id} />
        <BookLink queue={queue} entry={entry} />
      </li>
    ))}
  </ul>
);
