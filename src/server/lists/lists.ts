import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { ListFilterName, ListCall, ListRow, ListSortName } from '../../contract/call.ts';
import { dayRangeText, type DayRange } from '../../contract/typed/day-ranges.ts';
import type { CountQuery, ListQuery } from '../../contract/wire.ts';
import type { Db } from '../process/context.ts';
import { onlyRow } from '../database/only-row.ts';
import { PREPARED_STATEMENT_MARK } from '../database/prepared.ts';
import { InvalidFields, NotFound } from '../http/errors.ts';
import {
  toRawSql,
  UnreadableFilter,
  type SqlCondition,
  type ListFilter,
  type ListSort,
  type ColumnOrSql,
  type PartByPartRead,
} from './list-filters.ts';
import { joinedKeys, orderBySql, sortOrders, type SortOrder } from './order.ts';
import { mergedPartsPage } from './walk.ts';

type Column = { select?: ColumnOrSql; filter?: ListFilter; sort?: ListSort };
// Requires exactly the column names of the list's contract: a list with a missing or extra name does not compile.
type Columns<C extends ListCall> = {
  [Name in (keyof ListRow<C> & string) | ListFilterName<C> | ListSortName<C>]: (Name extends keyof ListRow<C>
    ? { select: ColumnOrSql }
    : { select?: never }) &
    (Name extends ListFilterName<C> ? { filter: ListFilter } : { filter?: never }) &
    (Name extends ListSortName<C> ? { sort: ListSort } : { sort?: never });
};

type Declared = {
  /** The table and its alias, which the columns below use; rows are counted and ordered by this table. */
  table: string;
  as: string;
  /** The SQL joins by alias; the query for the ids of a page has only the joins that its filters and sorts need. */
  joins?: Record<string, string>;
  /** The default sort: wire names, each with true for descending. */
  defaultSort: (readonly [string, boolean])[];
  /** Sorts equal rows by the default sort, and only then by id. */
  endsInDefault?: true;
  /** The default number of rows per page; 'all' for short lists. */
  perPage?: number | 'all';
  /** Allows a request for all rows (`per_page` -1). */
  mayAskForAll?: boolean;
  /** A condition that every row of the list meets. */
  always?: SqlCondition;
  /** Returns the number of rows of the unfiltered list, if that can be had without counting them. */
  total?: (db: Db) => Promise<number>;
  /**
   * Returns a starting condition for a page far down in the default order of the unfiltered list, so that the
   * database need not read all rows before it.
   */
  start?: (db: Db, offset: number, desc: boolean) => Promise<PageStart>;
};

/** The declaration of a list: the SQL of each name that its contract shows, filters or sorts by. */
export type ListDeclaration<C extends ListCall> = Declared & {
  columns: Columns<C>;
  defaultSort: (readonly [ListSortName<C>, boolean])[];
};

type Columned = Declared & {
  select: Record<string, ColumnOrSql>;
  filters: Record<string, ListFilter>;
  sorts: Record<string, ListSort>;
};
function columned<C extends ListCall>({ columns, ...of }: ListDeclaration<C>): Columned {
  const parts: Pick<Columned, 'select' | 'filters' | 'sorts'> = { select: {}, filters: {}, sorts: {} };
  for (const [name, { select, filter, sort }] of Object.entries<Column>(columns)) {
    if (select) parts.select[name] = select;
    if (filter) parts.filters[name] = filter;
    if (sort) parts.sorts[name] = sort;
  }
  return { ...of, ...parts };
}

/** The condition that excludes the rows before a page, and how many of the remaining rows to skip. */
export type PageStart = { condition: SqlCondition; skip: number };
// The database reads and skips this many rows faster than it finds a starting condition.
const FAR = 1000;

/**
 * Builds the queries of a list from its declaration. `page` finds the ids of one page of results first and joins the
 * other tables for those rows only; `count` uses the same filters. Unknown filters and sorts give a 422; every order
 * ends with the id.
 */
export function defineList<C extends ListCall>(declared: ListDeclaration<C>) {
  type Row = ListRow<C>;
  const of = columned(declared);
  // The SQL of the first page of the unfiltered list is by far the most frequent query, so it is compiled once.
  let opening: CompiledQuery<Row> | undefined;

  async function page(db: Db, query: ListQuery, also: SqlCondition[] = []): Promise<Row[]> {
    const applied = await filtered(of, db, query, also);
    const isWhole = !applied.any && query.sort_fields.length === 0;
    const isOpening = isWhole && query.page === 1 && sizeOf(of, query) === usualSize(of);
    const statement = (isOpening && opening) || (await pageOf<Row>(of, db, query, applied));
    if (isOpening) opening = statement;
    return (await db.executeQuery(statement)).rows;
  }

  /** Counts the matching rows; with a `cap`, counting stops at one row above it. */
  async function count(db: Db, query: CappedQuery, also: SqlCondition[] = []): Promise<number> {
    const { conditions, needed, any, scattered } = await filtered(of, db, query, also);
    if (!any && of.total) return of.total(db);
    const rows = sql`from ${from(of, needed)} ${allOf(conditions)}`;
    // An index does not contain `ctid`, so selecting it makes the planner read in the table's order, or by trigrams,
    // until there are enough rows.
    const hit = scattered ? sql.ref(`${of.as}.ctid`) : sql`true`;
    const counted =
      query.cap === undefined
        ? sql<{ n: number }>`select count(*) as n ${rows}`
        : sql<{ n: number }>`select count(hit) as n
            from (select ${hit} as hit ${rows} limit ${sql.lit(query.cap + 1)}) counted`;
    return onlyRow(await counted.execute(db)).n;
  }

  /**
   * Reads one record with the list's columns and those of `also`, for the record's own screen; throws NotFound with
   * the noun `what`.
   */
  async function find<Whole>(db: Db, id: number, what: string, also: Beside<Row, Whole>): Promise<Whole> {
    const conditions = [sql<boolean>`${idOf(of)} = ${id}`, ...(of.always ? [of.always] : [])];
    const found = await sql<Whole>`select ${selected({ ...of.select, ...also })}
      from ${from(of)} ${allOf(conditions)}`.execute(db);
    const [row] = found.rows;
    if (!row) throw new NotFound(what);
    return row;
  }

  return { page, count, find };
}

/** The columns of a complete record that its row in the list lacks. */
type Beside<Row, Whole> = { [Name in Exclude<keyof Whole, keyof Row>]-?: ColumnOrSql };

type AppliedFilters = Awaited<ReturnType<typeof filtered>>;

// Compiles the query of a page. The first page of the unfiltered list always has the same SQL, so it is marked as PREPARED.
async function pageOf<Row>(of: Columned, db: Db, query: ListQuery, applied: AppliedFilters) {
  return sql<Row>`${applied.any || query.page > 1 ? sql`` : PREPARED_STATEMENT_MARK}
    with found as materialized (${await foundOn(of, db, query, applied)}),
    page as (select found_id, row_number() over () as place from found)
    select ${selected(of.select)} from page join ${from(of)} on ${idOf(of)} = found_id
    order by page.place`.compile(db);
}

// Returns the subquery for the ids of one page of results, in the list's order, as column `found_id`.
async function foundOn(
  of: Columned,
  db: Db,
  query: ListQuery,
  { conditions, needed, any, walk }: AppliedFilters,
) {
  const order = sortOrders(of, query);
  const id = idOf(of);
  const rows = from(of, new Set([...needed, ...order.flatMap((one) => one.sort.needs)]));
  const size = sizeOf(of, query);
  const along = order[0]?.sort.walk ?? walk;
  if (along && size !== null)
    return mergedPartsPage(along, { id, rows, conditions, order, size, offset: (query.page - 1) * size });
  const place = await placeOf(of, db, query, { any, order });
  return sql`select ${id} as found_id from ${rows} ${allOf([...conditions, ...place.conditions])}
    order by ${orderBySql([...order.map(({ sort }) => sort.by), id], order, lastOf(of, order))} ${place.limit}`;
}

// The id sorts in the direction of the first sort column, whose index includes the id, or in that of the last one if
// the order ends in the default sort.
const lastOf = (of: Columned, order: SortOrder[]) => ({
  desc: (of.endsInDefault ? order.at(-1) : order[0])?.desc ?? false,
});

const idOf = (of: Columned) => sql.ref(`${of.as}.id`);
const from = (of: Columned, needed?: ReadonlySet<string>) => {
  const joins = Object.entries(of.joins ?? {}).filter(([alias]) => needed?.has(alias) ?? true);
  const joined = joins.map(([, join]) => sql.raw(join));
  return sql`${sql.table(of.table)} as ${sql.ref(of.as)} ${sql.join(joined, sql` `)}`;
};
const selected = (columns: Columned['select']) =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${toRawSql(column)} as ${sql.ref(name)}`));

type CappedQuery = CountQuery & { cap?: number | undefined };

const allOf = (conditions: SqlCondition[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

type Place = { conditions: SqlCondition[]; limit: RawBuilder<unknown> };

async function placeOf(
  of: Columned,
  db: Db,
  query: ListQuery,
  { any, order }: { any: boolean; order: SortOrder[] },
): Promise<Place> {
  const size = sizeOf(of, query);
  if (size === null) return { conditions: [], limit: sql`` };
  const offset = (query.page - 1) * size;
  const start = any || offset < FAR ? null : await startOf(of, db, order, offset);
  const skip = offset > 0 ? sql` offset ${start?.skip ?? offset}` : sql``;
  return { conditions: start ? [start.condition] : [], limit: sql`limit ${sql.lit(size)}${skip}` };
}

async function startOf(of: Columned, db: Db, order: SortOrder[], offset: number): Promise<PageStart | null> {
  const [first, ...others] = order;
  if (!of.start || !first || others.length > 0 || first.name !== of.defaultSort[0]?.[0]) return null;
  return of.start(db, offset, first.desc);
}

async function filtered(of: Columned, db: Db, query: CountQuery, also: SqlCondition[]) {
  const errors: Record<string, string[]> = {};
  const conditions = [...also];
  const used: ListFilter[] = [];
  let walk: PartByPartRead | undefined;
  const refuse = (name: string, why: string) => (errors[name] ??= []).push(why);
  for (const [name, sent] of Object.entries(query.filters)) {
    const filter = Object.hasOwn(of.filters, name) ? of.filters[name] : undefined;
    if (!filter)
      refuse('filters', `${name} is not a filter of this list, which has ${joinedKeys(of.filters)}`);
    else if (sent !== null && sent !== '') {
      const read = await foundBy(filter, sent, db);
      if (typeof read === 'string') refuse(name, read);
      else conditions.push(read.condition);
      if (typeof read !== 'string') walk ??= read.walk;
      used.push(filter);
    }
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  const any = conditions.length > 0;
  if (of.always) conditions.push(of.always);
  const needed = new Set(used.flatMap(({ needs }) => needs));
  return { conditions, needed, any, scattered: used.some(({ scattered }) => scattered), walk };
}

// Returns the condition for a filter's value, or a sentence that says why the value cannot be read.
async function foundBy(filter: ListFilter, sent: string | number | boolean | DayRange, db: Db) {
  if (typeof sent === 'object' && !filter.takesRange) return 'must be a text, a number, true or false';
  try {
    const found = await filter.where(typeof sent === 'object' ? dayRangeText(sent) : String(sent), db);
    return 'walk' in found ? found : { condition: found, walk: undefined };
  } catch (error) {
    if (error instanceof UnreadableFilter) return error.message;
    throw error;
  }
}

function sizeOf(of: Columned, query: ListQuery): number | null {
  if (query.per_page > 0) return query.per_page;
  if (query.per_page === -1 && of.mayAskForAll) return null;
  return usualSize(of);
}

const usualSize = (of: Pick<Declared, 'perPage'>): number | null =>
  of.perPage === 'all' ? null : (of.perPage ?? 30);
