import { ButtonLink } from '../../web/components/Button.tsx';
import { InstantAge, ElapsedTime } from '../../web/business/Age.tsx';
import { formatDecimalMoney, type ListCallColumn } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useCappedList } from '../../web/lists/useCappedList.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { ClaimMark } from '../claims/ClaimMark.tsx';
import './availability.css';
import { openTimeClockParam, bookingEngineAddress } from './ibe-address.rules.ts';
import { useUpcomingRows } from './useUpcomingRows.ts';
import { foreUpAvailability, type OpenTimeRow } from './open-times.contract.ts';

/** Returns the unusual features of an open time: nine holes, and a starting side other than the front one. */
const specialOf = ({ holes, starting_side }: OpenTimeRow): string[] =>
  [holes === 9 ? '9 holes' : '', /^front/i.test(starting_side) ? '' : starting_side].filter(Boolean);
const nameOf = (row: OpenTimeRow): string =>
  [row.course_name, row.read_date, openTimeClockParam(row.available_time), ...specialOf(row)].join(', ');
const playersOf = (players: number): string => `${players} ${players === 1 ? 'player' : 'players'}`;

/** Shows each party size that can still be booked as a link to the booking engine. */
function Slots({ row }: { row: OpenTimeRow }) {
  const { id, course_id, available_date, available_time, spots } = row;
  const address = (players: number): string =>
    bookingEngineAddress({
      providedCourseId: course_id,
      providedDateString: available_date,
      providedPlayers: players,
      providedTime: openTimeClockParam(available_time),
      providedAvailabilityId: id,
    });
  return (
    <span className="row-links">
      {spots.map((players, at) => (
        <ScreenLink
          key={players}
          to={address(players)}
          data-key={at === 0 ? 'b' : undefined}
          className={at === 0 ? 'slot list-view' : 'slot'}
          aria-label={`Book ${playersOf(players)}, ${nameOf(row)}`}
        >
          {players}
        </ScreenLink>
      ))}
    </span>
  );
}

/** Links to the booking engine with this open time and no party yet, to put a party that does not fit on the wait list. */
function WaitLink({ row }: { row: OpenTimeRow }) {
  const to = bookingEngineAddress({
    providedCourseId: row.course_id,
    providedDateString: row.available_date,
    providedTime: openTimeClockParam(row.available_time),
  });
  return (
    <ScreenLink to={to} className="slot-note" aria-label={`Wait for a time like ${nameOf(row)}`}>
      Wait
    </ScreenLink>
  );
}

/** Links to the booking engine, to put a customer on the wait list for a day without open times. */
function WaitForDay({ day }: { day: unknown }) {
  const to =
    typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)
      ? bookingEngineAddress({ providedDateString: day })
      : '/ibe';
  return <ButtonLink to={to}>Wait for this</ButtonLink>;
}

function Waiting({ row: { id, waiting } }: { row: OpenTimeRow }) {
  if (waiting === 0) return null;
  return (
    <ScreenLink to={`/queue-management?fupId=${id}`} className="slot-note" data-dot>
      {waiting === 1 ? '1 caller wants this' : `${waiting} callers want this`}
    </ScreenLink>
  );
}

/** Returns the instant of the last scrape of the time's day; for a stale time, the last scrape that read the whole day. */
const lookOf = ({ is_stale, scraped_at, completed_at }: OpenTimeRow): string | null =>
  is_stale ? (completed_at ?? scraped_at) : scraped_at;

function LastLook({ row }: { row: OpenTimeRow }) {
  const at = lookOf(row);
  if (at === null) return <span data-tone="waiting">not known</span>;
  return <InstantAge at={at} tone={row.is_stale ? 'waiting' : undefined} />;
}

function NotLookedAt({ row }: { row: OpenTimeRow }) {
  const at = lookOf(row);
  if (!row.is_stale || at === null) return null;
  return (
    <span className="slot-note slot-age" data-dot>
      not checked for <ElapsedTime at={at} />
    </span>
  );
}

function Special({ row }: { row: OpenTimeRow }) {
  const special = specialOf(row);
  return special.length > 0 && <Tag tone="plain">{special.join(', ')}</Tag>;
}

const COLUMNS: ListCallColumn<typeof foreUpAvailability.index>[] = [
  { name: 'course_name', label: 'Course name', filterLabel: 'Course Name', width: 142 },
  {
    name: 'scraped_at',
    label: 'Last scrape',
    filter: false,
    width: 76,
    cell: (row) => <LastLook row={row} />,
  },
  { name: 'rate', label: 'Rate', filterLabel: 'Rate', kind: 'money', width: 70 },
  { name: 'group_name', label: 'Group', filterLabel: 'Course Group' },
  {
    name: 'read_date',
    label: 'Date',
    filter: false,
    sort: false,
    width: 84,
    // The year is left out, because the next column shows the whole date.
    cell: ({ read_date }) => read_date.replace(/ \d{4}$/, ''),
  },
  {
    name: 'available_date',
    label: 'Sorting date',
    filterLabel: 'Start = ?',
    kind: 'day',
    lean: 'ahead',
    width: 116,
    cell: ({ available_date }) => available_date,
  },
  {
    name: 'available_time',
    label: 'Time',
    filterLabel: 'Time',
    kind: 'time',
    width: 132,
    cell: (row) => (
      <span className="time-cell" title={specialOf(row).join(', ')}>
        {openTimeClockParam(row.available_time)} <Special row={row} />
      </span>
    ),
  },
  {
    name: 'spots',
    label: 'Book',
    filterLabel: 'Slots',
    sheet: 'Slots',
    sort: false,
    always: true,
    width: 308,
    cell: (row) => (
      <span className="slot-cell">
        <Slots row={row} />
        <span className="slot-notes">
          <WaitLink row={row} />
          <Waiting row={row} />
          <NotLookedAt row={row} />
          <ClaimMark subject="open_time" id={row.id} />
        </span>
      </span>
    ),
  },
];

const marksOf = ({ is_new, is_grey, is_stale }: OpenTimeRow): string =>
  [is_new && 'new', is_grey && 'grey', is_stale && 'stale'].filter(Boolean).join(' ');
const card = (row: OpenTimeRow) => ({
  title: row.course_name,
  tag: <LastLook row={row} />,
  line: (
    <>
      {row.read_date}, {openTimeClockParam(row.available_time)} <Special row={row} />
    </>
  ),
  ...(row.rate !== null && { amount: formatDecimalMoney(row.rate) }),
  foot: (
    <>
      <Slots row={row} />
      <WaitLink row={row} />
      <Waiting row={row} />
      <NotLookedAt row={row} />
      <ClaimMark subject="open_time" id={row.id} />
    </>
  ),
});

const Changed = ({ at }: { at: string }) => (
  <>
    · live, last change <InstantAge at={at} />
  </>
);

/** Lists all open times that can be booked; a click on a party size opens the booking engine. */
export function OpenTimeList() {
  const list = useUpcomingRows(useCappedList({ calls: foreUpAvailability }));
  const changed = (list.rows ?? [])
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1);
  return (
    <ListPage
      title="Availability results"
      noun="open time"
      list={list}
      further={changed && <Changed at={changed} />}
      columns={COLUMNS}
      row={{ nameOf, marksOf, card }}
      whenEmpty={list.page === 1 && <WaitForDay day={list.filters.available_date} />}
    />
  );
}
