import { sql } from 'kysely';
import { exactForm, foldText } from '../../contract/names/fold.ts';
import type { Db } from '../process/context.ts';
import { InvalidFields } from '../http/errors.ts';
import type { Tables } from '../database/tables.ts';

type Name = {
  table: keyof Tables & string;
  column: string;
  /** The text to check; null or undefined if there is no valid text. */
  text: string | null | undefined;
  /** The id of the record that is saved, which may keep its own text. */
  except: number;
  /** The form's field that shows the error, if it is not the column. */
  field?: string;
  /** Returns the error message about the other record's id; by default the message says that the text is taken. */
  says?: (other: number) => Promise<string>;
  /** An SQL condition on the records that are compared, e.g. only users who are not removed. */
  among?: string;
  /** How texts are compared: `text` ignores letter case only, `name` also ignores accents and other variations in spelling. */
  same?: 'text' | 'name';
};

/**
 * Returns a check that no other record has the same text. An unchanged text is not checked, so that two records that
 * were alike before texts were compared by their fold can still be saved. People who save the same text at once wait
 * for each other here, so that the second one gets a message instead of an error of the unique index.
 */
export const uniqueTextCheck = (db: Db, { text, ...name }: Name) =>
  text ? () => requireUniqueText(db, { ...name, text }) : null;

/** Throws InvalidFields if another record has the same text; see `uniqueTextCheck`. */
export async function requireUniqueText(
  db: Db,
  { table, column, text, except, field, says, among, same = 'text' }: Name & { text: string },
): Promise<void> {
  const form = same === 'name' ? foldText(text) : exactForm(text);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${column} ${form}`}, 0))`.execute(db);
  const formOf = sql.raw(same === 'name' ? 'fold' : 'lower_case');
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${formOf}(${sql.ref(column)}) = ${form} and id <> ${except}
      and ${sql.raw(among ?? 'true')}
      and not exists (select from ${sql.table(table)} where id = ${except} and ${sql.ref(column)} = ${text})
    order by id limit 1`.execute(db);
  const other = rows[0];
  if (other)
    throw new InvalidFields({ [field ?? column]: [says ? await says(other.id) : 'is taken already'] });
}
