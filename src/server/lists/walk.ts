import { sql, type RawBuilder } from 'kysely';
import type { SqlCondition, PartByPartRead } from './list-filters.ts';
import { orderBySql, type SortOrder } from './order.ts';

type WalkQuery = {
  /** The table's id, and the table with the joins that the conditions and the order need. */
  id: RawBuilder<unknown>;
  rows: RawBuilder<unknown>;
  conditions: SqlCondition[];
  order: SortOrder[];
  size: number;
  offset: number;
};

/**
 * Returns the subquery for the ids of a page of results, for a table whose rows fall into few parts: each part is
 * read along its index, no further than the page can show, and the results are merged in order. If the list is sorted
 * by the parts' key, the parts are read one after the other until the page is full.
 */
export function mergedPartsPage({ parts, rows: conditionsOfParts }: PartByPartRead, query: WalkQuery) {
  const { id, rows, conditions, order, size, offset } = query;
  const [first] = order;
  const isByKey = first?.sort.walk !== undefined;
  const within = isByKey ? order.slice(1) : order;
  const last = { desc: order.at(-1)?.desc ?? false };
  const columns = within.map((_, at) => sql.ref(`by_${at}`));
  const most = sql.lit(offset + size);
  const part = (condition: SqlCondition) => sql`(select ${id} as found_id
      ${sql.join(
        within.map(({ sort }, at) => sql`, ${sort.by} as ${columns[at]}`),
        sql` `,
      )}
    from ${rows} where ${sql.join([...conditions, condition], sql` and `)}
    order by ${orderBySql([...within.map(({ sort }) => sort.by), id], within, last)} limit ${most})`;
  const key = isByKey && first ? [sql.ref('s.key')] : [];
  const inOrder = key.length > 0 && first ? sql`order by ${orderBySql(key, [first], last)}` : sql``;
  return sql`select found_id from (select * from (${parts}) as s ${inOrder}) as s
    cross join lateral (${sql.join(conditionsOfParts.map(part), sql` union all `)}) as w
    order by ${orderBySql([...key, ...columns, sql.ref('found_id')], order, last)} limit ${sql.lit(size)} offset ${sql.lit(offset)}`;
}
