import { useMediaQuery } from '@mantine/hooks';
import { Suspense, type ReactNode } from 'react';
import { ChangesPill } from '../live/ChangesPill.tsx';
import { capitalized } from '../../contract/words.ts';
import { PageHead } from '../shell/pages/PageHead.tsx';
import { ErrorBox } from '../components/ErrorBox.tsx';
import {
  columnFilterLabel,
  columnFilterName,
  formatFilterValue,
  type RowCard,
  type ListColumn,
  type NamedColumn,
} from './columns.ts';
import { CardList } from './table/CardList.tsx';
import { useStoredText } from '../shell/useStoredText.ts';
import { useShownColumns } from './useShownColumns.ts';
import { useFactsOfShownRows, type ListData, type ListFacts } from './useList.ts';
import { ListTable } from './table/ListTable.tsx';
import { CardListTools, TableTools, LazySavedViews } from './ListTools.tsx';
import { Pager, formatListTotal } from './Pager.tsx';
import { Button } from '../components/Button.tsx';
import { useListExport, type ListExportControl } from './exporting/useListExport.ts';

/** How a list links, names and colors a row, and the row's content on a phone. */
export type ListRowOptions<Row> = {
  /** Returns the path of a row's View link; without this function, the `cell` of a column links to the record. */
  viewPath?: (row: Row) => string;
  /** Returns the name of a row's record, for the label of its link (`View Robin Smith, Dec 12`). */
  nameOf?: (row: Row) => string;
  /** Returns the marks that decide a row's colors: names separated by spaces. */
  marksOf?: (row: Row) => string;
  /** Returns the content of a row as a card on a phone; by default the record's name and its columns. */
  card?: (row: Row) => RowCard;
};

type Props<Row, F extends string, S extends string> = {
  list: ListData<Row, F, S>;
  title: string;
  /** The noun for a row in the line under the list's title: `tee time`. */
  noun: string;
  columns: NamedColumn<Row, NoInfer<F>, NoInfer<S>>[];
  /** Filters that belong to no column; they are shown beside the list's title. */
  filters?: NamedColumn<Row, NoInfer<F>, NoInfer<S>>[];
  row: ListRowOptions<Row>;
  /** Content that is shown after the number of rows, once that number is known. */
  further?: ReactNode;
  /** Links to other views of the list's rows, in the list's head before the actions. */
  views?: ReactNode;
  /** Further actions to offer when the list has no rows. */
  whenEmpty?: ReactNode;
  /** The actions at the right of the list's head; at most one of them is green. */
  actions?: ReactNode;
};

/** A whole list screen or, for a list with `fixedFilters`, the list section of another screen. */
export function ListPage<Row extends { id: number }, F extends string, S extends string>({
  list,
  title,
  noun,
  columns,
  filters = [],
  row: { viewPath, nameOf, marksOf, card },
  further,
  views,
  whenEmpty,
  actions,
}: Props<Row, F, S>) {
  const onPhone = useMediaQuery('(max-width: 599.98px)', undefined, { getInitialValueInEffect: false });
  const { shown, said: saidIn } = useShownColumns(list, columns);
  const [density, setDensity] = useStoredText('density');
  const said = useFactsOfShownRows(list);
  const named = said.total === 1 ? noun : `${noun}s`;
  const filtered = [...columns, ...filters];
  const words = { title, noun, said: summary({ ...said, total: 0, moreThan: null }, filtered, `${noun}s`) };
  const exporting = useListExport(list, shown, words);
  const tools = {
    list,
    columns,
    shown,
    said: saidIn,
    filters,
    views,
    actions,
    exporting,
    density,
    setDensity,
  };
  const head = {
    title,
    line: (
      <>
        {summary(said, filtered, named)} {said.total !== undefined && further} <ExportLine {...exporting} />
      </>
    ),
    actions: onPhone ? null : <TableTools {...tools} />,
  };
  const rows = {
    list,
    columns: shown,
    caption: title,
    ...(viewPath && { viewPath }),
    ...(marksOf && { marksOf }),
    nameOf: nameOf ?? (({ id }: Row) => `${noun} ${id}`),
    empty: (
      <>
        <EmptyListMessage list={list} columns={filtered} noun={noun} /> {whenEmpty}
      </>
    ),
  };
  return (
    <section className={list.isScreen ? 'list-page' : 'list-part'} aria-label={title}>
      {list.isScreen ? <PageHead {...head} /> : <PartHead {...head} />}
      {list.isScreen && (
        <div className="views">
          <Suspense>
            <LazySavedViews list={list} columns={columns} shown={shown} />
          </Suspense>
        </div>
      )}
      {onPhone ? <CardListTools {...tools} /> : <FilterChips list={list} columns={filtered} />}
      {list.error && (
        <ErrorBox error={list.error} retry={list.retry} labelOf={(name) => labelOf(filtered, name)} />
      )}
      <ExportError {...exporting} />
      <ChangesPill news={list.news} noun={noun} />
      <div className="list-frame" data-density={density}>
        {onPhone ? <CardList {...rows} {...(card && { card })} /> : <ListTable {...rows} />}
        <Pager list={list} said={said} />
      </div>
    </section>
  );
}

const ExportLine = ({ said }: ListExportControl) => <span role="status">{said && `· ${said}`}</span>;
const ExportError = ({ error, start }: ListExportControl) =>
  error && <ErrorBox error={error} retry={start} />;

/** Shows each applied filter of a list with a button that removes it; shows nothing without filters. */
export function FilterChips<Row>({ list, columns }: { list: ListData<Row>; columns: ListColumn<Row>[] }) {
  const applied = Object.entries(list.filters).filter(([name]) => !list.isFixed(name));
  if (applied.length === 0) return null;
  return (
    <ul className="row chips" aria-label="Filters">
      {applied.map(([name, value]) => {
        const column = columnOf(columns, name);
        const text = `${labelOf(columns, name)}: ${formatFilterValue(column, value)}`;
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
        <Button look="quiet" onClick={() => list.search({})}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

/** Explains why a list is empty: the filters that match no row, with a button that removes them. */
export function EmptyListMessage<Row>({
  list,
  columns,
  noun,
}: {
  list: ListData<Row>;
  columns: ListColumn<Row>[];
  noun: string;
}) {
  const filtered = matching(list, columns);
  if (list.page > 1)
    return (
      <>
        No rows on page {list.page}. <Button onClick={() => list.toPage(1)}>First page</Button>
      </>
    );
  if (filtered === '') return <>No {noun}s yet.</>;
  return (
    <>
      No {noun}s {filtered}. <Button onClick={() => list.search({})}>Clear filters</Button>
    </>
  );
}

// Finds the column that a filter name belongs to; a column without a filter box may still be filtered by another part of
// its screen.
const columnOf = <Row,>(columns: ListColumn<Row>[], name: string) =>
  columns.find((each) => (columnFilterName(each) ?? each.name) === name);

/** Returns the screen's label of a filter. */
function labelOf<Row>(columns: ListColumn<Row>[], name: string): string {
  const column = columnOf(columns, name);
  return column ? columnFilterLabel(column) : inWords(name);
}

/** Returns a filter that has no column, such as `customer_id`, in the words that records use: `Customer number`. */
const inWords = (name: string): string => capitalized(name.replace(/_id$/, ' number').replaceAll('_', ' '));

function matching<Row>(list: Pick<ListFacts, 'filters'>, columns: ListColumn<Row>[]): string {
  const parts = Object.entries(list.filters).map(([name, value]) => {
    return `${labelOf(columns, name)} “${formatFilterValue(columnOf(columns, name), value)}”`;
  });
  return parts.length > 0 ? `with ${parts.join(' and ')}` : '';
}

// Sort fields that some lists use without showing them as a column.
const WITHOUT_COLUMN: Record<string, { kind: 'instant'; label: string }> = {
  created_at: { kind: 'instant', label: 'Created' },
};

function summary<Row>(list: ListFacts, columns: ListColumn<Row>[], named: string): string {
  if (list.total === undefined) return ' ';
  const [first] = list.sort;
  const column = columns.find((each) => each.name === first?.name) ?? WITHOUT_COLUMN[first?.name ?? ''];
  const parts = [`${formatListTotal(list)} ${named}`, matching(list, columns)].filter(Boolean).join(' ');
  return first && column ? `${parts}, ${order(column.kind, column.label, first.desc)}` : parts;
}

function order(kind: ListColumn<unknown>['kind'], label: string, desc: boolean): string {
  if (kind === 'instant') return desc ? 'newest first' : 'oldest first';
  if (kind === 'day') return desc ? 'latest first' : 'earliest first';
  return `by ${label}${desc ? ', descending' : ''}`;
}

function PartHead({ title, line, actions }: { title: string; line: ReactNode; actions: ReactNode }) {
  return (
    <div className="row">
      <h2>{title}</h2>
      <span className="quiet">{line}</span>
      <div className="row push">{actions}</div>
    </div>
  );
}
