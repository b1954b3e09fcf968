import { dirname } from 'node:path';
import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { ServiceUnavailable } from '../../http/errors.ts';
import { startThread } from '../../process/thread.ts';
import { recoverySpaceProblem } from './data-folder.ts';
import type { MessageFromWorker, MessageToWorker, DatabaseWorkerSetup } from './embedded-messages.ts';

const TERMINATE = 'X'.charCodeAt(0);

type Listener = (message: MessageFromWorker) => void;

/**
 * One running worker thread of the embedded database, and its listeners. A failed worker is never restarted; a new
 * one replaces it.
 */
class Running {
  readonly #worker: Worker;
  readonly #listeners = new Set<Listener>();
  #over = false;

  constructor(setup: DatabaseWorkerSetup) {
    this.#worker = startThread('embedded-worker', import.meta.url, { workerData: setup });
    this.#worker.on('message', (message: MessageFromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#hear({ kind: 'failed', reason: error.message }));
    this.#worker.on('exit', () => this.#hear({ kind: 'closed' }));
  }

  get over() {
    return this.#over;
  }

  #hear(message: MessageFromWorker) {
    if (message.kind === 'failed' || message.kind === 'closed') this.#over = true;
    for (const listener of Array.from(this.#listeners)) listener(message);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(message: MessageToWorker) {
    this.#worker.postMessage(message);
  }

  /** Waits for the worker's next message of that kind; rejects if the worker ends first. */
  next<K extends MessageFromWorker['kind']>(kind: K): Promise<Extract<MessageFromWorker, { kind: K }>> {
    const isWanted = (message: MessageFromWorker): message is Extract<MessageFromWorker, { kind: K }> =>
      message.kind === kind;
    return new Promise((resolve, reject) => {
      const stop = this.listen((message) => {
        if (isWanted(message)) resolve(message);
        else if (this.#over) reject(new Error(reasonOf(message)));
        else return;
        stop();
      });
    });
  }

  async stopped() {
    await this.#worker.terminate();
  }
}

const reasonOf = (message: MessageFromWorker) =>
  message.kind === 'failed' ? message.reason : 'The embedded database was closed.';

/** The socket that the `pg` driver uses: its bytes go to the worker thread, and the worker's answers come back. */
class Connection extends Duplex {
  #leave: () => void = () => undefined;

  constructor(
    private readonly worker: () => Promise<Running>,
    private readonly number: number,
  ) {
    super();
  }

  connect() {
    this.worker().then(
      (running) => {
        this.#running = running;
        this.#leave = running.listen((message) => this.#hear(message));
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
  }

  #running: Running | null = null;

  #hear(message: MessageFromWorker) {
    if (message.kind === 'bytes' && message.connection === this.number) {
      // A Buffer arrives from the other thread as a plain Uint8Array, but the driver needs a Buffer.
      this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
    }
    if (message.kind === 'failed' || message.kind === 'closed') this.destroy(new Error(reasonOf(message)));
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void) {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    // The driver's Terminate message is dropped, because it would end the only database session.
    if (bytes[0] !== TERMINATE) {
      if (!this.#running || this.#running.over) return done(new Error('The embedded database was closed.'));
      this.#running.send({ kind: 'bytes', connection: this.number, bytes });
    }
    done();
  }

  override _read() {
    // Nothing to do: the worker's messages are pushed as they arrive.
  }

  override _final(done: () => void) {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#leave();
    if (this.#running && !this.#running.over) this.#running.send({ kind: 'end', connection: this.number });
    done(error);
  }

  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;
}

export type EmbeddedDatabase = {
  /** Returns a socket for the `stream` option of `pg`, in a pool of one connection. */
  stream(): Duplex;
  /** Dumps the whole database as a gzipped tar, from which another database can start. */
  dump(): Promise<Uint8Array>;
  /** Copies the database folder as of one instant; returns how many milliseconds the database was paused. */
  copy(to: string): Promise<number>;
  close(): Promise<void>;
};

/**
 * Starts the embedded database in a worker thread; rejects if the database cannot open. If the worker fails later,
 * the running work is rejected; if the database has a folder, the next connection starts another worker, which
 * recovers as after a crash.
 */
export async function startEmbeddedDatabase(setup: DatabaseWorkerSetup): Promise<EmbeddedDatabase> {
  let closed = false;
  let connections = 0;
  const begin = async () => {
    const running = new Running(setup);
    await running.next('ready');
    return running;
  };
  let worker = begin();
  await worker;

  const current = async () => {
    if (closed) throw new Error('The embedded database was closed.');
    const running = await worker.catch(() => null);
    if (running && !running.over) return running;
    const { folder } = setup;
    if (folder === null) throw new Error('The embedded database failed, and it was in memory only.');
    // On a full disk, recovery would fail only after seconds, during which every call would wait; so free space is checked first.
    const noRoom = await recoverySpaceProblem(dirname(folder));
    if (noRoom !== null) throw new ServiceUnavailable(noRoom);
    // The old worker must have stopped, because two workers on one folder would destroy its data.
    worker = (running?.stopped() ?? Promise.resolve()).then(begin);
    return worker;
  };

  return {
    stream: () => new Connection(current, ++connections),
    dump: async () => {
      const running = await current();
      const dumped = running.next('dumped');
      running.send({ kind: 'dump' });
      return (await dumped).bytes;
    },
    copy: async (to) => {
      const running = await current();
      const copied = running.next('copied');
      running.send({ kind: 'copy', to });
      const { ms, problem } = await copied;
      if (problem !== null) throw new Error(problem);
      return ms;
    },
    close: async () => {
      if (closed) return;
      closed = true;
      const running = await worker.catch(() => null);
      if (!running) return;
      if (!running.over) {
        const over = running.next('closed');
        running.send({ kind: 'close' });
        await over;
      }
      await running.stopped();
    },
  };
}
