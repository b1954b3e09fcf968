import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Deadline } from './driver/deadline.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { kyselyOf } from './driver/kysely-of.ts';
import { lockFolder } from './lock.ts';
import { byName, plainly } from './prepared.ts';
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
  /** Another connection, for what one process hears of the others; null where there is one process alone. */
  listening: (() => pg.Client) | null;
  /** Copies the embedded database's folder while it runs, in so many milliseconds; null on a server. */
  copy: ((to: string) => Promise<number>) | null;
  /** Waits for what is under way, then lets go of the database and its folder. */
  close(): Promise<void>;
};

type Where = {
  databaseUrl?: string | undefined;
  databasePool?: number;
  databaseWaitMs?: number;
  dataDir: string | null;
};

// Requests give up sooner, each by its own deadline; these are for timers, migrations and whatever was forgotten.
const STATEMENT_MS = 30_000;
// The server's own time-out says more, so it comes first; the embedded database has none.
const OUR_STATEMENT_MS = STATEMENT_MS + 1_000;
const REPORT_STATEMENT_MS = 300_000;
const REPORTS_AT_ONCE = 2;
const SETTLING_AT_ONCE = 3;
const IDLE_IN_TRANSACTION_MS = 10_000;
const FIRST_KEEPALIVE_MS = 5_000;

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
  if (where.databaseUrl) return openServer(where.databaseUrl, where);
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
  const { db, dbWithin } = kyselyOf(pool, { statementMs: OUR_STATEMENT_MS, asked: plainly });
  const close = async () => {
    await db.destroy();
    await embedded.close();
  };
  const copy = folder === null ? null : (to: string) => embedded.copy(to);
  const forReports = { db, isApart: false };
  const apart = { forReports, forSettling: { db, dbWithin } };
  const database: Database = { db, dbWithin, ...apart, pool, kind: 'embedded', listening: null, copy, close };
  return { database, dump: () => embedded.dump() };
}

function openServer(connectionString: string, { databasePool: max, databaseWaitMs }: Where): Database {
  const forRequests = {
    connectionString,
    // For a free connection as well as for a new one: a server that accepts and says nothing must not fill the pool.
    connectionTimeoutMillis: databaseWaitMs ?? STATEMENT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  const asked = { statementMs: OUR_STATEMENT_MS, asked: byName };
  const pool = serverPool({ ...forRequests, max: max ?? 10, application_name: 'ric' });
  const { db, dbWithin } = kyselyOf(pool, asked);
  const settlingPool = serverPool({
    ...forRequests,
    max: SETTLING_AT_ONCE,
    application_name: 'ric settling',
  });
  const settling = kyselyOf(settlingPool, asked);
  // Who reads a report slowly keeps its transaction open meanwhile.
  const reportPool = serverPool({
    connectionString,
    max: REPORTS_AT_ONCE,
    application_name: 'ric reports',
    connectionTimeoutMillis: STATEMENT_MS,
    statement_timeout: REPORT_STATEMENT_MS,
    idle_in_transaction_session_timeout: REPORT_STATEMENT_MS,
  });
  const { db: reports } = kyselyOf(reportPool, { statementMs: REPORT_STATEMENT_MS + 1_000, asked: plainly });
  const listening = () => listeningClient(connectionString);
  const close = async () => {
    await Promise.all([db.destroy(), settling.db.destroy(), reports.destroy()]);
  };
  const apart = { forReports: { db: reports, isApart: true }, forSettling: settling };
  return { db, dbWithin, ...apart, pool, kind: 'server', listening, copy: null, close };
}

function serverPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    pipeline: true,
    // No statement here is so long that compiling it pays.
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_KEEPALIVE_MS,
    types: typeParsers(),
    ...config,
  });
  listenForErrors(pool);
  return pool;
}

const LISTENING_WAIT_MS = 5_000;

const listeningClient = (connectionString: string) =>
  new pg.Client({
    connectionString,
    application_name: 'ric listening',
    // What is told by it need not outlive a crash of the server: no commit of it waits for the disk.
    options: '-c synchronous_commit=off',
    connectionTimeoutMillis: LISTENING_WAIT_MS,
    query_timeout: LISTENING_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_KEEPALIVE_MS,
  });
