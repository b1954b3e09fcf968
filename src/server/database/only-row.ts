import type { QueryResult } from 'kysely';

/** Returns the only row of a statement that always has exactly one: an aggregate, or an insert with `returning`. */
export function onlyRow<Row>({ rows }: QueryResult<Row>): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always answers a row answered none.');
  return row;
}
