import { sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';
/**
 * Marks a statement, at its beginning or end, whose text is one of a few and whose parameters do not decide its plan: a
 * PostgreSQL server then plans it once per connection. Never use it with text that staff typed to search: a plan made
 * for one name is wrong for another. The state of a partial index is written out, not passed as a parameter.
 */
export const PREPARED = sql.raw<unknown>(MARK);
/** The limit 1 of such a statement, written out: with a parameter the server would plan the statement again each time. */
export const LIMIT_ONE = sql.lit(1);

const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text) ?? `ric_${names.size}`;
  names.set(text, known);
  return known;
}

export type ToQueryConfig = (text: string, values: unknown[]) => pg.QueryConfig;

/** The embedded database plans each statement again: only one connection uses it. */
export const unpreparedQuery: ToQueryConfig = (text, values) => ({ text, values });

/** Prepares a statement for the driver: by name if it is marked. */
export const byName: ToQueryConfig = (text, values) =>
  text.startsWith(MARK) || text.endsWith(MARK) ? { text, values, name: nameOf(text) } : { text, values };
