import { sql } from 'kysely';
import type { Db } from './context.ts';
import { Invalid } from './errors.ts';
import type { Tables } from './database/tables.ts';

type Name = {
  table: keyof Tables & string;
  column: string;
  text: string;
  /** The record itself, which may keep its name. */
  except: number;
  /** Where the 422 stands, when it is not the column. */
  field?: string;
  /** What counts, e.g. only users who are not removed. */
  among?: string;
};

/**
 * Invalid while another record has the same text, whatever its case. Two people at once wait for each other here, so the
 * second is told instead of meeting the unique index.
 */
export async function requireFree(
  db: Db,
  { table, column, text, except, field, among }: Name,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${column} ${text.toLowerCase()}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql`
    select from ${sql.table(table)} where lower(${sql.ref(column)}) = lower(${text}) and id <> ${except}
      and ${sql.raw(among ?? 'true')} limit 1`.execute(db);
  if (rows.length > 0) throw new Invalid({ [field ?? column]: ['is taken already'] });
}
