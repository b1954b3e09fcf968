import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { destroyConnection } from '../driver/destroy-connection.ts';

export type HostAndPort = { host: string; port: number };
type PrimaryHost = HostAndPort & { timeline: number };

/** The longest time for a server to answer, and the shortest time between two checks of it. */
const LOOK_MS = 5_000;
/** Once one primary is found, the other servers get this time to report a newer timeline. */
const OTHERS_MS = 200;
/** How often the known primary is checked, independently of its use, because it may have been replaced without noticing. */
const AGAIN_MS = 5_000;

/**
 * Finds the primary among several database servers: the one that is not in recovery. If two are not in recovery, the
 * one on the newest timeline is the primary, because a replaced primary that returns does not know of its
 * replacement. The search runs at first use, again whenever the primary is doubted, and every few seconds; a server
 * on an older timeline than the newest seen is never used. When another server becomes primary, all work on the
 * former one ends at once instead of waiting for a silent server.
 */
export class PrimaryFinder {
  #found: PrimaryHost | null = null;
  #looking: Promise<PrimaryHost> | undefined;
  #lookedAt = 0;
  #isDoubted = false;
  readonly #clients = new Set<pg.Client>();

  constructor(
    private readonly urls: readonly string[],
    private readonly waitMs: number,
  ) {}

  /** Returns the host and port of the primary; rejects with the last host's error if no host takes writes. */
  async place(): Promise<HostAndPort> {
    if (this.#isDoubted || !this.#found) return this.#look();
    if (performance.now() - this.#lookedAt > AGAIN_MS) this.#look().catch(() => undefined);
    return this.#found;
  }

  /**
   * Marks the primary as doubtful after a failure, a refused write or silence, so that the next use searches again.
   * Failures of other hosts are ignored.
   */
  doubt(place: HostAndPort): void {
    if (this.isAt(place)) this.#isDoubted = true;
  }

  /** Connects a client to the primary; its connection ends when another server becomes primary. */
  async lead(client: pg.Client): Promise<void> {
    const { host, port } = await this.place();
    Object.assign(client, { host, port });
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
    client.on('error', () => this.doubt(client));
  }

  /** Returns true if a connection leads to the primary, as far as the primary is known. */
  isAt({ host, port }: HostAndPort): boolean {
    return this.#found === null || (this.#found.host === host && this.#found.port === port);
  }

  #look(): Promise<PrimaryHost> {
    this.#looking ??= this.#lookNow().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookNow(): Promise<PrimaryHost> {
    const isNeeded = this.#isDoubted || !this.#found;
    this.#isDoubted = false;
    this.#lookedAt = performance.now();
    try {
      this.#found = await this.#newest(this.#found?.timeline ?? 0);
    } catch (error) {
      // A primary that is only too busy for the check goes on serving.
      this.#isDoubted ||= isNeeded;
      throw error;
    }
    for (const client of this.#clients) if (!this.isAt(client)) destroyConnection(client);
    return this.#found;
  }

  async #newest(atLeast: number): Promise<PrimaryHost> {
    const found: PrimaryHost[] = [];
    const looks = this.urls.map(async (url) => {
      const one = await lookAt(url, Math.min(this.waitMs, LOOK_MS));
      if (one === null) throw new Error('none of the servers takes writes');
      if (one.timeline < atLeast)
        throw new Error('the only server that takes writes was replaced by another');
      found.push(one);
    });
    const all = Promise.allSettled(looks);
    await Promise.any(looks).catch((error: unknown) => {
      throw error instanceof AggregateError ? error.errors.at(-1) : error;
    });
    await Promise.race([all, pause(OTHERS_MS)]);
    const isUsed = (one: PrimaryHost) => Number(this.isAt(one));
    const [newest] = found.toSorted((a, b) => b.timeline - a.timeline || isUsed(b) - isUsed(a));
    if (!newest) throw new Error('none of the servers takes writes');
    return newest;
  }
}

/** Returns a server's timeline, or null if the server is in recovery. The name of a log file begins with the timeline. */
async function lookAt(connectionString: string, ms: number): Promise<PrimaryHost | null> {
  const client = new pg.Client({
    connectionString,
    application_name: 'ric looking',
    connectionTimeoutMillis: ms,
    query_timeout: ms,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ file: string | null }>(
      'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file',
    );
    const file = rows[0]?.file ?? null;
    return file === null
      ? null
      : { host: client.host, port: client.port, timeline: Number.parseInt(file.slice(0, 8), 16) };
  } finally {
    void client.end().catch(() => undefined);
  }
}

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/** The callback of `connect` as the `pg` driver types it; the pool passes a function that takes either form. */
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Returns a client class whose new connections lead to the server that is primary at that time. */
export function primaryClientClass(Base: ClientClass, primary: PrimaryFinder | undefined): ClientClass {
  if (!primary) return Base;
  return class extends Base {
    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): void | Promise<pg.Client> {
      const connecting = this.#connect();
      if (!connected) return connecting;
      const tell = (...said: [unknown, pg.Client?]) => void Reflect.apply(connected, undefined, said);
      connecting.then(
        () => tell(null, this),
        (error: unknown) => tell(error),
      );
    }

    async #connect(): Promise<pg.Client> {
      await primary.lead(this);
      try {
        return await super.connect();
      } catch (error) {
        primary.doubt(this);
        throw error;
      }
    }
  };
}
