import { connect } from 'node:net';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type pg from 'pg';
import { NotReady } from '../../http/errors.ts';
import { hasChanged, type Commits } from './commits.ts';
import { cut } from './cut.ts';
import { within, type Deadline } from './deadline.ts';
import { away, busy, failureOf, isRefusedAfter, Lost, silent, uncertain } from './failures.ts';
import type { Asked } from '../prepared.ts';
import type { Primary } from '../server/primary.ts';

export type By = {
  /** How a statement is put to the driver of the database. */
  asked: Asked;
  /** Longest time for one statement that no request waits for. */
  statementMs: number;
  /** What begins a transaction, where that says more than `begin`. */
  begin?: string;
  /** Where the server is one of several: which one. */
  primary?: Primary | undefined;
  /** Of a request: for all of its waits together. */
  deadline?: Deadline | undefined;
  /** Where this process alone writes: who is told of what was committed. */
  commits?: Commits | undefined;
};

/**
 * What Kysely asks, over the pool of the process: a failure of the database, or a deadline that is over, is NotReady and
 * no bug. A connection that did not answer in time is thrown away, and the server told to stop what it does there.
 */
export class DeadlineDriver implements Driver {
  constructor(
    private readonly pool: pg.Pool,
    private readonly by: By,
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

  /** What the pool still has of a server that was replaced is thrown away. */
  async #takeOfPrimary(): Promise<pg.PoolClient> {
    const { primary, deadline } = this.by;
    for (;;) {
      if (primary) await (deadline ? within(deadline.leftMs, primary.place()) : primary.place());
      const client = await this.#take();
      if (primary?.isAt(client) ?? true) return client;
      client.release(true);
      // It may never say goodbye.
      cut(client);
    }
  }

  #take(): Promise<pg.PoolClient> {
    const { deadline } = this.by;
    const isFree = this.pool.idleCount > this.pool.waitingCount;
    const taking = this.pool.connect();
    // The pool itself ends a wait that has no deadline.
    return deadline && !isFree ? within(deadline.leftMs, taking, (late) => late.release()) : taking;
  }

  beginTransaction = (lease: Lease) => lease.begin(this.by.begin ?? 'begin');
  commitTransaction = (lease: Lease) => lease.commit();
  rollbackTransaction = (lease: Lease) => lease.run('rollback');
  releaseConnection = async (lease: Lease) => lease.release();
}

// The driver has no code for a pool whose connections are all taken.
const ALL_TAKEN = 'timeout exceeded when trying to connect';

function connectFailure(error: unknown): NotReady {
  if (error instanceof NotReady) return error;
  return error instanceof Error && error.message === ALL_TAKEN ? busy(error) : away(error);
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One connection for as long as a statement or a transaction has it. */
class Lease implements DatabaseConnection {
  /** Why this connection can not be used any more. */
  #lost: Lost | null = null;
  /** What its transaction failed of. */
  #failed: unknown = null;
  #isBack = false;
  /** What the open transaction has changed; null outside of one. */
  #changed: string[] | null = null;
  readonly #timer: NodeJS.Timeout;
  readonly #onError = (error: unknown) => void (this.#lost ??= away(error));

  constructor(
    private readonly client: pg.PoolClient,
    private readonly by: By,
  ) {
    client.on('error', this.#onError);
    this.#timer = setTimeout(() => this.#giveUp(), by.deadline?.leftMs ?? by.statementMs);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#ask<R>(sql, [...parameters]);
    if (this.by.commits && hasChanged(sql, rowCount)) {
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
    const failure = this.#lost ?? failureOf(error) ?? error;
    if (failure instanceof Lost) {
      this.#lost = sql === 'commit' ? uncertain(error) : failure;
      this.by.primary?.doubt(this.client);
    }
    // Of statements sent together the first says what is wrong; those behind it, that something was.
    if (isRefusedAfter(error)) return this.#lost ?? this.#failed ?? failure;
    this.#failed ??= failure;
    return this.#lost ?? failure;
  }

  #giveUp() {
    this.#lost ??= silent();
    this.by.primary?.doubt(this.client);
    stopSession(this.client);
    this.#giveBack();
    cut(this.client);
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

/** What is asked at once goes to the server in one write: one for each statement would wake it for each. */
function sendTogether({ connection: { stream } }: pg.PoolClient) {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_WITHIN_MS = 5_000;

/**
 * PostgreSQL's own way to stop what a session is doing. One that has only lost its client would go on waiting for its
 * lock, keep those it has, and take one of the server's connections all the while.
 */
function stopSession(client: pg.PoolClient) {
  const { host, port } = client;
  // The driver has them from the server, and its types do not say so.
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
