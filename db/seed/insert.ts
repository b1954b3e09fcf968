import { sql, type Insertable, type Kysely } from 'kysely';
import type { Tables } from '../../src/server/database/tables.ts';

export type SeedDb = Kysely<Tables>;
const ROWS_AT_ONCE = 2000;

/**
 * Inserts many rows that all have the same columns, a few thousand per statement. The next statement is built while the
 * last one runs.
 */
export async function insertRows<T extends keyof Tables & string>(
  db: SeedDb,
  table: T,
  rows: Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  let before: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE));
    await before;
    before = sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(db);
  }
  await before;
}

/** Lets the sequences of tables continue after the ids that were inserted. */
export async function continueSequences(db: SeedDb, tables: (keyof Tables & string)[]): Promise<void> {
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
      db,
    );
  }
}
