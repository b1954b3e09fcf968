import { useRef } from 'react';
import { businessNow } from '../../../contract/dates.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { formatInstant } from '../../../web/business/instant.ts';
import { useRowNavigation } from '../../../web/lists/table/useRowNavigation.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { EmailAddress } from '../../../web/components/EmailAddress.tsx';
import { waitingCustomerName } from '../entries.rules.ts';
import { CALL_OUTCOME_LABELS } from '../queue-words.rules.ts';
import type { WaitQueue, QueueEntry } from '../wait-list.contract.ts';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import { BookLink } from './BookLink.tsx';
import { WaitingCustomerPhone } from './WaitingCustomerPhone.tsx';
import type { CallingState } from './useCalling.ts';
import { useSteadyOrder } from './useSteadyOrder.ts';

type Props = { queue: WaitQueue; calling: CallingState };

// prettier-ignore
const COLUMNS = ['Call', 'First Name', 'Last Name', 'Phone', 'Email', 'Players', 'Queue Position', 'Tee Time', 'Book', 'Why in this order', 'Last call'] as const;
const RIGHT = new Set<string>(['Players', 'Queue Position']);

/** Lists all customers of a queue as a table, in calling order. */
export function CallersTable({ queue, calling }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useRowNavigation(frame, true);
  const still = useSteadyOrder(queue.availability_queues);
  return (
    <div className="list-frame callers" ref={frame}>
      <table className="plain-table">
        <caption className="unseen">Waiting customers</caption>
        <thead>
          <tr>
            {COLUMNS.map((label) => (
              <th key={label} scope="col" data-right={RIGHT.has(label) || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...still.over}>
          {still.rows.map((entry) => (
            <Row key={entry.id} queue={queue} calling={calling} entry={entry} />
          ))}
        </tbody>
      </table>
      {queue.availability_queues.length === 0 && (
        <div className="list-empty">Nobody waits for this time.</div>
      )}
    </div>
  );
}

function Row({ queue, calling, entry }: Props & { entry: QueueEntry }) {
  const { customer, lost_lead, queue_position, tee_time, why } = entry;
  return (
    <tr data-called={calling.caller?.id === entry.id || undefined}>
      <td>
        <CallButton calling={calling} entry={entry} />
      </td>
      <td className="who">{customer.first_name}</td>
      <td className="who">{customer.last_name}</td>
      <td className="nowrap">
        {customer.primary_phone ? <WaitingCustomerPhone entry={entry} call={calling.call} /> : '–'}
      </td>
      <td className="email">
        <EmailAddress email={customer.email} />
      </td>
      <td data-right>{lost_lead.players}</td>
      <td data-right>{queue_position}</td>
      <td className="nowrap">
        {tee_time ? (
          <ScreenLink
            to={`/manage-tee-time/${tee_time.id}`}
            aria-label={`View the tee time of ${customer.first_name} ${customer.last_name}`}
          >
            View
          </ScreenLink>
        ) : (
          'Not booked'
        )}
      </td>
      <td>
        <BookLink queue={queue} entry={entry} />
      </td>
      <td className="quiet why">{why}</td>
      <td className="quiet last-call">
        <ClaimMark subject="lead" id={entry.lost_lead.id} />
        <LastCallOutcome entry={entry} />
      </td>
    </tr>
  );
}

/** Shows a customer's rank in the calling order; a click chooses that customer as the next to call. */
export const CallButton = ({ calling, entry }: { calling: CallingState; entry: QueueEntry }) => (
  <button
    type="button"
    className="list-view rank"
    data-none={entry.call_rank === null || undefined}
    aria-pressed={calling.caller?.id === entry.id}
    aria-disabled={calling.isClosed || undefined}
    aria-label={`Call ${waitingCustomerName(entry)}${entry.call_rank === null ? '' : `, number ${entry.call_rank}`}`}
    onClick={() => calling.choose(entry.id)}
  >
    {entry.call_rank ?? '–'}
  </button>
);

/**
 * Shows the outcome of the last telephone call, with its author and time. For a customer without a phone number, says that there is
 * only an e-mail.
 */
export function LastCallOutcome({ entry: { last_call, customer } }: { entry: QueueEntry }) {
  const { timeZone, today } = useBusinessSettings();
  if (!last_call) return !customer.primary_phone && customer.email ? 'e-mail only' : null;
  const { outcome, made_by, created_at } = last_call;
  const { date, time } = businessNow(new Date(created_at), timeZone);
  return (
    <>
      {CALL_OUTCOME_LABELS[outcome]}, {made_by},{' '}
      <time dateTime={created_at}>{date === today ? time : formatInstant(created_at, timeZone)}</time>
    </>
  );
}
