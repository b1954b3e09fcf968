import { ListPage } from '../../../web/lists/ListPage.tsx';
import { useList } from '../../../web/lists/useList.ts';
import { EVENT_KINDS, EVENT_KIND_LABELS } from '../events.contract.ts';
import { DELIVERY_STATES, webhooks, type DeliveryRow } from './deliveries.contract.ts';
import { DeliveryState, DELIVERY_STATE_LABELS } from './DeliveryState.tsx';

const answerOf = ({ status, last_error }: DeliveryRow) =>
  last_error ?? (status === null ? '' : String(status));

const wordsOf = (subject: string): string => subject.replaceAll('_', ' ');

const card = (event: DeliveryRow) => ({
  title: `${EVENT_KIND_LABELS[event.kind]}, ${wordsOf(event.subject)}`,
  tag: <DeliveryState state={event.state} />,
  line: event.api_user_name,
  amount: event.status === null ? '' : String(event.status),
  foot: [event.tries === 1 ? 'Tried once' : `Tried ${event.tries} times`, event.last_error]
    .filter(Boolean)
    .join(': '),
});

/** Lists the events that are sent to partners, and the outcome of each delivery. */
export const DeliveryList = () => (
  <ListPage
    title="Webhooks"
    noun="event"
    list={useList({ calls: webhooks })}
    row={{
      viewPath: (event) => `/webhook/${event.id}`,
      nameOf: ({ kind, subject, api_user_name }) =>
        `${EVENT_KIND_LABELS[kind]}, ${wordsOf(subject)}, to ${api_user_name}`,
      card,
    }}
    columns={[
      { name: 'created_at', label: 'Happened', kind: 'instant', filter: false },
      { name: 'api_user_name', label: 'Partner' },
      {
        name: 'kind',
        label: 'Event',
        choices: EVENT_KINDS.map((kind) => [kind, EVENT_KIND_LABELS[kind]] as const),
        cell: ({ kind }) => EVENT_KIND_LABELS[kind],
      },
      { name: 'subject', label: 'Of', cell: ({ subject }) => wordsOf(subject) },
      { name: 'url', label: 'Sent to' },
      {
        name: 'state',
        label: 'State',
        choices: DELIVERY_STATES.map((state) => [state, DELIVERY_STATE_LABELS[state]] as const),
        cell: ({ state }) => <DeliveryState state={state} />,
      },
      { name: 'tries', label: 'Tries', kind: 'number', filter: false },
      { name: 'tried_at', label: 'Last try', kind: 'instant', filter: false },
      { name: 'last_error', label: 'Last answer', filter: false, sort: false, cell: answerOf },
    ]}
  />
);
