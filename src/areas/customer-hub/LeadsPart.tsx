import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../contract/dates.ts';
import { countWithNoun } from '../../contract/words.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { useOnTopicChange } from '../../web/live/live.ts';
import { sendCall } from '../../web/sending/send.ts';
import { queuePath } from '../wait-list/entries.rules.ts';
import { customerHub, type CustomerLead } from './customer-hub.contract.ts';
import { HubItem, HubSection } from './HubSection.tsx';

export function LeadsPart({ id }: { id: number }) {
  const query = useQuery({
    queryKey: ['hub', 'leads', id],
    queryFn: ({ signal }) => sendCall(customerHub.leads, { params: { id } }, { signal }),
  });
  useOnTopicChange(['leads', 'queues'], () => void query.refetch());
  return (
    <HubSection
      title="Wait list and leads"
      query={query}
      aside={({ leads, total }) => total > leads.length && `the latest ${leads.length} of ${total}`}
    >
      {({ leads }) =>
        leads.length === 0 ? (
          <p className="quiet">Not on a wait list</p>
        ) : (
          <ul>
            {leads.map((lead) => (
              <HubItem
                key={lead.id}
                link={lead.course_name}
                end={<WhereTheyAre lead={lead} />}
                below={`${formatDay(lead.lead_date)}, about ${lead.play_time}, ${countWithNoun(lead.players, 'player')}${lead.has_card ? ', left a card' : ''}`}
              />
            ))}
          </ul>
        )
      }
    </HubSection>
  );
}

/** Shows if a customer waits in a queue, has booked or neither, with a link to the queue or the tee time. */
function WhereTheyAre({ lead: { tee_time_id, is_unwanted, queue, queues } }: { lead: CustomerLead }) {
  if (tee_time_id !== null) return <ScreenLink to={`/manage-tee-time/${tee_time_id}`}>booked</ScreenLink>;
  if (is_unwanted) return <span className="quiet">not wanted any more</span>;
  if (!queue) return <span className="quiet">in no queue</span>;
  return (
    <ScreenLink to={queuePath(queue.fup_id)}>
      number {queue.position} in line{queues > 1 ? `, in ${queues} queues` : ''}
    </ScreenLink>
  );
}
