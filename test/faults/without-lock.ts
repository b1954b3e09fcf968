import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from '../../src/server/database/open.ts';
import type { Tables } from '../../src/server/database/tables.ts';

const LOCK = / for (update|share)( of \w+)?\s*$/;

/** A database whose statements with this text no longer lock the row that they read: what a race test must notice. */
export function withoutLock(database: Database, text: string): Database & { readonly taken: number } {
  const { pool } = database;
  let taken = 0;
  const unlocked = (statement: string) => {
    if (!statement.includes(text) || !LOCK.test(statement)) return statement;
    taken += 1;
    return statement.replace(LOCK, '');
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
