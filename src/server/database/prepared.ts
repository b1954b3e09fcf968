import { sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';
/**
 * Marks a statement, at its beginning or end, whose text is one of a few and whose parameters do not decide its plan:
 * a PostgreSQL server then plans the statement once per connection. Never mark a statement with a typed search text,
 * because a plan made for one name is wrong for another. A condition that a partial index needs is written out, not
 * passed as a parameter.
 */
export const PREPARED_STATEMENT_MARK = sql.raw<unknown>(MARK);
/** The `limit 1` of a marked statement, written out: with a parameter, the server would plan the statement again at each use. */
export const LIMIT_ONE = sql.lit(1);

const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text) ?? `ric_${names.size}`;
  names.set(text, known);
  return known;
}

export type ToQueryConfig = (text: string, values: unknown[]) => pg.QueryConfig;

/** Returns a statement without a name, so that the database plans it at each use, as on the embedded database. */
export const unpreparedQuery: ToQueryConfig = (text, values) => ({ text, values });

/** Returns a statement in the driver's form; a marked statement gets a name, by which the server prepares it. */
export const namedIfPrepared: ToQueryConfig = (text, values) =>
  text.startsWith(MARK) || text.endsWith(MARK) ? { text, values, name: nameOf(text) } : { text, values };
