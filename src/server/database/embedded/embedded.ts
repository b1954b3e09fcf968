import { dirname } from 'node:path';
import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { NotReady } from '../../http/errors.ts';
import { startThread } from '../../process/thread.ts';
import { whyNoRoom } from './data-folder.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './embedded-messages.ts';

const TERMINATE = 'X'.charCodeAt(0);

type Listener = (message: FromWorker) => void;

/** One running worker and its listeners. It is never restarted; a new one takes its place. */
class Running {
  readonly #worker: Worker;
  readonly #listeners = new Set<Listener>();
  #over = false;

  constructor(setup: WorkerSetup) {
    this.#worker = startThread('embedded-worker', import.meta.url, { workerData: setup });
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#hear({ kind: 'failed', reason: error.message }));
    this.#worker.on('exit', () => this.#hear({ kind: 'closed' }));
  }

  get over() {
    return this.#over;
  }

  #hear(message: FromWorker) {
    if (message.kind === 'failed' || message.kind === 'closed') this.#over = true;
    for (const listener of Array.from(this.#listeners)) listener(message);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(message: ToWorker) {
    this.#worker.postMessage(message);
  }

  /** Resolves with the first message of that kind; rejects if the worker ends first. */
  next<K extends FromWorker['kind']>(kind: K): Promise<Extract<FromWorker, { kind: K }>> {
    const isWanted = (message: FromWorker): message is Extract<FromWorker, { kind: K }> =>
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

const reasonOf = (message: FromWorker) =>
  message.kind === 'failed' ? message.reason : 'The embedded database was closed.';

/** The driver's socket: its bytes go to the worker, and the worker's bytes come back. */
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

  #hear(message: FromWorker) {
    if (message.kind === 'bytes' && message.connection === this.number) {
      // A Buffer arrives as a plain array between threads, and the driver needs a Buffer.
      this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
    }
    if (message.kind === 'failed' || message.kind === 'closed') this.destroy(new Error(reasonOf(message)));
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void) {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    // A Terminate message would end the only session.
    if (bytes[0] !== TERMINATE) {
      if (!this.#running || this.#running.over) return done(new Error('The embedded database was closed.'));
      this.#running.send({ kind: 'bytes', connection: this.number, bytes });
    }
    done();
  }

  override _read() {
    // Answers are pushed as they come.
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

export type Embedded = {
  /** For `pg`'s `stream` option, on a pool of one. */
  stream(): Duplex;
  /** Dumps the whole database as a gzipped tar, to start another from. */
  dump(): Promise<Uint8Array>;
  /** Copies its folder at one instant; returns for how many milliseconds it was paused. */
  copy(to: string): Promise<number>;
  close(): Promise<void>;
};

/**
 * Starts the embedded database in a worker thread; rejects if it cannot open. If the worker fails later, the work under
 * way is rejected; if the database has a folder, the next connection starts another worker, which recovers like after a
 * crash.
 */
export async function startEmbedded(setup: WorkerSetup): Promise<Embedded> {
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
    // Recovery on a full disk fails only after seconds, during which every call would wait.
    const noRoom = await whyNoRoom(dirname(folder));
    if (noRoom !== null) throw new NotReady(noRoom);
    // Two workers on one folder would destroy its data.
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
