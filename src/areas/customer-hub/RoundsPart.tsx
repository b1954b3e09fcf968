import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../contract/dates.ts';
import { countWithNoun } from '../../contract/words.ts';
import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { useOnTopicChange } from '../../web/live/live.ts';
import { sendCall } from '../../web/sending/send.ts';
import { StatusTag } from '../tee-times/status/StatusTag.tsx';
import { customerHub, type CustomerTeeTime } from './customer-hub.contract.ts';
import { HubItem, HubSection } from './HubSection.tsx';

/** Returns the path of the list of tee times, filtered by a customer. */
const listPath = (id: number): string =>
  `/manage-tee-times?filters=${encodeURIComponent(JSON.stringify({ customer_id: id }))}`;

export function RoundsPart({ id }: { id: number }) {
  const query = useQuery({
    queryKey: ['hub', 'rounds', id],
    queryFn: ({ signal }) => sendCall(customerHub.rounds, { params: { id } }, { signal }),
  });
  useOnTopicChange(['tee_times'], () => void query.refetch());
  return (
    <HubSection
      title="Rounds"
      query={query}
      aside={({ total }) =>
        total > 0 && (
          <ScreenLink to={listPath(id)}>
            {total === 1 ? 'in the list' : `all ${total.toLocaleString('en-US')} in the list`}
          </ScreenLink>
        )
      }
    >
      {({ upcoming, past }) => (
        <>
          <h3>Upcoming</h3>
          <Rounds rounds={upcoming} none="Nothing is booked." />
          <h3>Past</h3>
          <Rounds rounds={past} none="Nothing was played yet." />
        </>
      )}
    </HubSection>
  );
}

function Rounds({ rounds, none }: { rounds: CustomerTeeTime[]; none: string }) {
  if (rounds.length === 0) return <p className="quiet">{none}</p>;
  return (
    <ul>
      {rounds.map(({ id, play_date, play_time, course_name, players, paid, status }) => (
        <HubItem
          key={id}
          link={
            <ScreenLink to={`/manage-tee-time/${id}`}>
              {formatDay(play_date)}, {play_time}
            </ScreenLink>
          }
          end={formatDecimalMoney(paid)}
          below={`${course_name}, ${countWithNoun(players, 'player')}`}
          tag={<StatusTag status={status} />}
        />
      ))}
    </ul>
  );
}
