import pg from 'pg';
import { createKysely } from '../driver/kysely-of.ts';
import { ReadReplica } from '../../replica/replica.ts';
import { namedIfPrepared, unpreparedQuery } from '../prepared.ts';
import { postgresTypeParsers } from '../types.ts';
import { splitDatabaseHosts } from './hosts.ts';
import { PooledClient } from './pooled-client.ts';
import { primaryClientClass, PrimaryFinder } from './primary.ts';

export type DatabaseServerSettings = {
  /** The address of the server. If it lists several hosts, the one that takes writes is used. */
  databaseUrl: string;
  /** The address of the same server without the pooler, if there is a pooler. */
  databaseDirectUrl?: string | undefined;
  /** The address of a read replica of the database. */
  databaseReadUrl?: string | undefined;
  /**
   * False behind a pooler, which lends a session for one transaction only, so that prepared statements and session
   * settings do not last.
   */
  prepared?: boolean;
  databasePool?: number;
  databaseWaitMs?: number;
};

// Requests have shorter deadlines of their own; these limits apply to timers, migrations and forgotten work.
export const STATEMENT_TIMEOUT_MS = 30_000;
// Longer than the server's own time-out, so that the server's better error message comes first; the embedded database
// has no time-out.
export const CLIENT_STATEMENT_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const REPORT_STATEMENT_MS = 300_000;
const REPORTS_AT_ONCE = 2;
const SETTLING_AT_ONCE = 3;
const IDLE_IN_TRANSACTION_MS = 10_000;
const FIRST_KEEPALIVE_MS = 5_000;
const LISTENING_WAIT_MS = 5_000;

/**
 * Ignores the error events of connections. A failed connection rejects its query and leaves the pool by itself, but
 * an unheard error event would also end the process: the pool emits that of an idle connection, the connection itself
 * that between two queries of a transaction.
 */
export function ignoreConnectionErrors(pool: pg.Pool) {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Connects to a PostgreSQL server, as a `Database` (see open.ts). */
export function connectToDatabaseServer(server: DatabaseServerSettings) {
  const {
    databaseUrl,
    databasePool: max = 10,
    databaseWaitMs: connectMs = STATEMENT_TIMEOUT_MS,
    prepared = true,
  } = server;
  const at = addressed(databaseUrl, connectMs);
  const open = (pool: Omit<Pool, 'prepared'>) => openPool(at, { ...pool, prepared });
  const usual = {
    statementMs: STATEMENT_TIMEOUT_MS,
    idleMs: IDLE_IN_TRANSACTION_MS,
    connectMs,
    keepsPlans: true,
  };
  const requests = open({ ...usual, max, name: 'ric' });
  const settling = open({ ...usual, max: SETTLING_AT_ONCE, name: 'ric settling' });
  // A client that reads a report slowly keeps the report's transaction open.
  const reports = open({
    max: REPORTS_AT_ONCE,
    name: 'ric reports',
    connectMs: STATEMENT_TIMEOUT_MS,
    keepsPlans: false,
    statementMs: REPORT_STATEMENT_MS,
    idleMs: REPORT_STATEMENT_MS,
  });
  const replica = server.databaseReadUrl
    ? openReplica({ ...server, databaseUrl: server.databaseReadUrl })
    : null;
  const close = async () => {
    await Promise.all([requests, settling, reports, ...(replica?.pools ?? [])].map(({ db }) => db.destroy()));
  };
  return {
    ...requests,
    forReports: { db: reports.db, isApart: true },
    forSettling: settling,
    kind: 'server' as const,
    commits: null,
    copy: null,
    close,
    replica: replica?.replica ?? null,
    listening: listeningClients(
      server.databaseDirectUrl ? addressed(server.databaseDirectUrl, LISTENING_WAIT_MS) : at,
    ),
  };
}

/** Connects to a read replica: with the same pools as the primary, and one connection that reads how far the replica follows. */
function openReplica(server: DatabaseServerSettings) {
  const {
    databaseUrl,
    databasePool: max = 10,
    databaseWaitMs = STATEMENT_TIMEOUT_MS,
    prepared = true,
  } = server;
  const connectMs = databaseWaitMs / 2;
  const at = addressed(databaseUrl, connectMs);
  const usual = { idleMs: IDLE_IN_TRANSACTION_MS, connectMs, prepared, statementMs: STATEMENT_TIMEOUT_MS };
  const reads = openPool(at, { ...usual, max, name: 'ric reading', keepsPlans: true });
  const looking = openPool(at, { ...usual, max: 1, name: 'ric following', keepsPlans: true });
  const reports = openPool(at, {
    ...usual,
    max: REPORTS_AT_ONCE,
    name: 'ric reading reports',
    keepsPlans: false,
    statementMs: REPORT_STATEMENT_MS,
    idleMs: REPORT_STATEMENT_MS,
  });
  const replica = new ReadReplica({
    dbWithin: reads.dbWithin,
    reports: reports.db,
    looking: looking.dbWithin,
  });
  return { replica, pools: [reads, looking, reports] };
}

/** The address of a server; `primary` finds the one that takes writes among several hosts. */
type Addressed = { url: string; primary: PrimaryFinder | undefined };

function addressed(address: string, waitMs: number): Addressed {
  const [url = address, ...others] = splitDatabaseHosts(address) ?? [];
  return { url, primary: others.length === 0 ? undefined : new PrimaryFinder([url, ...others], waitMs) };
}

type Pool = {
  max: number;
  name: string;
  /**
   * The time limit for getting a connection, be it free or new, so that a server that accepts connections but stays
   * silent does not fill the pool.
   */
  connectMs: number;
  statementMs: number;
  idleMs: number;
  keepsPlans: boolean;
  prepared: boolean;
};

function openPool({ url, primary }: Addressed, { prepared, ...options }: Pool) {
  const { statementMs, idleMs } = options;
  const pool = new pg.Pool({
    Client: primaryClientClass(prepared ? pg.Client : PooledClient, primary),
    connectionString: url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: options.connectMs,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_KEEPALIVE_MS,
    types: postgresTypeParsers(),
    ...(prepared && {
      // JIT compilation is off, because no statement here is long enough for it to pay.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
  });
  ignoreConnectionErrors(pool);
  const given = {
    statementMs: statementMs + (CLIENT_STATEMENT_TIMEOUT_MS - STATEMENT_TIMEOUT_MS),
    asked: prepared && options.keepsPlans ? namedIfPrepared : unpreparedQuery,
    primary,
    // A session behind a pooler keeps no settings, so each transaction sets them itself.
    ...(!prepared && {
      begin: `begin; set local jit = off; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`,
    }),
  };
  return { ...createKysely(pool, given), pool };
}

function listeningClients({ url: connectionString, primary }: Addressed): () => pg.Client {
  const Client = primaryClientClass(pg.Client, primary);
  return () =>
    new Client({
      connectionString,
      application_name: 'ric listening',
      // Notifications need not survive a crash of the database server, so their commits do not wait for the disk.
      options: '-c synchronous_commit=off',
      connectionTimeoutMillis: LISTENING_WAIT_MS,
      query_timeout: LISTENING_WAIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: FIRST_KEEPALIVE_MS,
    });
}
