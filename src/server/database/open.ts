import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { lockFolder } from './lock.ts';
import type { Tables } from './tables.ts';
import { typeParsers } from './types.ts';

export type Database = {
  db: Kysely<Tables>;
  pool: pg.Pool;
  kind: 'embedded' | 'server';
  /** Waits for what is under way, then lets go of the database and its folder. */
  close(): Promise<void>;
};

type Where = { databaseUrl?: string | undefined; databasePool?: number; dataDir: string | null };

const ANSWER_WITHIN_MS = 30_000;

/**
 * A failed connection rejects its query and leaves the pool by itself; without a listener its error would also end
 * the process: the pool's for one that is idle, its own for one between two queries of a transaction.
 */
function listenForErrors(pool: pg.Pool) {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Opens the PostgreSQL server of `databaseUrl`, else the embedded database in `dataDir`/database, under a lock. */
export async function openDatabase(where: Where): Promise<Database> {
  if (where.databaseUrl) return openServer(where.databaseUrl, where.databasePool ?? 10);
  if (where.dataDir === null) return (await openInMemory(null)).database;
  const lock = await lockFolder(where.dataDir);
  try {
    const { database } = await openEmbedded(join(where.dataDir, 'database'), null);
    return { ...database, close: () => database.close().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A database that is gone with the process, begun from a dumped one where given: for tests. */
export const openInMemory = (template: Uint8Array<ArrayBuffer> | null) => openEmbedded(null, template);

async function openEmbedded(folder: string | null, template: Uint8Array<ArrayBuffer> | null) {
  const embedded = await startEmbedded({ folder, template });
  const pool = new pg.Pool({
    max: 1,
    stream: () => embedded.stream(),
    user: 'postgres',
    database: 'postgres',
    // One connection is all there is: a query beside an open transaction ends here instead of never.
    connectionTimeoutMillis: 2 * ANSWER_WITHIN_MS,
    idleTimeoutMillis: 0,
    types: typeParsers(),
  });
  listenForErrors(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    await embedded.close();
  };
  const database: Database = { db, pool, kind: 'embedded', close };
  return { database, dump: () => embedded.dump() };
}

function openServer(connectionString: string, max: number): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: 'ric',
    options: '-c timezone=UTC -c datestyle=ISO',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    statement_timeout: ANSWER_WITHIN_MS,
    idle_in_transaction_session_timeout: 2 * ANSWER_WITHIN_MS,
    keepAlive: true,
    types: typeParsers(),
  });
  listenForErrors(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, kind: 'server', close: () => db.destroy() };
}
