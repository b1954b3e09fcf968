import { lazy, Suspense, type FormEvent, type ReactNode } from 'react';
import { useBusinessSettings } from '../business/business.ts';
import { runWhenIdle } from '../navigation/idle.ts';
import { DropDown } from '../shell/DropDown.tsx';
import { columnFilterLabel, columnFilterName, type ListColumn } from './columns.ts';
import { searchTypedFilters } from './table/search-typed.ts';
import { FilterBox } from './table/FilterBox.tsx';
import type { ListExportControl } from './exporting/useListExport.ts';
import type { ColumnStorage } from './useShownColumns.ts';
import type { ListData } from './useList.ts';
import { Button } from '../components/Button.tsx';

// The list tools that load after the rows are one script; if it fails to load, the list works without these tools.
const fetchLate = () =>
  new Promise<void>((go) => void runWhenIdle(go)).then(() => import('./views/late.ts')).catch(() => null);
const Nothing = (_: object): ReactNode => null;
export const LazySavedViews = lazy(async () => ({ default: (await fetchLate())?.SavedViewsRow ?? Nothing }));
const ColumnsMenu = lazy(async () => ({ default: (await fetchLate())?.ColumnsMenu ?? Nothing }));

type Props<Row> = {
  list: ListData<Row>;
  columns: ListColumn<Row>[];
  filters: ListColumn<Row>[];
  /** The shown columns in order, and the storage of that choice. */
  shown: ListColumn<Row>[];
  said: ColumnStorage;
  /** The row spacing: `comfortable`, or empty for compact. */
  density: string;
  setDensity: (density: string) => void;
  views: ReactNode;
  actions: ReactNode;
  exporting: ListExportControl;
};

/** The tools beside a table: filters without a column, the columns menu, the screen's views and actions. */
export const TableTools = <Row,>({
  list,
  columns,
  filters,
  shown,
  said,
  density,
  setDensity,
  views,
  actions,
  exporting,
}: Props<Row>) => (
  <>
    {filters
      .filter((column) => isOffered(list, column))
      .map((column) => (
        <div key={columnFilterName(column)} className="row other-filter">
          <span aria-hidden>{columnFilterLabel(column)}</span>
          <FilterBox list={list} column={column} />
        </div>
      ))}
    <DropDown label="Columns" button>
      <Suspense>
        <ColumnsMenu columns={columns} shown={shown} said={said} density={density} setDensity={setDensity} />
      </Suspense>
    </DropDown>
    <ExportButton {...exporting} />
    {views}
    {actions}
  </>
);

/**
 * The tools above a phone's cards: a button for all filters, a button for the sort order, the screen's views and actions.
 */
export const CardListTools = <Row,>({ list, columns, filters, views, actions, exporting }: Props<Row>) => (
  <div className="card-tools">
    <FiltersDrop list={list} columns={[...filters, ...columns].filter((column) => isOffered(list, column))} />
    <SortDrop list={list} columns={columns.filter(({ sort }) => sort !== false)} />
    <ExportButton {...exporting} icon />
    {(views || actions) && (
      <div className="push row">
        {views}
        {actions}
      </div>
    )}
  </div>
);

/**
 * A button that starts an export and stops a running one, in one element so that the focus stays. A double click only
 * starts an export.
 */
const ExportButton = ({ isRunning, start, stop, icon }: ListExportControl & { icon?: true }) => (
  <Button
    icon={icon}
    aria-label={isRunning ? 'Stop export' : 'Export'}
    onClick={({ detail: clicks }) => clicks < 2 && (isRunning ? stop() : start())}
  >
    {icon ? (isRunning ? '✕' : '⤓') : isRunning ? 'Stop export' : 'Export'}
  </Button>
);

const isOffered = <Row,>(list: ListData<Row>, column: ListColumn<Row>): boolean => {
  const name = columnFilterName(column);
  return name !== null && !list.isFixed(name);
};

type Of<Row> = { list: ListData<Row>; columns: ListColumn<Row>[] };

function FiltersDrop<Row>({ list, columns }: Of<Row>) {
  const { today } = useBusinessSettings();
  if (columns.length === 0) return null;
  const count = Object.keys(list.filters).filter((name) => !list.isFixed(name)).length;
  const search = (event: FormEvent): void => {
    event.preventDefault();
    void searchTypedFilters(list, columns, today);
  };
  return (
    <DropDown label={count > 0 ? `Filters · ${count}` : 'Filters'} button>
      <form className="filter-sheet" onSubmit={search} aria-label="Filters">
        {columns.map((column) => (
          <div key={columnFilterName(column)}>
            <span aria-hidden>{columnFilterLabel(column)}</span>
            <FilterBox list={list} column={column} />
          </div>
        ))}
        <div className="filter-sheet-end">
          <Button type="submit">Search</Button>
          <Button disabled={count === 0} onClick={() => list.search({})}>
            Clear all
          </Button>
        </div>
      </form>
    </DropDown>
  );
}

function SortDrop<Row>({ list, columns }: Of<Row>) {
  const ways = columns.map(({ name, label }) => {
    const by = list.sort.find((each) => each.name === name);
    return { name, text: by ? `${label} ${by.desc ? '↓' : '↑'}` : label, sorted: by !== undefined };
  });
  const first = ways.find(({ name }) => name === list.sort[0]?.name);
  return (
    <DropDown label={first ? `Sort: ${first.text}` : 'Sort'} button>
      {ways.map(({ name, text, sorted }) => (
        <button key={name} type="button" aria-pressed={sorted} onClick={() => list.sortBy(name, false)}>
          {text}
        </button>
      ))}
    </DropDown>
  );
}
