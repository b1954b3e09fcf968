import { lazy, Suspense, type FormEvent, type ReactNode } from 'react';
import { useBusiness } from '../business/business.ts';
import { whenIdle } from '../navigation/idle.ts';
import { DropDown } from '../shell/DropDown.tsx';
import { filterLabelOf, filterOf, type Column } from './columns.ts';
import { searchTyped } from './table/search-typed.ts';
import { FilterBox } from './table/FilterBox.tsx';
import type { ExportRun } from './exporting/useExport.ts';
import type { ColumnStorage } from './useColumns.ts';
import type { List } from './useList.ts';
import { Button } from '../components/Button.tsx';

// The list tools that load after the rows are one script; if it fails to load, the list works without these tools.
const fetchLate = () =>
  new Promise<void>((go) => void whenIdle(go)).then(() => import('./views/late.ts')).catch(() => null);
const Nothing = (_: object): ReactNode => null;
export const ListViews = lazy(async () => ({ default: (await fetchLate())?.ViewsRow ?? Nothing }));
const ColumnsMenu = lazy(async () => ({ default: (await fetchLate())?.ColumnsMenu ?? Nothing }));

type Props<Row> = {
  list: List<Row>;
  columns: Column<Row>[];
  filters: Column<Row>[];
  /** The shown columns in order, and the storage of that choice. */
  shown: Column<Row>[];
  said: ColumnStorage;
  /** The row spacing: `comfortable`, or empty for compact. */
  density: string;
  setDensity: (density: string) => void;
  views: ReactNode;
  actions: ReactNode;
  exporting: ExportRun;
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
        <div key={filterOf(column)} className="row other-filter">
          <span aria-hidden>{filterLabelOf(column)}</span>
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
export const CardTools = <Row,>({ list, columns, filters, views, actions, exporting }: Props<Row>) => (
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
const ExportButton = ({ isRunning, start, stop, icon }: ExportRun & { icon?: true }) => (
  <Button
    icon={icon}
    aria-label={isRunning ? 'Stop export' : 'Export'}
    onClick={({ detail: clicks }) => clicks < 2 && (isRunning ? stop() : start())}
  >
    {icon ? (isRunning ? '✕' : '⤓') : isRunning ? 'Stop export' : 'Export'}
  </Button>
);

const isOffered = <Row,>(list: List<Row>, column: Column<Row>): boolean => {
  const name = filterOf(column);
  return name !== null && !list.isFixed(name);
};

type Of<Row> = { list: List<Row>; columns: Column<Row>[] };

function FiltersDrop<Row>({ list, columns }: Of<Row>) {
  const { today } = useBusiness();
  if (columns.length === 0) return null;
  const count = Object.keys(list.filters).filter((name) => !list.isFixed(name)).length;
  const search = (event: FormEvent): void => {
    event.preventDefault();
    void searchTyped(list, columns, today);
  };
  return (
    <DropDown label={count > 0 ? `Filters · ${count}` : 'Filters'} button>
      <form className="filter-sheet" onSubmit={search} aria-label="Filters">
        {columns.map((column) => (
          <div key={filterOf(column)}>
            <span aria-hidden>{filterLabelOf(column)}</span>
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
