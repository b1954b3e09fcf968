import { connect } from 'node:net';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type pg from 'pg';
import { ServiceUnavailable } from '../../http/errors.ts';
import { statementChangedRows, type CommitReporter } from './commits.ts';
import { destroyConnection } from './destroy-connection.ts';
import { withTimeout, type DatabaseDeadline } from './deadline.ts';
import {
  connectionLost,
  databaseBusy,
  databaseFailure,
  isTransactionAborted,
  ConnectionLost,
  connectionSilent,
  commitUncertain,
} from './failures.ts';
import type { ToQueryConfig } from '../prepared.ts';
import type { PrimaryFinder } from '../server/primary.ts';

export type DriverOptions = {
  /** Converts a statement and its parameters to the form that the `pg` driver takes. */
  asked: ToQueryConfig;
  /** The longest time for one statement outside of requests, in milliseconds. */
  statementMs: number;
  /** The SQL that begins a transaction, if `begin` is not enough. */
  begin?: string;
  /** Finds the primary among several database hosts. */
  primary?: PrimaryFinder | undefined;
  /** The deadline of a request, which all of its waits for the database share. */
  deadline?: DatabaseDeadline | undefined;
  /** Receives the statements of each commit, if no other process writes to the database. */
  commits?: CommitReporter | undefined;
};

/**
 * Runs Kysely's statements on the connection pool of the process. A failure of the database or a passed deadline
 * becomes ServiceUnavailable, so that it is not taken for a bug. A connection that did not answer in time is destroyed, and the
 * server is told to cancel its statement.
 */
export class DatabaseDriver implements Driver {
  constructor(
    private readonly pool: pg.Pool,
    private readonly by: DriverOptions,
  ) {}

  init = async () => undefined;
  destroy = () => this.pool.end();

  async acquireConnection(): Promise<Lease> {
    const { deadline } = this.by;
    deadline?.beginWait();
    try {
      return new Lease(await this.#takeOfPrimary(), this.by);
    } catch (error) {
      deadline?.endWait();
      throw connectFailure(error);
    }
  }

  /** Takes a connection to the current primary from the pool; destroys connections that still lead to a replaced server. */
  async #takeOfPrimary(): Promise<pg.PoolClient> {
    const { primary, deadline } = this.by;
    for (;;) {
      if (primary) await (deadline ? withTimeout(deadline.leftMs, primary.place()) : primary.place());
      const client = await this.#take();
      if (primary?.isAt(client) ?? true) return client;
      client.release(true);
      // The replaced server may never close the socket, so this side destroys it.
      destroyConnection(client);
    }
  }

  #take(): Promise<pg.PoolClient> {
    const { deadline } = this.by;
    const isFree = this.pool.idleCount > this.pool.waitingCount;
    const taking = this.pool.connect();
    // Without a deadline, the connection pool itself ends the wait.
    return deadline && !isFree ? withTimeout(deadline.leftMs, taking, (late) => late.release()) : taking;
  }

  beginTransaction = (lease: Lease) => lease.begin(this.by.begin ?? 'begin');
  commitTransaction = (lease: Lease) => lease.commit();
  rollbackTransaction = (lease: Lease) => lease.run('rollback');
  releaseConnection = async (lease: Lease) => lease.release();
}

// The `pg` driver's message for a full pool; the error has no code.
const ALL_TAKEN = 'timeout exceeded when trying to connect';

function connectFailure(error: unknown): ServiceUnavailable {
  if (error instanceof ServiceUnavailable) return error;
  return error instanceof Error && error.message === ALL_TAKEN ? databaseBusy(error) : connectionLost(error);
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A connection that a statement or a transaction has taken from the pool until it ends. */
class Lease implements DatabaseConnection {
  /** The error that made this connection unusable; null while it works. */
  #lost: ConnectionLost | null = null;
  /** The first error of the open transaction. */
  #failed: unknown = null;
  #isBack = false;
  /** The statements of the open transaction that change rows; null outside of a transaction. */
  #changed: string[] | null = null;
  readonly #timer: NodeJS.Timeout;
  readonly #onError = (error: unknown) => void (this.#lost ??= connectionLost(error));

  constructor(
    private readonly client: pg.PoolClient,
    private readonly by: DriverOptions,
  ) {
    client.on('error', this.#onError);
    this.#timer = setTimeout(() => this.#giveUp(), by.deadline?.leftMs ?? by.statementMs);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#ask<R>(sql, [...parameters]);
    if (this.by.commits && statementChangedRows(sql, rowCount)) {
      if (this.#changed) this.#changed.push(sql);
      else this.by.commits.publish([sql]);
    }
    return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  streamQuery(): never {
    throw new Error('Rows are not read through cursors yet.');
  }

  async begin(command: string): Promise<void> {
    this.#changed = [];
    await this.run(command);
  }

  async commit(): Promise<void> {
    await this.run('commit');
    this.by.commits?.publish(this.#changed ?? []);
  }

  async run(command: string): Promise<void> {
    await this.#ask(command, []);
  }

  async #ask<R>(sql: string, values: unknown[]): Promise<pg.QueryResult<R & object>> {
    if (this.#lost) throw this.#lost;
    if (!this.by.deadline) this.#timer.refresh();
    try {
      sendTogether(this.client);
      return await this.client.query(this.by.asked(sql, values));
    } catch (error) {
      throw this.#failure(sql, error);
    }
  }

  #failure(sql: string, error: unknown): unknown {
    const failure = this.#lost ?? databaseFailure(error) ?? error;
    if (failure instanceof ConnectionLost) {
      this.#lost = sql === 'commit' ? commitUncertain(error) : failure;
      this.by.primary?.doubt(this.client);
    }
    // When statements are sent together, only the first error has the cause; the later ones only say that the transaction failed.
    if (isTransactionAborted(error)) return this.#lost ?? this.#failed ?? failure;
    this.#failed ??= failure;
    return this.#lost ?? failure;
  }

  #giveUp() {
    this.#lost ??= connectionSilent();
    this.by.primary?.doubt(this.client);
    stopSession(this.client);
    this.#giveBack();
    destroyConnection(this.client);
  }

  #giveBack() {
    if (this.#isBack) return;
    this.#isBack = true;
    this.client.release(this.#lost !== null);
  }

  release() {
    clearTimeout(this.#timer);
    this.client.off('error', this.#onError);
    this.by.deadline?.endWait();
    this.#giveBack();
  }
}

/** Sends the statements of one event-loop tick to the server in one network write, because each write would wake the server. */
function sendTogether({ connection: { stream } }: pg.PoolClient) {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_WITHIN_MS = 5_000;

/**
 * Cancels the running statement of a database session by PostgreSQL's cancel request. A session that only lost its
 * client would go on waiting for a lock, keep the locks it has, and occupy one of the server's connections.
 */
function stopSession(client: pg.PoolClient) {
  const { host, port } = client;
  // The driver gets the process id and the secret from the server, but its types do not declare them.
  const process: unknown = Reflect.get(client, 'processID');
  const secret: unknown = Reflect.get(client, 'secretKey');
  if (typeof process !== 'number' || typeof secret !== 'number') return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(process, 8);
  message.writeInt32BE(secret, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => undefined).setTimeout(CANCEL_WITHIN_MS, () => socket.destroy());
  socket.unref().end(message);
}
