import { countWithNoun } from '../../../contract/words.ts';
import { EmailAddress } from '../../../web/components/EmailAddress.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { waitingCustomerName } from '../entries.rules.ts';
import type { WaitQueue } from '../wait-list.contract.ts';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import { BookLink } from './BookLink.tsx';
import { CallButton, LastCallOutcome } from './CallersTable.tsx';
import { WaitingCustomerPhone } from './WaitingCustomerPhone.tsx';
import type { CallingState } from './useCalling.ts';

/** Lists all customers of a queue as cards for a phone's screen, in calling order. */
export const CallerCards = ({ queue, calling }: { queue: WaitQueue; calling: CallingState }) => (
  <ul className="list-frame caller-cards" aria-label="Waiting customers">
    {queue.availability_queues.map((entry) => (
      <li key={entry.id} className="caller-card" data-called={calling.caller?.id === entry.id || undefined}>
        <CallButton calling={calling} entry={entry} />
        <div>
          <strong>{waitingCustomerName(entry)}</strong>
          <p>
            <WaitingCustomerPhone entry={entry} call={calling.call} />
          </p>
          {entry.customer.primary_phone && entry.customer.email && (
            <p className="quiet">
              <EmailAddress email={entry.customer.email} />
            </p>
          )}
          <p className="quiet">
            {countWithNoun(entry.lost_lead.players, 'player')}, queue position {entry.queue_position},{' '}
            {entry.tee_time ? (
              <ScreenLink to={`/manage-tee-time/${entry.tee_time.id}`}>View the tee time</ScreenLink>
            ) : (
              'not booked'
            )}
          </p>
          <p className="quiet">{entry.why}</p>
          <p className="quiet">
            <ClaimMark subject="lead" id={entry.lost_lead.id} />
            <LastCallOutcome entry={entry} />
          </p>
        </div>
        <BookLink queue={queue} entry={entry} />
      </li>
    ))}
    {queue.availability_queues.length === 0 && <li className="list-empty">Nobody waits for this time.</li>}
  </ul>
);
