import { sql, type Kysely } from 'kysely';
import { Deadline } from './deadline.ts';
import { lacksMigrations } from '../migrate.ts';
import { onlyRow } from '../only-row.ts';
import type { Database } from '../open.ts';
import type { Tables } from '../tables.ts';

export type DatabaseState = 'ready' | 'preparing' | 'read_only' | 'away';

/** A state seen within this time is answered without another check. */
const FRESH_MS = 1_000;
const WAIT_MS = 50;
/** A caller who asked within this time will ask again. */
const WATCHED_MS = 30_000;
/** The greatest age of a state that nobody asks for: less than SILENT_MS, so that the next caller is answered at once. */
const UNWATCHED_MS = 3_000;
/** A timer of Node.js may fire this much early. */
const TIMER_EARLY_MS = 2;
/** A database that was silent for this long cannot serve; one that is only busy has answered by then. */
export const SILENT_MS = 5_000;

/** Knows if the database can serve, without waiting for it: a check runs at intervals, beside all calls. */
export class Pulse {
  #seen: { what: DatabaseState; at: number } | undefined;
  #looking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Pick<Database, 'forSettling'>,
    private readonly lookMs: number,
    /** The clock, in milliseconds, that measures the age of a state. */
    private readonly clock = () => performance.now(),
  ) {}

  /** Checks, unless a check is under way already. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Checks again, less often while nobody asks. */
  async refresh(): Promise<void> {
    const isWatched = this.clock() - this.#askedAt < WATCHED_MS;
    if (isWatched || !this.#isSeenWithin(UNWATCHED_MS)) await this.look();
  }

  /** The state seen within the last second, or 50 ms from now; the first time, the result of the first check. */
  async now(): Promise<DatabaseState> {
    this.#askedAt = this.clock();
    if (this.#isSeenWithin(FRESH_MS)) return this.#seen?.what ?? 'away';
    const looking = this.look();
    await (this.#seen ? Promise.race([looking, pause(WAIT_MS)]) : looking);
    return this.#isSeenWithin(SILENT_MS) ? (this.#seen?.what ?? 'away') : 'away';
  }

  #isSeenWithin = (ms: number) => this.#seen !== undefined && this.clock() - this.#seen.at < ms;

  async #look() {
    const begun = performance.now();
    const db = this.database.forSettling.dbWithin(new Deadline(this.lookMs));
    const what = await stateOf(db).catch((): DatabaseState => 'away');
    const isTimeOver = performance.now() - begun >= this.lookMs - TIMER_EARLY_MS;
    const at = this.clock();
    // A check that failed only because its time ran out says nothing.
    if (what === 'away' && isTimeOver) this.#seen ??= { what, at };
    else this.#seen = { what, at };
  }
}

/** One statement, because it runs again and again. */
async function stateOf(db: Kysely<Tables>): Promise<DatabaseState> {
  const seen = await sql<{ migrations: string[]; is_read_only: boolean }>`
    select array(select name::text from kysely_migration) as migrations,
      current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  const { migrations, is_read_only } = onlyRow(seen);
  if (lacksMigrations(migrations)) return 'preparing';
  return is_read_only ? 'read_only' : 'ready';
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
