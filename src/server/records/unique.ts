import { sql } from 'kysely';
import { exactForm, fold } from '../../contract/names/fold.ts';
import type { Db } from '../process/context.ts';
import { Invalid } from '../http/errors.ts';
import type { Tables } from '../database/tables.ts';

type Name = {
  table: keyof Tables & string;
  column: string;
  /** Absent if it is not known yet. */
  text: string | null | undefined;
  /** The record itself, which may keep its name. */
  except: number;
  /** The field that shows the 422, if it is not the column. */
  field?: string;
  /** The message, if it is not that the text is taken already. */
  says?: (other: number) => Promise<string>;
  /** A condition on the records that count, e.g. only users who are not removed. */
  among?: string;
  /** How texts are compared: without regard to case, or as names, whose spelling people vary. */
  same?: 'text' | 'name';
};

/**
 * The check that no other record has the same text. An unchanged name is not checked again, so two that were alike
 * before names were compared by their fold can still be saved. Concurrent savers wait for each other here, so the
 * second gets a message instead of an error from the unique index.
 */
export const isFree = (db: Db, { text, ...name }: Name) =>
  text ? () => requireFree(db, { ...name, text }) : null;

/** Throws Invalid while another record has the same text: see `isFree`. */
export async function requireFree(
  db: Db,
  { table, column, text, except, field, says, among, same = 'text' }: Name & { text: string },
): Promise<void> {
  const form = same === 'name' ? fold(text) : exactForm(text);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${column} ${form}`}, 0))`.execute(db);
  const formOf = sql.raw(same === 'name' ? 'fold' : 'lower_case');
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${formOf}(${sql.ref(column)}) = ${form} and id <> ${except}
      and ${sql.raw(among ?? 'true')}
      and not exists (select from ${sql.table(table)} where id = ${except} and ${sql.ref(column)} = ${text})
    order by id limit 1`.execute(db);
  const other = rows[0];
  if (other) throw new Invalid({ [field ?? column]: [says ? await says(other.id) : 'is taken already'] });
}
