import { useRef, type ReactNode } from 'react';
import { useBusinessSettings } from '../../business/business.ts';
import { ScreenLink } from '../../navigation/ScreenLink.tsx';
import { formatListCell, type RowCard, type ListColumn } from '../columns.ts';
import { openPressedRow } from './ListTable.tsx';
import type { ListData } from '../useList.ts';
import { useRowNavigation } from './useRowNavigation.ts';

type Props<Row> = {
  list: ListData<Row>;
  columns: ListColumn<Row>[];
  caption: string;
  viewPath?: (row: Row) => string;
  nameOf: (row: Row) => string;
  marksOf?: (row: Row) => string;
  /** The content of a row's card; by default the record's name and its columns. */
  card?: (row: Row) => RowCard;
  empty: ReactNode;
};

const WAITED_FOR = [1, 2, 3, 4, 5, 6, 7, 8];

/** Shows a list on a phone: a card of three lines for each row. */
export function CardList<Row extends { id: number }>({ list, caption, empty, ...of }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  useRowNavigation(frame, list.isScreen);
  return (
    <div ref={frame} tabIndex={-1} className="cards-frame" data-dimmed={list.dimmed || undefined}>
      <ul className="cards" aria-label={caption} aria-busy={list.loading || list.waiting}>
        {list.loading &&
          WAITED_FOR.map((key) => (
            <li key={key} className="hit skeleton" aria-hidden>
              <span />
            </li>
          ))}
        {list.rows?.map((row) => (
          <Hit key={row.id} row={row} {...of} />
        ))}
      </ul>
      {list.rows?.length === 0 && <div className="list-empty">{empty}</div>}
    </div>
  );
}

type HitProps<Row> = Pick<Props<Row>, 'columns' | 'viewPath' | 'nameOf' | 'marksOf' | 'card'> & { row: Row };

function Hit<Row>({ row, columns, viewPath, nameOf, marksOf, card }: HitProps<Row>) {
  const name = nameOf(row);
  const { title, tag, line, amount, foot } = card?.(row) ?? { title: name };
  return (
    // Keyboard users have the link in the card; a press anywhere on the card is only an addition.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      className="hit"
      onClick={openPressedRow}
      data-opens={viewPath !== undefined || undefined}
      data-marks={marksOf?.(row) || undefined}
    >
      {viewPath ? (
        <ScreenLink to={viewPath(row)} className="list-view" aria-label={`View ${name}`}>
          {title}
        </ScreenLink>
      ) : (
        <strong>{title}</strong>
      )}
      {tag && <span className="hit-end">{tag}</span>}
      {line !== undefined && <span className="hit-line">{line}</span>}
      {amount !== undefined && <strong className="hit-end">{amount}</strong>}
      {foot !== undefined && <span className="hit-foot">{foot}</span>}
      {!card && <Values row={row} columns={columns} name={name} />}
    </li>
  );
}

/** Shows the values of a row's columns, except those that are part of the card's title. */
function Values<Row>({ row, columns, name }: { row: Row; columns: ListColumn<Row>[]; name: string }) {
  const { timeZone } = useBusinessSettings();
  return (
    <div className="hit-values">
      {columns.map((column) => {
        const content = formatListCell(column, row, timeZone);
        if (content === '' || (typeof content === 'string' && name.includes(content))) return null;
        return (
          <span key={column.name}>
            <span className="hit-label">{column.always ? '' : column.label}</span> {content}
          </span>
        );
      })}
    </div>
  );
}
