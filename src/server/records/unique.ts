import { sql } from 'kysely';
import type { Db } from '../process/context.ts';
import { Invalid } from '../http/errors.ts';
import type { Tables } from '../database/tables.ts';

type Name = {
  table: keyof Tables & string;
  column: string;
  /** Absent where it is not known yet. */
  text: string | null | undefined;
  /** The record itself, which may keep its name. */
  except: number;
  /** Where the 422 stands, when it is not the column. */
  field?: string;
  /** What is said, where it is not that it is taken already. */
  says?: (other: number) => Promise<string>;
  /** What counts, e.g. only users who are not removed. */
  among?: string;
};

/**
 * The check that no other record has the same text, whatever its case. Two people at once wait for each other here, so the
 * second is told instead of meeting the unique index.
 */
export const isFree = (db: Db, { text, ...name }: Name) =>
  text ? () => requireFree(db, { ...name, text }) : null;

/** Invalid while another record has the same text: see `isFree`. */
export async function requireFree(
  db: Db,
  { table, column, text, except, field, says, among }: Name & { text: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${column} ${text.toLowerCase()}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where lower(${sql.ref(column)}) = lower(${text}) and id <> ${except}
      and ${sql.raw(among ?? 'true')} order by id limit 1`.execute(db);
  const other = rows[0];
  if (other) throw new Invalid({ [field ?? column]: [says ? await says(other.id) : 'is taken already'] });
}
