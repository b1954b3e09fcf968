import type pg from 'pg';
import { isLiveTopic, LIVE_TOPICS, type LiveTopic } from '../../contract/live/live-topics.ts';
import { destroyConnection } from '../database/driver/destroy-connection.ts';

const CHANNEL = 'ric_live';
// The interval of checks that notice a silently lost connection to the database.
const ASK_EVERY_MS = 15_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Passes live events between the processes of one database, over a separate connection, which reconnects by itself.
 * Events that were published during an interruption are unknown, so after each reconnection every topic counts as
 * published.
 */
export class EventRelay {
  readonly #unsent = new Set<LiveTopic>();
  #client: pg.Client | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #connecting: Promise<void>;

  constructor(
    private readonly newClient: () => pg.Client,
    private readonly hear: (topics: LiveTopic[]) => void,
  ) {
    this.#connecting = this.#connect();
  }

  /** Notifies the other processes of changed topics, now or as soon as they can be reached. */
  send(topics: LiveTopic[]): void {
    for (const topic of topics) this.#unsent.add(topic);
    void this.#sendNow();
  }

  /** Sends the pending events, then closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connecting;
    clearTimeout(this.#timer);
    // The database answers the statements sent before, then the connection ends.
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = this.newClient();
    let isOver = false;
    const lose = () => {
      if (isOver) return;
      isOver = true;
      if (this.#client === client) this.#client = null;
      destroyConnection(client);
      this.#comeBack();
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', ({ processId, payload = '' }) => {
      // Listeners in this process have received the events of this process already.
      if (processId !== numberOf(client)) this.hear(payload.split(',').filter(isLiveTopic));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      return lose();
    }
    if (isOver) return;
    this.#client = client;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#askAgain(client, lose);
    this.hear([...LIVE_TOPICS]);
    await this.#sendNow();
  }

  #comeBack() {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const ms = this.#pauseMs * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => (this.#connecting = this.#connect()), ms).unref();
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }

  #askAgain(client: pg.Client, lose: () => void) {
    clearTimeout(this.#timer);
    const ask = () => void client.query('select').then(() => this.#askAgain(client, lose), lose);
    if (!this.#isClosed && this.#client === client) this.#timer = setTimeout(ask, ASK_EVERY_MS).unref();
  }

  async #sendNow(): Promise<void> {
    if (!this.#client || this.#unsent.size === 0) return;
    const topics = [...this.#unsent];
    this.#unsent.clear();
    try {
      await this.#client.query('select pg_notify($1, $2)', [CHANNEL, topics.join(',')]);
    } catch {
      for (const topic of topics) this.#unsent.add(topic);
    }
  }
}

/** Returns the server's process number of a database session; the driver has the number, but its types do not declare it. */
const numberOf = (client: pg.Client): unknown => Reflect.get(client, 'processID');
