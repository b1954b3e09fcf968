import { sql, type Kysely } from 'kysely';
import { DatabaseDeadline } from './deadline.ts';
import { databaseLacksMigrations } from '../migrate.ts';
import { onlyRow } from '../only-row.ts';
import type { Database } from '../open.ts';
import type { Tables } from '../tables.ts';

export type DatabaseState = 'ready' | 'preparing' | 'read_only' | 'away';

/** A database state observed within this time is returned without another check. */
const FRESH_MS = 1_000;
const WAIT_MS = 50;
/** If a caller asked for the state within this time, the next caller is expected soon, so checks are frequent. */
const WATCHED_MS = 30_000;
/**
 * The greatest age of the known state while no caller asks for it: less than SILENT_DATABASE_MS, so that the next caller is
 * answered at once.
 */
const UNWATCHED_MS = 3_000;
/** The milliseconds by which a timer of Node.js may fire early. */
const TIMER_EARLY_MS = 2;
/** A database that did not answer for this long counts as unavailable; one that is only busy has answered by then. */
export const SILENT_DATABASE_MS = 5_000;

/** Reports if the database can serve, without making a caller wait: checks run at intervals, independently of calls. */
export class DatabaseHealth {
  #seen: { what: DatabaseState; at: number } | undefined;
  #looking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Pick<Database, 'forSettling'>,
    private readonly lookMs: number,
    /** Returns the time in milliseconds by which the age of a state is measured. */
    private readonly clock = () => performance.now(),
  ) {}

  /** Checks the database, unless a check is running already. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Repeats the check of the database, less often while no caller asks for the state. */
  async refresh(): Promise<void> {
    const isWatched = this.clock() - this.#askedAt < WATCHED_MS;
    if (isWatched || !this.#isSeenWithin(UNWATCHED_MS)) await this.look();
  }

  /** Returns the state of the last second or, within 50 ms, the result of a new check; the first call waits for the first check. */
  async now(): Promise<DatabaseState> {
    this.#askedAt = this.clock();
    if (this.#isSeenWithin(FRESH_MS)) return this.#seen?.what ?? 'away';
    const looking = this.look();
    await (this.#seen ? Promise.race([looking, pause(WAIT_MS)]) : looking);
    return this.#isSeenWithin(SILENT_DATABASE_MS) ? (this.#seen?.what ?? 'away') : 'away';
  }

  #isSeenWithin = (ms: number) => this.#seen !== undefined && this.clock() - this.#seen.at < ms;

  async #look() {
    const begun = performance.now();
    const db = this.database.forSettling.dbWithin(new DatabaseDeadline(this.lookMs));
    const what = await stateOf(db).catch((): DatabaseState => 'away');
    const isTimeOver = performance.now() - begun >= this.lookMs - TIMER_EARLY_MS;
    const at = this.clock();
    // A check that failed only because its time ran out does not prove that the database is down.
    if (what === 'away' && isTimeOver) this.#seen ??= { what, at };
    else this.#seen = { what, at };
  }
}

/** Reads the state of the database in one statement, because this check runs very often. */
async function stateOf(db: Kysely<Tables>): Promise<DatabaseState> {
  const seen = await sql<{ migrations: string[]; is_read_only: boolean }>`
    select array(select name::text from kysely_migration) as migrations,
      current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  const { migrations, is_read_only } = onlyRow(seen);
  if (databaseLacksMigrations(migrations)) return 'preparing';
  return is_read_only ? 'read_only' : 'ready';
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
