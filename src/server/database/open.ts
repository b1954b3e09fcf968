import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { Commits } from './driver/commits.ts';
import type { Deadline } from './driver/deadline.ts';
import type { WorkerSetup } from './embedded/embedded-messages.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { renameDurably } from './embedded/rename-durably.ts';
import { kyselyOf } from './driver/kysely-of.ts';
import { lockFolder } from './lock.ts';
import { unpreparedQuery } from './prepared.ts';
import {
  listenForErrors,
  connectToServer,
  OUR_STATEMENT_MS,
  STATEMENT_MS,
  type Server,
} from './server/open-server.ts';
import type { Replica } from '../replica/replica.ts';
import type { Tables } from './tables.ts';
import { typeParsers } from './types.ts';

export type Database = {
  db: Kysely<Tables>;
  /** The same with a deadline: its work waits at most that long in all, then throws NotReady. */
  dbWithin: (deadline: Deadline) => Kysely<Tables>;
  /**
   * For reports: separate connections on a server, so that a long report never takes one from requests; else the only
   * connection.
   */
  forReports: { db: Kysely<Tables>; isApart: boolean };
  /** For settling claimed operations and for the pulse: separate connections on a server; else the only connection. */
  forSettling: Pick<Database, 'db' | 'dbWithin'>;
  pool: pg.Pool;
  kind: 'embedded' | 'server';
  /** The replica that may be read from; null if there is none. */
  replica: Replica | null;
  /** Creates the connection on which a process hears the events of others; null if there is only one process. */
  listening: (() => pg.Client) | null;
  /** Reports commits, if this process is the only writer; null on a server. */
  commits: Commits | null;
  /** Copies the embedded database's folder while it runs; returns the milliseconds of the pause. Null on a server. */
  copy: ((to: string) => Promise<number>) | null;
  /** Waits for running work, then releases the database and its folder. */
  close(): Promise<void>;
};

type Where = Partial<Omit<Server, 'databaseUrl'>> & {
  databaseUrl?: string | undefined;
  dataDir: string | null;
};

/** Opens the PostgreSQL server of `databaseUrl`, else the embedded database in `dataDir`/database, under a lock. */
export async function openDatabase(where: Where): Promise<Database> {
  if (where.databaseUrl) return connectToServer({ ...where, databaseUrl: where.databaseUrl });
  if (where.dataDir === null) return (await openInMemory(null)).database;
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
export const openInMemory = (template: Uint8Array<ArrayBuffer> | null) =>
  openEmbedded({ folder: null, template });

/** The folder of the embedded database. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');

/**
 * Creates the embedded database of `dataDir`, which has none yet, under a temporary name and without syncs, under a
 * lock. `finish` syncs it and renames it; the next start discards the leftovers of a crash.
 */
export async function openUnfinished(
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

async function openEmbedded(setup: WorkerSetup) {
  const embedded = await startEmbedded(setup);
  const pool = new pg.Pool({
    max: 1,
    pipeline: true,
    stream: () => embedded.stream(),
    user: 'postgres',
    database: 'postgres',
    // There is only one connection: a query outside an open transaction fails here instead of waiting forever.
    connectionTimeoutMillis: 2 * STATEMENT_MS,
    idleTimeoutMillis: 0,
    types: typeParsers(),
  });
  listenForErrors(pool);
  const commits = new Commits();
  const { db, dbWithin } = kyselyOf(pool, { statementMs: OUR_STATEMENT_MS, asked: unpreparedQuery, commits });
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

/** The same server past its pooler: for long work, and for questions about other sessions. */
export const withoutPooler = <W extends Urls>(where: W): W =>
  where.databaseDirectUrl ? { ...where, databaseUrl: where.databaseDirectUrl, prepared: true } : where;
