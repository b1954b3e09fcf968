import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { findDuplicateRows, type DuplicateKeysOfRow } from './duplicates.rules.ts';
import type { ImportKind, ImportActor } from '../kind.queries.ts';

/** Marks the rows of an import that duplicate an existing record or an earlier row of the file. */
export async function markDuplicateRows(db: Db, kind: ImportKind, import_id: number): Promise<void> {
  // Fresh statistics let the planner treat all the stored rows at once, not one by one.
  await sql`analyze import_rows`.execute(db);
  await sql`update import_rows set double_of = null, double_of_line = null, double_by = null
    where import_id = ${import_id} and num_nonnulls(double_of, double_of_line) > 0`.execute(db);
  await kind.findDoubles(db, import_id);
  const { rows } = await sql<DuplicateKeysOfRow>`
    with candidates as (select line, keys from import_rows
      where import_id = ${import_id} and record is not null and double_of is null),
    shared as (select key from candidates, unnest(keys) key group by key having count(*) > 1)
    select line, keys from candidates c where exists (select from unnest(c.keys) key join shared using (key))
    order by line`.execute(db);
  const doubles = findDuplicateRows(rows).map(({ key, ...row }) => ({ ...row, by: kind.matchedBy?.(key) }));
  await sql`update import_rows r set double_of_line = d.double_of_line, double_by = d.by
    from jsonb_to_recordset(${JSON.stringify(doubles)}::text::jsonb) as d (line integer, double_of_line integer, by text)
    where r.import_id = ${import_id} and r.line = d.line`.execute(db);
}

type PuttingIn = { kind: ImportKind; id: number; maker: ImportActor };
/** Inserts the new rows of an import as records, in the order of the file; returns their number. */
export async function insertNewRows(db: Db, { kind, id: import_id, maker }: PuttingIn): Promise<number> {
  await sql`update import_rows r set made_id = n.id from (
      select line, nextval(pg_get_serial_sequence(${kind.table}, 'id')) as id from (
        select line from import_rows where import_id = ${import_id} and record is not null
          and double_of is null and double_of_line is null order by line) good) n
    where r.import_id = ${import_id} and r.line = n.line`.execute(db);
  // Without fresh statistics, the planner would expect a row or two, and join row by row.
  await sql`analyze import_rows`.execute(db);
  const good = sql`
    select line, record, made_id from import_rows where import_id = ${import_id} and made_id is not null`;
  await kind.putIn(db, good, maker);
  const done = await sql<{ made: number }>`
    update imports set done_at = clock_timestamp(),
      made = (select count(*) from import_rows where import_id = ${import_id} and made_id is not null)
    where id = ${import_id} returning made`.execute(db);
  return done.rows[0]?.made ?? 0;
}
