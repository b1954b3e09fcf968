import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Where a connection is cut: a statement is not sent; sent, and cut at once; or done, and its answer never told. */
export type Cut = { at: number; when: 'before' | 'sent' | 'after'; thenAway?: boolean };

export type CutProxy = {
  /** The address of the database through this proxy. */
  url: string;
  /** Counts the statements from now on, over all connections together, and cuts the connection at one of them. */
  watch(cut?: Cut): void;
  /** The statements since then. */
  statements(): string[];
  hasCut(): boolean;
  /** From now on nothing passes, and nothing is closed: a network that swallows everything. */
  swallow(): void;
  /** Everything passes again; connections that were swallowed are cut. */
  open(): void;
  close(): Promise<void>;
};

const TYPE = 1;
const LENGTH = 4;
const QUERY = 'Q';
const PARSE = 'P';
const SYNC = 'S';
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** The messages that are whole, and the rest; a connection's first has no type before its length. */
function split(bytes: Buffer, isFirst: boolean): { message: Buffer | null; rest: Buffer } {
  const head = isFirst ? 0 : TYPE;
  if (bytes.length < head + LENGTH) return { message: null, rest: bytes };
  const end = head + bytes.readUInt32BE(head);
  if (bytes.length < end) return { message: null, rest: bytes };
  return { message: bytes.subarray(0, end), rest: bytes.subarray(end) };
}

function textOf(type: string, message: Buffer): string {
  const parts = message
    .subarray(TYPE + LENGTH)
    .toString('utf8')
    .split('\0');
  return (type === PARSE ? parts[1] : parts[0]) ?? '';
}

const endsReady = (bytes: Buffer) => bytes.subarray(-6, -1).equals(READY_FOR_QUERY);

class Watch {
  readonly seen: string[] = [];
  cut: Cut | null = null;
  hasCut = false;

  /** Notes a statement; answers how to cut at it, if so. */
  note(text: string): Cut['when'] | null {
    this.seen.push(text);
    return this.cut && !this.hasCut && this.seen.length === this.cut.at ? this.cut.when : null;
  }
}

type Mode = 'pass' | 'swallow' | 'away';
type Shared = { mode: Mode; watch: Watch };

/** One client's connection and the one to the server behind it. */
class Pair {
  #buffer: Buffer = Buffer.alloc(0);
  #isFirst = true;
  #cutting: 'sent' | 'after' | null = null;
  #isSwallowed = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly shared: Shared,
  ) {
    for (const socket of [client, server]) socket.on('error', () => undefined).setNoDelay(true);
    client.on('data', (bytes: Buffer) => this.#fromClient(bytes));
    server.on('data', (bytes: Buffer) => this.#fromServer(bytes));
    // In a network that swallows everything neither side hears that the other is gone.
    client.on('close', () => !this.#swallows() && server.destroy());
    server.on('close', () => !this.#swallows() && client.destroy());
  }

  get isSwallowed() {
    return this.#isSwallowed;
  }

  #swallows(): boolean {
    this.#isSwallowed ||= this.shared.mode === 'swallow';
    return this.#isSwallowed;
  }

  #fromClient(bytes: Buffer) {
    if (this.#swallows()) return;
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const { message, rest } = split(this.#buffer, this.#isFirst);
      if (!message || this.client.destroyed) return;
      this.#buffer = rest;
      this.#forward(message);
      this.#isFirst = false;
    }
  }

  #forward(message: Buffer) {
    const type = this.#isFirst ? '' : String.fromCharCode(message[0] ?? 0);
    const isStatement = type === QUERY || type === PARSE;
    const when = isStatement ? this.shared.watch.note(textOf(type, message)) : null;
    if (when === 'before') return this.#cut();
    if (when) this.#cutting = when;
    this.server.write(message);
    if (this.#cutting === 'sent' && (type === QUERY || type === SYNC)) this.#cut();
  }

  #fromServer(bytes: Buffer) {
    if (this.#swallows()) return;
    if (this.#cutting === null) this.client.write(bytes);
    else if (endsReady(bytes)) this.#cut();
  }

  #cut() {
    this.shared.watch.hasCut = true;
    if (this.shared.watch.cut?.thenAway) this.shared.mode = 'away';
    this.client.destroy();
    // What was sent still arrives.
    this.server.end();
  }

  destroy() {
    this.client.destroy();
    this.server.destroy();
  }
}

/** A proxy before a PostgreSQL server that can lose connections at a chosen statement, or everything. */
export async function startCutProxy(databaseUrl: string): Promise<CutProxy> {
  const behind = new URL(databaseUrl);
  const shared: Shared = { mode: 'pass', watch: new Watch() };
  const pairs = new Set<Pair>();
  const proxy = createServer((client) => {
    if (shared.mode === 'away') return client.destroy();
    const pair = new Pair(client, connect(Number(behind.port), behind.hostname), shared);
    pairs.add(pair);
    client.on('close', () => !pair.isSwallowed && pairs.delete(pair));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  const destroy = (which: (pair: Pair) => boolean) => {
    for (const pair of [...pairs].filter(which)) {
      pairs.delete(pair);
      pair.destroy();
    }
  };
  return {
    url: url.href,
    watch: (cut) => {
      shared.watch = new Watch();
      shared.watch.cut = cut ?? null;
    },
    statements: () => [...shared.watch.seen],
    hasCut: () => shared.watch.hasCut,
    swallow: () => {
      shared.mode = 'swallow';
    },
    open: () => {
      const wasSwallowing = shared.mode === 'swallow';
      shared.mode = 'pass';
      if (wasSwallowing) destroy(() => true);
    },
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      destroy(() => true);
      await closed;
    },
  };
}
