import type pg from 'pg';
import { isLiveTopic, LIVE_TOPICS, type LiveTopic } from '../../contract/wire.ts';
import { destroyConnection } from '../database/driver/destroy-connection.ts';

const CHANNEL = 'ric_live';
// A connection that is silently lost is noticed within this time.
const ASK_EVERY_MS = 15_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Passes events between processes on the same database, over its own connection, which reconnects by itself. Events
 * published while it was away are unknown, so after each reconnection every topic counts as published.
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

  /** Notifies the other processes, now or when they can be reached again. */
  send(topics: LiveTopic[]): void {
    for (const topic of topics) this.#unsent.add(topic);
    void this.#sendNow();
  }

  /** Sends the pending events, then closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connecting;
    clearTimeout(this.#timer);
    // Statements sent before are answered before it ends.
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
      // The listeners of this process know its own events already.
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

/** The server's number for the session; the driver has it, but its types do not declare it. */
const numberOf = (client: pg.Client): unknown => Reflect.get(client, 'processID');
