import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from '../../src/server/database/open.ts';
import type { Tables } from '../../src/server/database/tables.ts';

const LOCK = / for (update|share|no key update)( of \w+)?\s*(\/\* prepared \*\/)?\s*$/;
/** The function that takes an advisory lock, which locks a number instead of a row. */
const NAMED_LOCK = 'pg_advisory_xact_lock(';

/** A safeguard to remove: its text in the SQL statement, and the text that replaces it. */
export type RemovedSafeguard = { lock: RegExp; without: string };

/**
 * Opens a database in which SQL statements with this text lack a lock or another safeguard, so that a race test must notice
 * the damage.
 */
export function openWithoutLock(
  database: Database,
  text: string,
  decides?: RemovedSafeguard,
): Database & { readonly taken: number } {
  const { pool } = database;
  let taken = 0;
  const unlocked = (statement: string) => {
    if (!statement.includes(text)) return statement;
    const without = decides
      ? statement.replace(decides.lock, decides.without)
      : statement.replace(LOCK, ' $3').replace(NAMED_LOCK, 'num_nulls(');
    if (without !== statement) taken += 1;
    return without;
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    const query = (statement: string, parameters: unknown[]) => client.query(unlocked(statement), parameters);
    return Object.assign(Object.create(client), { query });
  };
  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end() } });
  const db = new Kysely<Tables>({ dialect });
  return {
    ...database,
    db,
    dbWithin: () => db,
    get taken() {
      return taken;
    },
  };
}
