import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export type Place = { host: string; port: number };
type Found = Place & { timeline: number };

/** Longest for a server to answer; none of them is looked at again before. */
const LOOK_MS = 5_000;
/** Once one is found, the others have so long to say that they are newer. */
const OTHERS_MS = 200;

/**
 * Which of several servers takes writes: the one that is not in recovery, and of two that say so the one on the newest timeline,
 * for a primary that was replaced and comes back by itself does not know. It is looked for when it is first needed, and again
 * whenever it is doubted; one on an older timeline than was seen once is never taken.
 */
export class Primary {
  #found: Found | null = null;
  #looking: Promise<Found> | undefined;
  #isDoubted = false;

  constructor(
    private readonly urls: readonly string[],
    private readonly waitMs: number,
  ) {}

  /** Where it is; throws what was wrong with the last of them where none takes writes. */
  async place(): Promise<Place> {
    return this.#isDoubted || !this.#found ? this.#look() : this.#found;
  }

  /** It failed, or refused a write: the next that needs it looks again. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Whether a connection leads there, as far as is known. */
  isAt({ host, port }: Place): boolean {
    return this.#found === null || (this.#found.host === host && this.#found.port === port);
  }

  #look(): Promise<Found> {
    this.#looking ??= this.#lookNow().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookNow(): Promise<Found> {
    this.#isDoubted = false;
    try {
      const found = await this.#newest(this.#found?.timeline ?? 0);
      this.#found = found;
      return found;
    } catch (error) {
      this.#isDoubted = true;
      throw error;
    }
  }

  async #newest(atLeast: number): Promise<Found> {
    const found: Found[] = [];
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
    const [newest] = found.toSorted((a, b) => b.timeline - a.timeline);
    if (!newest) throw new Error('none of the servers takes writes');
    return newest;
  }
}

/** A server's timeline, or null where it is in recovery. The name of a file of its log begins with the timeline. */
async function lookAt(connectionString: string, ms: number): Promise<Found | null> {
  const client = new pg.Client({
    ...{ connectionString, application_name: 'ric looking' },
    ...{ connectionTimeoutMillis: ms, query_timeout: ms },
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

/** As the driver's types have it: the pool hands over one that takes either. */
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Connections that lead to whichever server is the primary when they are opened. */
export function followingClient(Base: ClientClass, primary: Primary): ClientClass {
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
      const { host, port } = await primary.place();
      Object.assign(this, { host, port });
      this.on('error', () => primary.doubt());
      try {
        return await super.connect();
      } catch (error) {
        primary.doubt();
        throw error;
      }
    }
  };
}
