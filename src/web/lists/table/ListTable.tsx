import { useDeferredValue, useEffect, useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import { useBusinessSettings } from '../../business/business.ts';
import {
  columnFilterName,
  isNumericColumn,
  formatListCell,
  columnWidth,
  type ListColumn,
} from '../columns.ts';
import { fetchFilterParser, searchTypedFilters } from './search-typed.ts';
import { FilterBox } from './FilterBox.tsx';
import { useRowElementKeys } from './useRowElementKeys.ts';
import { useRowNavigation } from './useRowNavigation.ts';
import type { ListData } from '../useList.ts';
import { ScreenLink } from '../../navigation/ScreenLink.tsx';
import { Button } from '../../components/Button.tsx';
import { runWhenIdle } from '../../navigation/idle.ts';

type Props<Row> = {
  list: ListData<Row>;
  columns: ListColumn<Row>[];
  caption: string;
  viewPath?: (row: Row) => string;
  /** Returns the name of a row's record, for the label of its link. */
  nameOf: (row: Row) => string;
  marksOf?: (row: Row) => string;
  /** The message to show when the table has no rows. */
  empty: ReactNode;
};

const VIEW_WIDTH = 64;

// A table with this many columns or more is denser, so that the last column is visible on a desktop screen.
const MANY = 8;
// The number of rows, about as many as are visible, that are rendered before the others.
const FIRST_ROWS = 12;
// Text of this length or more may be cut off in a narrow column, so its tooltip shows the whole text.
const LONG = 10;

/**
 * The table of every list: heads that sort, a filter row, and rows that a click, Enter, or `j` and `k` select and open,
 * also in a new tab.
 */
export function ListTable<Row extends { id: number }>({
  list,
  columns,
  caption,
  viewPath,
  nameOf,
  marksOf,
  empty,
}: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const business = useBusinessSettings();
  const search = () => void searchTypedFilters(list, columns, business.today);
  useEffect(() => runWhenIdle(() => void fetchFilterParser().catch(() => undefined)), []);
  useRowNavigation(frame, list.isScreen);
  const lefts = useMemo(() => pinnedLefts(columns, viewPath ? VIEW_WIDTH : 0), [columns, viewPath]);
  const many = columns.length >= MANY;
  const widths = columns.map((column) => columnWidth(column, many ? 8 : 12));
  const least = widths.reduce((sum, { width }) => sum + width, viewPath ? VIEW_WIDTH : 0);
  const elementKeys = useRowElementKeys(list.rows);
  const drawn = useDrawn(list.rows);
  // The rows are memoized, because typing in a filter or waiting for another page must not render them again.
  const body = useMemo(
    () =>
      drawn?.map((row) => (
        <Row
          key={elementKeys.get(row.id)}
          row={row}
          columns={columns}
          lefts={lefts}
          path={viewPath?.(row)}
          name={nameOf(row)}
          marks={marksOf?.(row)}
        />
      )),
    [drawn, elementKeys, columns, lefts, viewPath, nameOf, marksOf],
  );
  // In a table without a View column, the Search button is in the first column without a filter.
  const searchIn = viewPath ? undefined : columns.find((column) => columnFilterName(column) === null)?.name;
  const isFiltered = columns.some((column) => columnFilterName(column) !== null);
  const searchButton = (
    <Button className="list-search" onClick={search}>
      Search
    </Button>
  );
  return (
    <div
      className="list-scroll"
      ref={frame}
      tabIndex={-1}
      aria-busy={list.loading || list.waiting}
      data-dimmed={list.dimmed || undefined}
    >
      <table className="list" data-many={many || undefined} style={{ minWidth: least }}>
        <caption className="unseen">{caption}</caption>
        <colgroup>
          {viewPath && <col style={{ width: VIEW_WIDTH }} />}
          {widths.map(({ width, flexible }, at) => (
            <col key={columns[at]?.name} style={flexible ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {viewPath && (
              <th scope="col" data-pinned data-view style={{ left: 0 }}>
                View
              </th>
            )}
            {columns.map((column, at) => (
              <SortHead key={column.name} list={list} column={column} left={lefts[at]} />
            ))}
          </tr>
          {/* Enter in any filter box searches. */}
          {isFiltered && (
            <tr
              className="list-filters"
              onKeyDown={(event) =>
                event.key === 'Enter' && event.target instanceof HTMLInputElement && search()
              }
            >
              {viewPath && (
                <td data-pinned style={{ left: 0 }}>
                  {searchButton}
                </td>
              )}
              {columns.map((column, at) => (
                <td key={column.name} {...pin(lefts[at])}>
                  {column.name === searchIn ? searchButton : <FilterBox list={list} column={column} />}
                </td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {list.loading && <Skeleton width={columns.length + (viewPath ? 1 : 0)} />}
          {body}
          <RoomForRest rows={list.rows} drawn={drawn} />
        </tbody>
      </table>
      {list.rows?.length === 0 && <div className="list-empty">{empty}</div>}
    </div>
  );
}

type RowProps<Row> = {
  row: Row;
  columns: ListColumn<Row>[];
  lefts: (number | undefined)[];
  path: string | undefined;
  name: string;
  marks: string | undefined;
};

function Row<Row>({ row, columns, lefts, path, name, marks }: RowProps<Row>) {
  const { timeZone } = useBusinessSettings();
  return (
    // Keyboard users have the link in the row; a press anywhere on the row is only an addition for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      onClick={openPressedRow}
      onAuxClick={openPressedRow}
      data-opens={path !== undefined || undefined}
      data-marks={marks || undefined}
    >
      {path !== undefined && (
        <td data-pinned style={{ left: 0 }}>
          <ScreenLink to={path} className="list-view" aria-label={`View ${name}`}>
            View
          </ScreenLink>
        </td>
      )}
      {columns.map((column, at) => {
        const content = formatListCell(column, row, timeZone);
        return (
          <td
            key={column.name}
            data-right={isNumericColumn(column) || undefined}
            title={typeof content === 'string' && content.length >= LONG ? content : undefined}
            {...pin(lefts[at])}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** Makes a press anywhere on a row work like a press on the row's link. */
export function openPressedRow(event: MouseEvent<HTMLElement>) {
  const own = event.target instanceof Element && event.target.closest('a, button, input, select, label');
  if (own || !event.currentTarget.dataset.opens || window.getSelection()?.toString()) return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a.list-view');
  if (!link) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
  else if (event.button === 0) link.click();
}

type HeadProps<Row> = { list: ListData<Row>; column: ListColumn<Row>; left: number | undefined };

function SortHead<Row>({ list, column, left }: HeadProps<Row>) {
  const rank = list.sort.findIndex((by) => by.name === column.name);
  const by = list.sort[rank];
  const way = by ? (by.desc ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" aria-sort={way} data-right={isNumericColumn(column) || undefined} {...pin(left)}>
      {column.sort === false ? (
        column.label
      ) : (
        <button
          type="button"
          onClick={(event) => list.sortBy(column.name, event.shiftKey)}
          title="Shift+click sorts by a further column"
        >
          {column.label}
          {by && (
            <sup>
              {list.sort.length > 1 ? `${rank + 1} ` : ''}
              {by.desc ? '↓' : '↑'}
            </sup>
          )}
        </button>
      )}
    </th>
  );
}

function Skeleton({ width }: { width: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} className="skeleton">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell}>
          <span />
        </td>
      ))}
    </tr>
  ));
}

/** Returns a table's first rows, and all rows once the browser has had time to draw the first. */
function useDrawn<Row>(rows: Row[] | undefined): Row[] | undefined {
  const most = useDeferredValue(rows ? Infinity : FIRST_ROWS, FIRST_ROWS);
  return useMemo(() => rows?.slice(0, most), [rows, most]);
}

// Reserves space for the rows that are not drawn yet, so that the scroll position can be restored before they are.
function RoomForRest({ rows = [], drawn = [] }: Record<'rows' | 'drawn', unknown[] | undefined>) {
  const rest = rows.length - drawn.length;
  return rest > 0 && <tr aria-hidden style={{ height: `calc(${rest} * var(--row))` }} />;
}

function pinnedLefts<Row>(columns: ListColumn<Row>[], start: number): (number | undefined)[] {
  let left = start;
  // A pinned column that the person moved behind unpinned ones scrolls with them.
  const leading = columns.findIndex(({ pinned }) => !pinned);
  return columns.map(({ pinned = 0 }, at) => {
    if (!pinned || (leading >= 0 && at > leading)) return undefined;
    left += pinned;
    return left - pinned;
  });
}

const pin = (left: number | undefined) =>
  left === undefined ? {} : { 'data-pinned': true, style: { left } };
