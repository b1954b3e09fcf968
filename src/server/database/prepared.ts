import { sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';
/**
 * At the beginning or end of a statement whose text is one of a few and whose parameters do not decide its plan: a
 * PostgreSQL server then plans it once per connection. Never with what staff typed to search: a plan made for one name is
 * wrong for another. A state that a partial index is for is written out, not a parameter.
 */
export const PREPARED = sql.raw<unknown>(MARK);
/** The limit 1 of such a statement, written out: with a parameter the server would plan the statement again each time. */
export const ONE = sql.lit(1);

const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text) ?? `ric_${names.size}`;
  names.set(text, known);
  return known;
}

export type Asked = (text: string, values: unknown[]) => pg.QueryConfig;

/** The embedded database plans each statement again: only one connection uses it. */
export const plainly: Asked = (text, values) => ({ text, values });

/** A statement as the driver is asked for it: by name where it is marked. */
export const byName: Asked = (text, values) =>
  text.startsWith(MARK) || text.endsWith(MARK) ? { text, values, name: nameOf(text) } : { text, values };
