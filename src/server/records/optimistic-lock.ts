import { sql } from 'kysely';
import type { Actor, Db } from '../process/context.ts';
import { NotFound, StaleRecord } from '../http/errors.ts';
import type { Tables } from '../database/tables.ts';

// The nouns that differ from the name of their table.
const NOUNS: Partial<Record<keyof Tables, string>> = {
  api_users: 'partner',
  helpful_links: 'link',
  rate_date_ranges: 'date range',
  staff_users: 'user',
};
/** Returns a noun for a table's record, for "not found" messages: `This gift certificate`. */
export const recordNoun = (table: keyof Tables): string =>
  `This ${NOUNS[table] ?? table.replace(/s$/, '').replaceAll('_', ' ')}`;

/** Locks a record for an update; throws NotFound if it is missing, StaleRecord if it has changed since the person loaded it. */
export async function lockUnchanged(
  db: Db,
  table: keyof Tables & string,
  id: number,
  seenAt: string | null | undefined,
): Promise<void> {
  const found = await sql<{ updated_at: string; updated_by: string | null }>`
    select updated_at, updated_by from ${sql.table(table)} where id = ${id} for update`.execute(db);
  const row = found.rows[0];
  if (!row) throw new NotFound(recordNoun(table));
  if (seenAt && seenAt !== row.updated_at) throw new StaleRecord(row.updated_by, row.updated_at);
}

/** Returns the columns that record who changed a record last, and when. */
export const lastChangeColumns = ({ name }: Pick<Actor, 'name'>) => ({
  updated_at: sql<string>`clock_timestamp()`,
  updated_by: name,
});
