import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { Commits } from './driver/commits.ts';
import type { Deadline } from './driver/deadline.ts';
import type { WorkerSetup } from './embedded/embedded-messages.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { putInPlace } from './embedded/put-in-place.ts';
import { kyselyOf } from './driver/kysely-of.ts';
import { lockFolder } from './lock.ts';
import { plainly } from './prepared.ts';
import {
  listenForErrors,
  openServer,
  OUR_STATEMENT_MS,
  STATEMENT_MS,
  type Server,
} from './server/open-server.ts';
import type { Replica } from '../replica/replica.ts';
import type { Tables } from './tables.ts';
import { typeParsers } from './types.ts';

export type Database = {
  db: Kysely<Tables>;
  /** The same for work that waits at most so long for it in all, then NotReady. */
  dbWithin: (deadline: Deadline) => Kysely<Tables>;
  /** For reports: a server's connections of their own, so that a long one never takes the desk's; else the only one. */
  forReports: { db: Kysely<Tables>; isApart: boolean };
  /** For what is claimed and must be settled, and for the pulse: a server's connections of their own; else the only one. */
  forSettling: Pick<Database, 'db' | 'dbWithin'>;
  pool: pg.Pool;
  kind: 'embedded' | 'server';
  /** A copy that follows the server and may be read from; null where there is none. */
  replica: Replica | null;
  /** Another connection, for what one process hears of the others; null where there is one process alone. */
  listening: (() => pg.Client) | null;
  /** Tells what was committed, where this process alone writes; null on a server. */
  commits: Commits | null;
  /** Copies the embedded database's folder while it runs, in so many milliseconds; null on a server. */
  copy: ((to: string) => Promise<number>) | null;
  /** Waits for what is under way, then lets go of the database and its folder. */
  close(): Promise<void>;
};

type Where = Partial<Omit<Server, 'databaseUrl'>> & {
  databaseUrl?: string | undefined;
  dataDir: string | null;
};

/** Opens the PostgreSQL server of `databaseUrl`, else the embedded database in `dataDir`/database, under a lock. */
export async function openDatabase(where: Where): Promise<Database> {
  if (where.databaseUrl) return openServer({ ...where, databaseUrl: where.databaseUrl });
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

/** A database that is gone with the process, begun from a dumped one where given: for tests. */
export const openInMemory = (template: Uint8Array<ArrayBuffer> | null) =>
  openEmbedded({ folder: null, template });

/** The folder of the embedded database. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');

/**
 * Begins the embedded database of `dataDir`, which has none, beside its place and without a sync, under a lock. It counts once
 * `finish` has synced it and put it in its place; what a crash leaves is discarded by the next start.
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
      putInPlace(unfinished, databaseFolder(dataDir));
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
    // One connection is all there is: a query beside an open transaction ends here instead of never.
    connectionTimeoutMillis: 2 * STATEMENT_MS,
    idleTimeoutMillis: 0,
    types: typeParsers(),
  });
  listenForErrors(pool);
  const commits = new Commits();
  const { db, dbWithin } = kyselyOf(pool, { statementMs: OUR_STATEMENT_MS, asked: plainly, commits });
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

/** The same server past its pooler: for what takes long, or asks about who else is there. */
export const directly = <W extends Urls>(where: W): W =>
  where.databaseDirectUrl ? { ...where, databaseUrl: where.databaseDirectUrl, prepared: true } : where;
