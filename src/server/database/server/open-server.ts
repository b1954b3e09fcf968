import pg from 'pg';
import { kyselyOf } from '../driver/kysely-of.ts';
import { Replica } from '../../replica/replica.ts';
import { byName, unpreparedQuery } from '../prepared.ts';
import { typeParsers } from '../types.ts';
import { hostsOf } from './hosts.ts';
import { PooledClient } from './pooled-client.ts';
import { followingClient, Primary } from './primary.ts';

export type Server = {
  /** If it names several hosts, the one that takes writes is used. */
  databaseUrl: string;
  /** The address of the same server past a pooler, if one stands between. */
  databaseDirectUrl?: string | undefined;
  /** A replica of it that may be read from. */
  databaseReadUrl?: string | undefined;
  /**
   * False behind a pooler, which lends a session for each transaction only, so no prepared statements or session
   * settings last.
   */
  prepared?: boolean;
  databasePool?: number;
  databaseWaitMs?: number;
};

// Requests give up sooner, each by its own deadline; these limits are for timers, migrations and forgotten work.
export const STATEMENT_MS = 30_000;
// The server's own time-out explains more, so it comes first; the embedded database has none.
export const OUR_STATEMENT_MS = STATEMENT_MS + 1_000;
const REPORT_STATEMENT_MS = 300_000;
const REPORTS_AT_ONCE = 2;
const SETTLING_AT_ONCE = 3;
const IDLE_IN_TRANSACTION_MS = 10_000;
const FIRST_KEEPALIVE_MS = 5_000;
const LISTENING_WAIT_MS = 5_000;

/**
 * A failed connection rejects its query and leaves the pool by itself. Without a listener its error would also end the
 * process: the pool's listener hears an idle connection, its own listener one between two queries of a transaction.
 */
export function listenForErrors(pool: pg.Pool) {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Opens a server as a `Database` (see open.ts). */
export function connectToServer(server: Server) {
  const {
    databaseUrl,
    databasePool: max = 10,
    databaseWaitMs: connectMs = STATEMENT_MS,
    prepared = true,
  } = server;
  const at = addressed(databaseUrl, connectMs);
  const open = (pool: Omit<Pool, 'prepared'>) => openPool(at, { ...pool, prepared });
  const usual = { statementMs: STATEMENT_MS, idleMs: IDLE_IN_TRANSACTION_MS, connectMs, keepsPlans: true };
  const requests = open({ ...usual, max, name: 'ric' });
  const settling = open({ ...usual, max: SETTLING_AT_ONCE, name: 'ric settling' });
  // A slow reader of a report keeps its transaction open.
  const reports = open({
    max: REPORTS_AT_ONCE,
    name: 'ric reports',
    connectMs: STATEMENT_MS,
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

/** Opens a replica: the same connections, and one that asks how far it follows. */
function openReplica(server: Server) {
  const { databaseUrl, databasePool: max = 10, databaseWaitMs = STATEMENT_MS, prepared = true } = server;
  const connectMs = databaseWaitMs / 2;
  const at = addressed(databaseUrl, connectMs);
  const usual = { idleMs: IDLE_IN_TRANSACTION_MS, connectMs, prepared, statementMs: STATEMENT_MS };
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
  const replica = new Replica({ dbWithin: reads.dbWithin, reports: reports.db, looking: looking.dbWithin });
  return { replica, pools: [reads, looking, reports] };
}

/** The address of a server; `primary` finds the right one among several hosts. */
type Addressed = { url: string; primary: Primary | undefined };

function addressed(address: string, waitMs: number): Addressed {
  const [url = address, ...others] = hostsOf(address) ?? [];
  return { url, primary: others.length === 0 ? undefined : new Primary([url, ...others], waitMs) };
}

type Pool = {
  max: number;
  name: string;
  /**
   * The limit for a free connection as well as for a new one: a server that accepts and stays silent must not fill the
   * pool.
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
    Client: followingClient(prepared ? pg.Client : PooledClient, primary),
    connectionString: url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: options.connectMs,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_KEEPALIVE_MS,
    types: typeParsers(),
    ...(prepared && {
      // No statement here is long enough for JIT compilation to pay.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
  });
  listenForErrors(pool);
  const given = {
    statementMs: statementMs + (OUR_STATEMENT_MS - STATEMENT_MS),
    asked: prepared && options.keepsPlans ? byName : unpreparedQuery,
    primary,
    // A pooler's session keeps no settings, so each transaction sets them itself.
    ...(!prepared && {
      begin: `begin; set local jit = off; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`,
    }),
  };
  return { ...kyselyOf(pool, given), pool };
}

function listeningClients({ url: connectionString, primary }: Addressed): () => pg.Client {
  const Client = followingClient(pg.Client, primary);
  return () =>
    new Client({
      connectionString,
      application_name: 'ric listening',
      // Notifications need not survive a crash of the server, so their commits do not wait for the disk.
      options: '-c synchronous_commit=off',
      connectionTimeoutMillis: LISTENING_WAIT_MS,
      query_timeout: LISTENING_WAIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: FIRST_KEEPALIVE_MS,
    });
}
