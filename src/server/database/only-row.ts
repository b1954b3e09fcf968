import type { QueryResult } from 'kysely';

/** The row of a statement that always answers one: an aggregate, an insert that returns. */
export function onlyRow<Row>({ rows }: QueryResult<Row>): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always answers a row answered none.');
  return row;
}
