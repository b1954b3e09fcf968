import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { FilterOf, ListCall, RowOf, SortOf } from '../../contract/call.ts';
import { daysText, type DayRange } from '../../contract/typed/day-ranges.ts';
import type { CountQuery, ListQuery } from '../../contract/wire.ts';
import type { Db } from '../process/context.ts';
import { onlyRow } from '../database/only-row.ts';
import { PREPARED } from '../database/prepared.ts';
import { Invalid, NotFound } from '../http/errors.ts';
import {
  asSql,
  NotReadable,
  type Condition,
  type Filter,
  type Sort,
  type Sql,
  type PartsWalk,
} from './list-filters.ts';
import { namesOf, orderBy, sortOrders, type SortOrder } from './order.ts';
import { mergedPartsPage } from './walk.ts';

type Column = { select?: Sql; filter?: Filter; sort?: Sort };
// Requires exactly the names of the contract; with one missing or extra, the list does not compile.
type Columns<C extends ListCall> = {
  [Name in (keyof RowOf<C> & string) | FilterOf<C> | SortOf<C>]: (Name extends keyof RowOf<C>
    ? { select: Sql }
    : { select?: never }) &
    (Name extends FilterOf<C> ? { filter: Filter } : { filter?: never }) &
    (Name extends SortOf<C> ? { sort: Sort } : { sort?: never });
};

type Declared = {
  /** The table and its alias, which every name below uses; rows are counted and ordered on it. */
  table: string;
  as: string;
  /** The joins by alias; the ids of a page are found with only those that its filters and sorts need. */
  joins?: Record<string, string>;
  /** Wire names, with true for descending. */
  defaultSort: (readonly [string, boolean])[];
  /** Equal rows follow the default order, and only then the id. */
  endsInDefault?: true;
  /** Rows on a page by default; 'all' for short lists. */
  perPage?: number | 'all';
  /** Allows -1, which requests all rows. */
  mayAskForAll?: boolean;
  /** The condition that always holds. */
  always?: Condition;
  /** A cheaper total for the unfiltered list. */
  total?: (db: Db) => Promise<number>;
  /** The start of a page far down in the default order of the whole list, so that nobody walks to it row by row. */
  start?: (db: Db, offset: number, desc: boolean) => Promise<PageStart>;
};

/** The SQL behind each name that a list's contract shows, filters or sorts by. */
export type ListOf<C extends ListCall> = Declared & {
  columns: Columns<C>;
  defaultSort: (readonly [SortOf<C>, boolean])[];
};

type Columned = Declared & {
  select: Record<string, Sql>;
  filters: Record<string, Filter>;
  sorts: Record<string, Sort>;
};
function columned<C extends ListCall>({ columns, ...of }: ListOf<C>): Columned {
  const parts: Pick<Columned, 'select' | 'filters' | 'sorts'> = { select: {}, filters: {}, sorts: {} };
  for (const [name, { select, filter, sort }] of Object.entries<Column>(columns)) {
    if (select) parts.select[name] = select;
    if (filter) parts.filters[name] = filter;
    if (sort) parts.sorts[name] = sort;
  }
  return { ...of, ...parts };
}

/** The condition that leaves out the rows before, and how many of the rest to skip. */
export type PageStart = { condition: Condition; skip: number };
// Pages nearer than this are faster to walk to.
const FAR = 1000;

/**
 * Builds a list from its declaration: a SELECT and its columns for a call. `page` finds the ids of one page first and
 * joins the rest for those rows only; `count` shares the filters. Unknown filters and sorts give a 422; every order
 * ends with the id.
 */
export function list<C extends ListCall>(declared: ListOf<C>) {
  type Row = RowOf<C>;
  const of = columned(declared);
  // The first page of the unfiltered list: by far the most frequent query, so it is compiled once.
  let opening: CompiledQuery<Row> | undefined;

  async function page(db: Db, query: ListQuery, also: Condition[] = []): Promise<Row[]> {
    const applied = await filtered(of, db, query, also);
    const isWhole = !applied.any && query.sort_fields.length === 0;
    const isOpening = isWhole && query.page === 1 && sizeOf(of, query) === usualSize(of);
    const statement = (isOpening && opening) || (await pageOf<Row>(of, db, query, applied));
    if (isOpening) opening = statement;
    return (await db.executeQuery(statement)).rows;
  }

  /** Counts the rows; with a `cap`, no further than one above it. */
  async function count(db: Db, query: CappedQuery, also: Condition[] = []): Promise<number> {
    const { conditions, needed, any, scattered } = await filtered(of, db, query, also);
    if (!any && of.total) return of.total(db);
    const rows = sql`from ${from(of, needed)} ${allOf(conditions)}`;
    // An index has no `ctid`, so this makes the planner read in the table's order, or by trigrams, until there are
    // enough.
    const hit = scattered ? sql.ref(`${of.as}.ctid`) : sql`true`;
    const counted =
      query.cap === undefined
        ? sql<{ n: number }>`select count(*) as n ${rows}`
        : sql<{ n: number }>`select count(hit) as n
            from (select ${hit} as hit ${rows} limit ${sql.lit(query.cap + 1)}) counted`;
    return onlyRow(await counted.execute(db)).n;
  }

  /** Finds one record with the list's columns and those of `also` for its own screen; throws NotFound with `what`. */
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

/** The columns of a whole record that its list row lacks. */
type Beside<Row, Whole> = { [Name in Exclude<keyof Whole, keyof Row>]-?: Sql };

type AppliedFilters = Awaited<ReturnType<typeof filtered>>;

// The first page of the whole list is the same statement each time, whatever the query said.
async function pageOf<Row>(of: Columned, db: Db, query: ListQuery, applied: AppliedFilters) {
  return sql<Row>`${applied.any || query.page > 1 ? sql`` : PREPARED}
    with found as materialized (${await foundOn(of, db, query, applied)}),
    page as (select found_id, row_number() over () as place from found)
    select ${selected(of.select)} from page join ${from(of)} on ${idOf(of)} = found_id
    order by page.place`.compile(db);
}

// The ids of a page in its order, as `found_id`.
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
    order by ${orderBy([...order.map(({ sort }) => sort.by), id], order, lastOf(of, order))} ${place.limit}`;
}

// The id sorts in the direction of the first column, whose index includes it, or of the columns that the order ends in.
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
  sql.join(Object.entries(columns).map(([name, column]) => sql`${asSql(column)} as ${sql.ref(name)}`));

type CappedQuery = CountQuery & { cap?: number | undefined };

const allOf = (conditions: Condition[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

type Place = { conditions: Condition[]; limit: RawBuilder<unknown> };

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

async function filtered(of: Columned, db: Db, query: CountQuery, also: Condition[]) {
  const errors: Record<string, string[]> = {};
  const conditions = [...also];
  const used: Filter[] = [];
  let walk: PartsWalk | undefined;
  const refuse = (name: string, why: string) => (errors[name] ??= []).push(why);
  for (const [name, sent] of Object.entries(query.filters)) {
    const filter = Object.hasOwn(of.filters, name) ? of.filters[name] : undefined;
    if (!filter) refuse('filters', `${name} is not a filter of this list, which has ${namesOf(of.filters)}`);
    else if (sent !== null && sent !== '') {
      const read = await foundBy(filter, sent, db);
      if (typeof read === 'string') refuse(name, read);
      else conditions.push(read.condition);
      if (typeof read !== 'string') walk ??= read.walk;
      used.push(filter);
    }
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const any = conditions.length > 0;
  if (of.always) conditions.push(of.always);
  const needed = new Set(used.flatMap(({ needs }) => needs));
  return { conditions, needed, any, scattered: used.some(({ scattered }) => scattered), walk };
}

// Returns the condition for a filter's value, or a sentence that says why it cannot be read.
async function foundBy(filter: Filter, sent: string | number | boolean | DayRange, db: Db) {
  if (typeof sent === 'object' && !filter.takesRange) return 'must be a text, a number, true or false';
  try {
    const found = await filter.where(typeof sent === 'object' ? daysText(sent) : String(sent), db);
    return 'walk' in found ? found : { condition: found, walk: undefined };
  } catch (error) {
    if (error instanceof NotReadable) return error.message;
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
