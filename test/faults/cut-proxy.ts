import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A cut of a database connection: `before` a statement is sent; once it is `sent`; or `after` it is done, but before its
 * answer arrives. `held` cuts nothing: the statement is held back, and its sender waits.
 */
export type ConnectionCut = { at: number; when: 'before' | 'sent' | 'after' | 'held'; thenAway?: boolean };

export type CutProxy = {
  /** The address of the database through this proxy. */
  url: string;
  /**
   * Counts the SQL statements from now on, over all connections or those of one application, and cuts the connection at one
   * of them.
   */
  watch(cut?: ConnectionCut, application?: string): void;
  /** Returns the SQL statements since the last call of `watch`. */
  statements(): string[];
  hasCut(): boolean;
  /** Resolves when no SQL statement has come for this long. */
  untilQuiet(ms: number): Promise<void>;
  /** From now on drops all bytes without closing a connection, as in a broken network. */
  swallow(): void;
  /** Lets all bytes pass again; connections that lost bytes are cut. */
  open(): void;
  close(): Promise<void>;
};

const TYPE = 1;
const LENGTH = 4;
const QUERY = 'Q';
const PARSE = 'P';
const BIND = 'B';
const SYNC = 'S';
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]);

/**
 * Splits off the complete messages of PostgreSQL's protocol; the first message of a connection has no type before its
 * length.
 */
function split(bytes: Buffer, isFirst: boolean): { message: Buffer | null; rest: Buffer } {
  const head = isFirst ? 0 : TYPE;
  if (bytes.length < head + LENGTH) return { message: null, rest: bytes };
  const end = head + bytes.readUInt32BE(head);
  if (bytes.length < end) return { message: null, rest: bytes };
  return { message: bytes.subarray(0, end), rest: bytes.subarray(end) };
}

/**
 * Returns the strings at the beginning of a protocol message: a query's text; a parse's name and text; a bind's portal and
 * name.
 */
const stringsOf = (message: Buffer): string[] =>
  message
    .subarray(TYPE + LENGTH)
    .toString('utf8')
    .split('\0');

/** Returns the application name of a database connection; the first message has names and values alternately. */
function applicationOf(first: Buffer): string {
  const said = first.toString('latin1').split('\0');
  return said[said.indexOf('application_name') + 1] ?? '';
}

const endsReady = (bytes: Buffer) => bytes.subarray(-6, -1).equals(READY_FOR_QUERY);

class Watch {
  readonly seen: string[] = [];
  hasCut = false;

  constructor(
    readonly cut?: ConnectionCut,
    private readonly application?: string,
  ) {}

  /** Records an SQL statement; returns how to cut the connection at this statement, or null. */
  note(text: string, application: string): ConnectionCut['when'] | null {
    if (this.application !== undefined && application !== this.application) return null;
    this.seen.push(text);
    return this.cut && !this.hasCut && this.seen.length === this.cut.at ? this.cut.when : null;
  }
}

type Mode = 'pass' | 'swallow' | 'away';
type Shared = { mode: Mode; watch: Watch; lastStatementAt: number };

/** A client's connection to the proxy and the proxy's connection to the server. */
class Pair {
  #buffer: Buffer = Buffer.alloc(0);
  #isFirst = true;
  #cutting: 'sent' | 'after' | null = null;
  #isSwallowed = false;
  #isHeld = false;
  #application = '';
  readonly #prepared = new Map<string, string>();

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly shared: Shared,
  ) {
    for (const socket of [client, server]) socket.on('error', () => undefined).setNoDelay(true);
    client.on('data', (bytes: Buffer) => this.#fromClient(bytes));
    server.on('data', (bytes: Buffer) => this.#fromServer(bytes));
    // In a broken network neither side learns that the other has closed its connection.
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
    if (this.#swallows() || this.#isHeld) return;
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const { message, rest } = split(this.#buffer, this.#isFirst);
      if (!message || this.client.destroyed || this.#isHeld) return;
      this.#buffer = rest;
      this.#forward(message);
      this.#isFirst = false;
    }
  }

  #forward(message: Buffer) {
    const type = this.#isFirst ? '' : String.fromCharCode(message[0] ?? 0);
    if (this.#isFirst) this.#application = applicationOf(message);
    const text = this.#statementOf(type, message);
    if (text !== null) this.shared.lastStatementAt = performance.now();
    const when = text === null ? null : this.shared.watch.note(text, this.#application);
    if (when === 'before') return this.#cut();
    if (when === 'held') return this.#hold();
    if (when) this.#cutting = when;
    this.server.write(message);
    if (this.#cutting === 'sent' && (type === QUERY || type === SYNC)) this.#cut();
  }

  // A statement is counted at the bind message, because a prepared statement is not parsed again.
  #statementOf(type: string, message: Buffer): string | null {
    if (type === QUERY) return stringsOf(message)[0] ?? '';
    if (type !== PARSE && type !== BIND) return null;
    const [first = '', second = ''] = stringsOf(message);
    if (type === PARSE) this.#prepared.set(first, second);
    return type === BIND ? (this.#prepared.get(second) ?? '') : null;
  }

  #fromServer(bytes: Buffer) {
    if (this.#swallows()) return;
    if (this.#cutting === null) this.client.write(bytes);
    else if (endsReady(bytes)) this.#cut();
  }

  #hold() {
    this.shared.watch.hasCut = true;
    this.#isHeld = true;
  }

  #cut() {
    this.shared.watch.hasCut = true;
    if (this.shared.watch.cut?.thenAway) this.shared.mode = 'away';
    this.client.destroy();
    // Bytes that were sent before the cut still arrive.
    this.server.end();
  }

  destroy() {
    this.client.destroy();
    this.server.destroy();
  }
}

/** Starts a proxy before a PostgreSQL server; the proxy can cut connections at a chosen statement, or drop all bytes. */
export async function startCutProxy(databaseUrl: string): Promise<CutProxy> {
  const behind = new URL(databaseUrl);
  const shared: Shared = { mode: 'pass', watch: new Watch(), lastStatementAt: 0 };
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
    watch: (cut, application) => {
      shared.watch = new Watch(cut, application);
    },
    statements: () => [...shared.watch.seen],
    hasCut: () => shared.watch.hasCut,
    untilQuiet: async (ms) => {
      const left = () => shared.lastStatementAt + ms - performance.now();
      while (left() > 0) await pause(left());
    },
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
