import { connect } from 'node:net';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { NotReady } from '../errors.ts';
import { away, busy, failureOf, Lost, silent, uncertain } from './failures.ts';
import { within, type Patience } from './patience.ts';
import type { Asked } from './prepared.ts';

/**
 * The pool as Kysely uses it: a failure of the database, or a wait that is over, is NotReady and no bug. A connection that
 * did not answer in time is thrown away, and the server told to stop what it does there.
 */
export class PatientPool implements PostgresPool {
  constructor(
    private readonly pool: pg.Pool,
    private readonly by: {
      /** Longest time for one statement that no request waits for. */
      statementMs: number;
      asked?: Asked | undefined;
      patience?: Patience | undefined;
    },
  ) {}

  async connect(): Promise<PostgresPoolClient> {
    const { patience, statementMs, asked = plainly } = this.by;
    if (patience && patience.leftMs <= 0) throw busy();
    patience?.begin();
    const end = () => patience?.end();
    try {
      const isFree = this.pool.idleCount > this.pool.waitingCount;
      const taking = this.pool.connect();
      const client =
        patience && !isFree ? await within(patience.leftMs, taking, (late) => late.release()) : await taking;
      const leftMs = () => patience?.leftMs ?? statementMs;
      return new Lease(client, { leftMs, end, asked });
    } catch (error) {
      end();
      throw connectFailure(error);
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

const plainly: Asked = (text, values) => ({ text, values });

// The driver has no code for a pool whose connections are all taken.
const ALL_TAKEN = 'timeout exceeded when trying to connect';

function connectFailure(error: unknown): NotReady {
  if (error instanceof NotReady) return error;
  return error instanceof Error && error.message === ALL_TAKEN ? busy(error) : away(error);
}

/** One connection for as long as a statement or a transaction has it. */
class Lease implements PostgresPoolClient {
  /** Why this connection can not be used any more. */
  #lost: Lost | null = null;
  #isBack = false;
  readonly #onError = (error: unknown) => void (this.#lost ??= away(error));

  constructor(
    private readonly client: pg.PoolClient,
    private readonly by: { leftMs: () => number; end: () => void; asked: Asked },
  ) {
    client.on('error', this.#onError);
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('Rows are not read through cursors yet.');
    return this.#ask(sql, [...parameters]);
  }

  async #ask(sql: string, parameters: unknown[]): Promise<pg.QueryResult> {
    if (this.#lost) throw this.#lost;
    const timer = setTimeout(() => this.#giveUp(), Math.max(0, this.by.leftMs()));
    try {
      return await this.client.query(this.by.asked(sql, parameters));
    } catch (error) {
      throw this.#failure(sql, error);
    } finally {
      clearTimeout(timer);
    }
  }

  #failure(sql: string, error: unknown): unknown {
    const failure = this.#lost ?? failureOf(error) ?? error;
    if (failure instanceof Lost) this.#lost = sql === 'commit' ? uncertain(error) : failure;
    return this.#lost ?? failure;
  }

  #giveUp() {
    this.#lost = silent();
    stopSession(this.client);
    this.#giveBack();
  }

  // Ending a connection that still waits for an answer cuts it, and the statement under way fails.
  #giveBack() {
    if (this.#isBack) return;
    this.#isBack = true;
    this.client.release(this.#lost !== null);
  }

  release() {
    this.client.off('error', this.#onError);
    this.by.end();
    this.#giveBack();
  }
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
