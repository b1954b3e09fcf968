import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '../../contract/wire.ts';
import { InvalidFields } from '../http/errors.ts';
import type { ListSort } from './list-filters.ts';

export type SortOrder = { name: string; sort: ListSort; desc: boolean };
type Sorted = {
  sorts: Record<string, ListSort>;
  defaultSort: (readonly [string, boolean])[];
  endsInDefault?: true;
};

export const joinedKeys = (known: object): string => Object.keys(known).join(', ');

/** Returns the sort columns of a query: the requested ones, or the default. The id is not among them. */
export function sortOrders(of: Sorted, query: ListQuery): SortOrder[] {
  const requested: [string, boolean][] = query.sort_fields.map((name, i) => [
    name,
    query.sort_desc[i] ?? false,
  ]);
  const others = of.defaultSort.filter(([name]) => !query.sort_fields.includes(name));
  const whole = requested.length === 0 || of.endsInDefault ? [...requested, ...others] : requested;
  return whole.map(([name, desc]) => {
    const sort = Object.hasOwn(of.sorts, name) ? of.sorts[name] : undefined;
    if (!sort)
      throw new InvalidFields({
        sort_fields: [`${name} is no column that this list sorts by, which are ${joinedKeys(of.sorts)}`],
      });
    return { name, sort, desc };
  });
}

/** Returns the SQL that orders by these columns, then by the id in the direction of `id`. */
export function orderBySql(columns: RawBuilder<unknown>[], order: SortOrder[], id: { desc: boolean }) {
  const directed = columns.map((column, at) => {
    const { desc, sort } = order[at] ?? { desc: id.desc, sort: { nullable: false } };
    return sql`${column} ${sql.raw(desc ? 'desc' : 'asc')}${sql.raw(sort.nullable && desc ? ' nulls last' : '')}`;
  });
  return sql.join(directed);
}
