import { sql } from 'kysely';
import type { Actor, Db } from '../process/context.ts';
import { NotFound, Stale } from '../http/errors.ts';
import type { Tables } from '../database/tables.ts';

// The nouns that differ from the table's name.
const NOUNS: Partial<Record<keyof Tables, string>> = {
  api_users: 'partner',
  helpful_links: 'link',
  rate_date_ranges: 'date range',
  staff_users: 'user',
};
/** The name of a table's record in its "not found" message: `This gift certificate`. */
export const recordNoun = (table: keyof Tables): string =>
  `This ${NOUNS[table] ?? table.replace(/s$/, '').replaceAll('_', ' ')}`;

/** Locks a record for its update; throws NotFound if it is missing, Stale if it is newer than the one the person saw. */
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
  if (seenAt && seenAt !== row.updated_at) throw new Stale(row.updated_by, row.updated_at);
}

/** The columns that record who changed a record last, and when. */
export const lastChangeColumns = ({ name }: Pick<Actor, 'name'>) => ({
  updated_at: sql<string>`clock_timestamp()`,
  updated_by: name,
});
