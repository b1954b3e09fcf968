import { useMemo, useRef, useState } from 'react';
import { formatDay } from '../../../contract/dates.ts';
import { useTickingClock } from '../../../web/business/age.ts';
import { openPressedRow } from '../../../web/lists/table/ListTable.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import { queuePath, openTimeTag } from '../entries.rules.ts';
import { partySizesText } from '../matchmaker/rank.rules.ts';
import { ScrapeAge, WaitingButton, type QueueListProps } from './QueueTable.tsx';
import { useRowsInSight } from './useRowsInSight.ts';
import { WaitingCustomers } from './WaitingCustomers.tsx';

const CARD_HEIGHT = 104;
const AGE_EVERY_MS = 10_000;

/** Shows the wait list as cards for a phone's screen. */
export function QueueCards({ rows, opened, open }: QueueListProps) {
  const body = useRef<HTMLUListElement>(null);
  const now = useTickingClock(AGE_EVERY_MS);
  const [height, setHeight] = useState(0);
  const openedAt = useMemo(() => rows.findIndex(({ id }) => id === opened), [rows, opened]);
  const beneath = openedAt < 0 ? null : { at: openedAt, height };
  const [from, to] = useRowsInSight(body, { count: rows.length, height: CARD_HEIGHT, opened: beneath });
  const heightOf = (first: number, last: number): number =>
    (last - first) * CARD_HEIGHT + (first <= openedAt && openedAt < last ? height : 0);
  const around = { paddingTop: heightOf(0, from), paddingBottom: heightOf(to, rows.length) };
  return (
    <ul className="cards" aria-label="Wait list" ref={body} style={around}>
      {rows.slice(from, to).map((row) => {
        const name = `${row.course.course_name}, ${formatDay(row.available_date)}, ${row.play_time_for_humans}`;
        return (
          <li key={row.id}>
            {/* The link in the card serves the keyboard; the card only makes the target wider for a finger. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
            <div
              className="hit waited-for"
              onClick={openPressedRow}
              data-opens
              data-stale={row.is_stale || undefined}
            >
              <ScreenLink to={queuePath(row.id)} className="list-view" aria-label={`Queue of ${name}`}>
                {row.course.course_name}
              </ScreenLink>
              <span className="hit-end">
                <WaitingButton row={row} isOpened={row.id === opened} open={open} name={name} />
              </span>
              <span className="hit-line">
                {row.wordy_available_date}, {row.play_time_for_humans} {openTimeTag(row)}
              </span>
              <span className="hit-foot">
                {row.is_gone ? (
                  <span className="gone">This time is no longer open.</span>
                ) : (
                  `For parties of ${partySizesText(row.spots)}`
                )}
                , checked <ScrapeAge row={row} now={now} />
              </span>
              <span className="hit-foot">
                <ClaimMark subject="open_time" id={row.id} withCalls />
              </span>
            </div>
            {row.id === opened && <WaitingCustomers fupId={row.id} onPhone measured={setHeight} />}
          </li>
        );
      })}
    </ul>
  );
}
