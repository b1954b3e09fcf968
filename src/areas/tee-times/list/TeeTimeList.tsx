import { formatDay, formatMonthDay } from '../../../contract/dates.ts';
import { formatDecimalMoney, type ListCallColumn } from '../../../web/lists/columns.ts';
import { ListPage } from '../../../web/lists/ListPage.tsx';
import { StatusTag } from '../status/StatusTag.tsx';
import { TEE_TIME_STATUSES, teeTimes, type TeeTimeRow } from '../tee-times.contract.ts';
import { useListPeriodText } from '../../../web/lists/address.ts';
import { useCappedList } from '../../../web/lists/useCappedList.ts';
import { ButtonLink } from '../../../web/components/Button.tsx';

const COLUMNS: ListCallColumn<typeof teeTimes.index>[] = [
  { name: 'first_name', label: 'First Name', pinned: 110 },
  { name: 'last_name', label: 'Last Name', pinned: 150 },
  {
    name: 'status',
    label: 'Status',
    width: 70,
    choices: TEE_TIME_STATUSES.map((status) => [status, status] as const),
    cell: ({ status }) => <StatusTag status={status} />,
  },
  { name: 'created_at', label: 'Created At', kind: 'instant' },
  { name: 'play_date', label: 'Play Date', kind: 'day' },
  { name: 'play_time', label: 'Play Time', width: 56 },
  { name: 'players', label: 'Players', kind: 'number' },
  { name: 'paid', label: 'Paid', kind: 'money' },
  { name: 'cost', label: 'Cost', kind: 'money' },
  { name: 'course_name', label: 'Course', width: 168 },
  { name: 'confirmation', label: 'Confirmation', width: 100 },
  { name: 'payment_id', label: 'CC Conf', width: 116 },
  { name: 'agent', label: 'Agent', width: 100 },
  { name: 'notes', label: 'Notes' },
  { name: 'internal_notes', label: 'Internal Notes' },
];
// With a monthly flag in the address the Created filter is hidden (Spec 1 §2).
const WITHIN = COLUMNS.map((column) =>
  column.name === 'created_at' ? { ...column, filter: false as const } : column,
);

const customerOf = ({ first_name, last_name }: TeeTimeRow): string => `${first_name} ${last_name}`.trim();
const nameOf = (row: TeeTimeRow): string =>
  `${customerOf(row) || `tee time ${row.id}`}, ${formatMonthDay(row.play_date)}`;
const card = (row: TeeTimeRow) => ({
  title: customerOf(row) || `Tee time ${row.id}`,
  tag: <StatusTag status={row.status} />,
  line: `${formatDay(row.play_date)}, ${row.play_time} · ${row.players} ${row.players === 1 ? 'player' : 'players'}`,
  amount: formatDecimalMoney(row.paid),
  foot: row.course_name,
});
const viewPath = ({ id }: TeeTimeRow): string => `/manage-tee-time/${id}`;

export function TeeTimeList() {
  const period = useListPeriodText();
  const list = useCappedList({ calls: teeTimes });
  return (
    <ListPage
      title={`Tee Time Management${period}`}
      noun="tee time"
      list={list}
      row={{ viewPath, nameOf, card }}
      columns={period ? WITHIN : COLUMNS}
      views={period && <ButtonLink to="/manage-tee-times">All tee times</ButtonLink>}
      actions={
        <ButtonLink to="/ibe" look="go" hotkey="b">
          <span>
            Book<span className="wide-only"> a tee time</span>
          </span>
        </ButtonLink>
      }
    />
  );
}
