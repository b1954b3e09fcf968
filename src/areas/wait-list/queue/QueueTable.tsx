import { Fragment, useMemo, useRef, useState } from 'react';
import { timeAgoText } from '../../../contract/ages.ts';
import { useTickingClock } from '../../../web/business/age.ts';
import { useRowNavigation } from '../../../web/lists/table/useRowNavigation.ts';
import { openPressedRow } from '../../../web/lists/table/ListTable.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { queuePath, openTimeTag } from '../entries.rules.ts';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import type { WaitListRow } from '../wait-list.contract.ts';
import { WaitingCustomers } from './WaitingCustomers.tsx';
import { useRowsInSight } from './useRowsInSight.ts';

export type QueueListProps = {
  rows: readonly WaitListRow[];
  /** The id of the open time whose waiting customers are shown below its row. */
  opened: number | null;
  open: (id: number) => void;
};

const ROW_HEIGHT = 32;
const AGE_EVERY_MS = 10_000;
// prettier-ignore
const COLUMNS = [['Course name', undefined], ['Last scrape', 108], ['Date', 216], ['Sorting Date', 108], ['Time', 112], ['Players', 88], ['Queue', 324]] as const;

/** Shows all queues in one table; if there are very many, only the rows in sight are rendered. */
export function QueueTable({ rows, opened, open }: QueueListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const now = useTickingClock(AGE_EVERY_MS);
  const [height, setHeight] = useState(0);
  const openedAt = useMemo(() => rows.findIndex(({ id }) => id === opened), [rows, opened]);
  const beneath = openedAt < 0 ? null : { at: openedAt, height };
  const [from, to] = useRowsInSight(body, { count: rows.length, height: ROW_HEIGHT, opened: beneath });
  useRowNavigation(frame, true);
  const heightOf = (first: number, last: number): number =>
    (last - first) * ROW_HEIGHT + (first <= openedAt && openedAt < last ? height : 0);
  return (
    <div className="list-scroll" ref={frame} tabIndex={-1}>
      <table className="list" aria-rowcount={rows.length + 1}>
        <caption className="unseen">Wait list</caption>
        <colgroup>
          {COLUMNS.map(([label, width]) => (
            <col key={label} style={width ? { width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {COLUMNS.map(([label]) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={heightOf(0, from)} />
          {rows.slice(from, to).map((row, at) => (
            <Fragment key={row.id}>
              <Row row={row} at={from + at} isOpened={row.id === opened} open={open} now={now} />
              {row.id === opened && (
                <tr className="beneath">
                  <td colSpan={COLUMNS.length}>
                    <WaitingCustomers fupId={row.id} measured={setHeight} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
          <Gap height={heightOf(to, rows.length)} />
        </tbody>
      </table>
    </div>
  );
}

/** Fills the height of rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height === 0 ? null : (
    <tr aria-hidden className="gap">
      <td colSpan={COLUMNS.length} style={{ height }} />
    </tr>
  );

type RowProps = { row: WaitListRow; at: number; isOpened: boolean; open: (id: number) => void; now: number };

function Row({ row, at, isOpened, open, now }: RowProps) {
  const tag = openTimeTag(row);
  const name = `${row.course.course_name}, ${row.wordy_available_date}, ${row.play_time_for_humans}`;
  return (
    // The link in the row serves the keyboard; the row only makes the target wider for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      onClick={openPressedRow}
      onAuxClick={openPressedRow}
      data-opens
      data-stale={row.is_stale || undefined}
      aria-rowindex={at + 2}
    >
      <td title={row.course.course_name}>{row.course.course_name}</td>
      <td>
        <ScrapeAge row={row} now={now} />
      </td>
      <td>{row.wordy_available_date}</td>
      <td>{row.available_date}</td>
      <td>
        {row.play_time_for_humans}{' '}
        {tag && (
          <span className="tag" data-tone="plain">
            {tag}
          </span>
        )}
      </td>
      <td>{row.spots.join(', ')}</td>
      <td>
        <ScreenLink to={queuePath(row.id)} className="list-view" aria-label={`Queue of ${name}`}>
          Queue
        </ScreenLink>{' '}
        <WaitingButton row={row} isOpened={isOpened} open={open} name={name} />
        {row.is_gone && <span className="gone">This time is no longer open.</span>}{' '}
        <ClaimMark subject="open_time" id={row.id} withCalls />
      </td>
    </tr>
  );
}

type ButtonProps = Omit<RowProps, 'at' | 'now'> & { name: string };

/** Shows the number of waiting customers, and opens the list of them below the row. */
export const WaitingButton = ({ row, isOpened, open, name }: ButtonProps) => (
  <button
    type="button"
    className="who-waits"
    aria-expanded={isOpened}
    aria-label={`${row.waiting} waiting for ${name}`}
    onClick={() => open(row.id)}
  >
    {row.waiting} waiting <span aria-hidden>{isOpened ? '▴' : '▾'}</span>
  </button>
);

/**
 * Shows the age of the last scrape of the open time's day; for a stale time in amber, the age of the last scrape that read the
 * whole day.
 */
export const ScrapeAge = ({
  row: { is_stale, scraped_at, completed_at },
  now,
}: Pick<RowProps, 'row' | 'now'>) => {
  const instant = is_stale ? (completed_at ?? scraped_at) : scraped_at;
  if (instant === null) return <span className="quiet">never</span>;
  return (
    <time dateTime={instant} data-tone={is_stale ? 'waiting' : undefined}>
      {timeAgoText(instant, now)}
    </time>
  );
};
