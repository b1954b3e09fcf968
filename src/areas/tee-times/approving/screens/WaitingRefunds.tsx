import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../../contract/dates.ts';
import { useBusinessSettings } from '../../../../web/business/business.ts';
import { formatInstant } from '../../../../web/business/instant.ts';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import { useOnTopicChange } from '../../../../web/live/live.ts';
import { ScreenLink } from '../../../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../../../web/sending/send.ts';
import type { RefundRequest } from '../../tee-times.contract.ts';
import { refundRequestWords } from '../../locks/waiting.rules.ts';
import { refundRequests } from '../refund-requests.contract.ts';

/** Lists waiting refund requests: all of them for an admin, their own for other staff; empty if there are none. */
export function WaitingRefunds() {
  const found = useQuery({
    queryKey: ['refund requests'],
    queryFn: () => sendCall(refundRequests.waiting, {}, { background: true }),
  });
  useOnTopicChange(['notices'], () => void found.refetch());
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data?.length) return null;
  return (
    <section className="card notices" id="approvals" aria-label="Waiting for approval">
      <h2>Waiting for approval</h2>
      <ul>
        {found.data.map((request) => (
          <Waiting key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ request }: { request: RefundRequest }) {
  const { timeZone } = useBusinessSettings();
  const { tee_time_id, customer_name, play_date, play_time, course_name, asked_by, is_own } = request;
  return (
    <li>
      <span>
        {is_own ? 'You' : asked_by} asked to {refundRequestWords(request)}: {customer_name},{' '}
        {formatDay(play_date)} {play_time}, {course_name}.{' '}
        <ScreenLink to={`/manage-tee-time/${tee_time_id}`}>View tee time</ScreenLink>
      </span>
      <span className="quiet">
        <time dateTime={request.asked_at}>{formatInstant(request.asked_at, timeZone)}</time>, lapses on{' '}
        <time dateTime={request.lapses_at}>{formatInstant(request.lapses_at, timeZone)}</time>
      </span>
    </li>
  );
}
