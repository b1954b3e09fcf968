import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { CommitReporter } from './driver/commits.ts';
import type { DatabaseDeadline } from './driver/deadline.ts';
import type { DatabaseWorkerSetup } from './embedded/embedded-messages.ts';
import { startEmbeddedDatabase } from './embedded/embedded.ts';
import { renameDurably } from './embedded/rename-durably.ts';
import { createKysely } from './driver/kysely-of.ts';
import { lockFolder } from './lock.ts';
import { unpreparedQuery } from './prepared.ts';
import {
  ignoreConnectionErrors,
  connectToDatabaseServer,
  CLIENT_STATEMENT_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  type DatabaseServerSettings,
} from './server/open-server.ts';
import type { ReadReplica } from '../replica/replica.ts';
import type { Tables } from './tables.ts';
import { postgresTypeParsers } from './types.ts';

export type Database = {
  db: Kysely<Tables>;
  /** The pool for work with a deadline: it waits at most that long for the database in all, then throws ServiceUnavailable. */
  dbWithin: (deadline: DatabaseDeadline) => Kysely<Tables>;
  /**
   * The database for reports. A server has separate connections for them, so that a long report takes none from
   * requests; the embedded database has one connection for everything.
   */
  forReports: { db: Kysely<Tables>; isApart: boolean };
  /**
   * The database for settling claimed operations and for the health check: on a server, separate connections; else
   * the only connection.
   */
  forSettling: Pick<Database, 'db' | 'dbWithin'>;
  pool: pg.Pool;
  kind: 'embedded' | 'server';
  /** The read replica; null if there is none. */
  replica: ReadReplica | null;
  /** Creates the connection on which this process receives the events of other processes; null if there is only one process. */
  listening: (() => pg.Client) | null;
  /** Reports commits, if no other process writes to the database; null on a server. */
  commits: CommitReporter | null;
  /** Copies the folder of the running embedded database; returns for how many milliseconds it was paused. Null on a server. */
  copy: ((to: string) => Promise<number>) | null;
  /** Waits for running work, then releases the database and its folder. */
  close(): Promise<void>;
};

type Where = Partial<Omit<DatabaseServerSettings, 'databaseUrl'>> & {
  databaseUrl?: string | undefined;
  dataDir: string | null;
};

/** Opens the PostgreSQL server at `databaseUrl`, else the embedded database in `dataDir`/database, which is then locked. */
export async function openDatabase(where: Where): Promise<Database> {
  if (where.databaseUrl) return connectToDatabaseServer({ ...where, databaseUrl: where.databaseUrl });
  if (where.dataDir === null) return (await openInMemoryDatabase(null)).database;
  const lock = await lockFolder(where.dataDir);
  try {
    const { database } = await openEmbedded({ folder: databaseFolder(where.dataDir), template: null });
    return { ...database, close: () => database.close().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens a database in memory, for tests; it starts from a dump if one is given. */
export const openInMemoryDatabase = (template: Uint8Array<ArrayBuffer> | null) =>
  openEmbedded({ folder: null, template });

/** Returns the folder of the embedded database. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');

/**
 * Creates the embedded database of `dataDir`, which has none yet, under a temporary name, without syncs and under a
 * lock. `finish` syncs and renames its folder; after a crash, the next start discards the leftovers.
 */
export async function createUnfinishedDatabase(
  dataDir: string,
): Promise<{ database: Database; finish: () => Promise<void> }> {
  const lock = await lockFolder(dataDir);
  const unfinished = `${databaseFolder(dataDir)}.unfinished`;
  try {
    const { database } = await openEmbedded({ folder: unfinished, template: null, isUnfinished: true });
    const finish = async () => {
      await database.close();
      renameDurably(unfinished, databaseFolder(dataDir));
      await lock.release();
    };
    return { database, finish };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openEmbedded(setup: DatabaseWorkerSetup) {
  const embedded = await startEmbeddedDatabase(setup);
  const pool = new pg.Pool({
    max: 1,
    pipeline: true,
    stream: () => embedded.stream(),
    user: 'postgres',
    database: 'postgres',
    // With only one connection, a query outside of an open transaction fails after this time instead of waiting forever.
    connectionTimeoutMillis: 2 * STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    types: postgresTypeParsers(),
  });
  ignoreConnectionErrors(pool);
  const commits = new CommitReporter();
  const { db, dbWithin } = createKysely(pool, {
    statementMs: CLIENT_STATEMENT_TIMEOUT_MS,
    asked: unpreparedQuery,
    commits,
  });
  const close = async () => {
    await db.destroy();
    await embedded.close();
  };
  const copy = setup.folder === null ? null : (to: string) => embedded.copy(to);
  const forReports = { db, isApart: false };
  const apart = { forReports, forSettling: { db, dbWithin } };
  const database: Database = {
    db,
    dbWithin,
    ...apart,
    pool,
    kind: 'embedded',
    listening: null,
    replica: null,
    commits,
    copy,
    close,
  };
  return { database, dump: () => embedded.dump() };
}

type Urls = { databaseUrl?: string | undefined; databaseDirectUrl?: string | undefined; prepared?: boolean };

/**
 * Returns the settings to reach the same server directly, not through its pooler: for long work, and for queries
 * about other sessions.
 */
export const withDirectDatabaseUrl = <W extends Urls>(where: W): W =>
  where.databaseDirectUrl ? { ...where, databaseUrl: where.databaseDirectUrl, prepared: true } : where;
