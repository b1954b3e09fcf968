import { useMemo, useState, type ReactNode } from 'react';
import { PageHead } from '../shell/PageHead.tsx';
import { Drop } from '../shell/Drop.tsx';
import { ErrorBox } from '../ErrorBox.tsx';
import { filterOf, filterText, type Column } from './columns.ts';
import { FilterBox } from './FilterBox.tsx';
import { useHiddenColumns } from './useHiddenColumns.ts';
import { useList, type List, type ListSettings } from './useList.ts';
import { ListTable } from './ListTable.tsx';
import { Pager, shownTotal } from './Pager.tsx';

type Props<Row> = ListSettings<Row> & {
  title: string;
  /** What one row is, for the line under the title: `tee time`. */
  noun: string;
  columns: Column<Row>[];
  /** Filters of what no column shows; they stand beside the title. */
  filters?: Column<Row>[];
  /** Where a row's View link leads; without it a column's `cell` holds what a row is for. */
  viewPath?: (row: Row) => string;
  /** The screen's primary action, at the right. */
  action?: ReactNode;
};

/** A whole list screen, or with `fixedFilters` the list section of another screen. */
export function ListPage<Row extends { id: number }>({
  title,
  noun,
  columns,
  filters = [],
  viewPath,
  action,
  ...settings
}: Props<Row>) {
  const list = useList(settings);
  const [filtering, setFiltering] = useState(false);
  const hiding = useHiddenColumns(`${settings.calls.index.path}${settings.fixedFilters ? ' part' : ''}`);
  const { hidden } = hiding;
  const visible = useMemo(
    () => columns.filter(({ name, always }) => always || !hidden.includes(name)),
    [columns, hidden],
  );
  const named = list.total === 1 ? noun : `${noun}s`;
  const filtered = [...columns, ...filters];
  const head = {
    title,
    line: summary(list, filtered, named),
    actions: (
      <>
        {filters.map((column) => (
          <OtherFilter key={column.label} list={list} column={column} />
        ))}
        <ColumnsDrop columns={columns} {...hiding} />
        {action}
      </>
    ),
  };
  return (
    <section className={list.isScreen ? 'list-page' : 'list-part'} aria-label={title}>
      {list.isScreen ? <PageHead {...head} /> : <PartHead {...head} />}
      <Chips list={list} columns={filtered} />
      {list.error && (
        <ErrorBox
          error={list.error}
          retry={list.retry}
          labelOf={(name) => columnOf(filtered, name)?.label ?? name}
        />
      )}
      <div className="list-frame" data-filters={filtering || undefined}>
        <button
          type="button"
          className="btn filters-toggle"
          aria-expanded={filtering}
          onClick={() => setFiltering(!filtering)}
        >
          Filters
        </button>
        <ListTable
          list={list}
          columns={visible}
          caption={title}
          {...(viewPath && { viewPath })}
          empty={<Empty list={list} columns={filtered} noun={noun} />}
        />
        <Pager list={list} />
      </div>
    </section>
  );
}

function OtherFilter<Row>({ list, column }: { list: List<Row>; column: Column<Row> }) {
  if (list.isFixed(filterOf(column) ?? '')) return null;
  return (
    <div className="row other-filter">
      <span aria-hidden>{column.label}</span>
      <FilterBox list={list} column={column} />
    </div>
  );
}

/** What applied filters are, each removable; nothing where there are none. */
export function Chips<Row>({ list, columns }: { list: List<Row>; columns: Column<Row>[] }) {
  const applied = Object.entries(list.filters).filter(([name]) => !list.isFixed(name));
  if (applied.length === 0) return null;
  return (
    <ul className="row chips" aria-label="Filters">
      {applied.map(([name, value]) => {
        const column = columnOf(columns, name);
        const text = `${column?.label ?? name}: ${filterText(column, value)}`;
        return (
          <li key={name}>
            <button
              type="button"
              className="chip"
              aria-label={`Remove filter ${text}`}
              onClick={() => list.search({ ...list.filters, [name]: '' })}
            >
              {text} <span aria-hidden>✕</span>
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" className="btn" data-look="quiet" onClick={() => list.search({})}>
          Clear all
        </button>
      </li>
    </ul>
  );
}

/** Why a list is empty: the filters that made it so, with the way out. */
export function Empty<Row>({
  list,
  columns,
  noun,
}: {
  list: List<Row>;
  columns: Column<Row>[];
  noun: string;
}) {
  const filtered = matching(list, columns);
  if (list.page > 1)
    return (
      <>
        No rows on page {list.page}.{' '}
        <button type="button" className="btn" onClick={() => list.toPage(1)}>
          First page
        </button>
      </>
    );
  if (filtered === '') return <>No {noun}s yet.</>;
  return (
    <>
      No {noun}s {filtered}.{' '}
      <button type="button" className="btn" onClick={() => list.search({})}>
        Clear filters
      </button>
    </>
  );
}

// A column without a box may still be filtered by, from elsewhere on its screen.
const columnOf = <Row,>(columns: Column<Row>[], name: string) =>
  columns.find((each) => (filterOf(each) ?? each.name) === name);

function matching<Row>(list: List<Row>, columns: Column<Row>[]): string {
  const parts = Object.entries(list.filters).map(([name, value]) => {
    const column = columnOf(columns, name);
    return `${column?.label ?? name} “${filterText(column, value)}”`;
  });
  return parts.length > 0 ? `with ${parts.join(' and ')}` : '';
}

function summary<Row>(list: List<Row>, columns: Column<Row>[], named: string): string {
  if (list.total === undefined) return ' ';
  const [first] = list.sort;
  const column = columns.find((each) => each.name === first?.name);
  const parts = [`${shownTotal(list)} ${named}`, matching(list, columns)].filter(Boolean).join(' ');
  return first && column ? `${parts}, ${order(column.kind, column.label, first.desc)}` : parts;
}

function order(kind: Column<unknown>['kind'], label: string, desc: boolean): string {
  if (kind === 'instant') return desc ? 'newest first' : 'oldest first';
  if (kind === 'day') return desc ? 'latest first' : 'earliest first';
  return `by ${label}${desc ? ', descending' : ''}`;
}

type HidingProps<Row> = { columns: Column<Row>[]; hidden: string[]; toggle: (name: string) => void };

function ColumnsDrop<Row>({ columns, hidden, toggle }: HidingProps<Row>) {
  return (
    <Drop label="Columns" button>
      {columns
        .filter((column) => !column.always)
        .map((column) => (
          <label key={column.name}>
            <input
              type="checkbox"
              checked={!hidden.includes(column.name)}
              onChange={() => toggle(column.name)}
            />{' '}
            {column.label}
          </label>
        ))}
    </Drop>
  );
}

function PartHead({ title, line, actions }: { title: string; line: string; actions: ReactNode }) {
  return (
    <div className="row">
      <h2>{title}</h2>
      <span className="quiet">{line}</span>
      <span className="push">{actions}</span>
    </div>
  );
}
