import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { DatabaseDeadline } from '../database/driver/deadline.ts';
import { PREPARED_STATEMENT_MARK } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';

type Db = Kysely<Tables>;
type DbWithin = (deadline: DatabaseDeadline) => Db;

/**
 * The database connections to a replica: for reads, for reports, and one for its log position, which is separate so
 * that no other query delays it.
 */
type Connections = { dbWithin: DbWithin; reports: Db; looking: DbWithin };

/** The longest time for a read to wait until the replica has caught up; replicas are usually a few milliseconds behind. */
const WAIT_MS = 100;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 10;
/** After a read has waited in vain, other reads do not wait for the replica during this time, but only check its position. */
const IMPATIENT_MS = 1_000;
/** A replica that did not answer is checked again after this time, and no read waits for that check. */
const AWAY_MS = 1_000;
/** How long the known log position of the replica counts: another server that replaces the replica may be further behind. */
const KNOWN_MS = 1_000;
const LOOK_MS = 1_000;

/**
 * A copy of the database that follows the primary. It is read only if it has everything that the primary had when the
 * read began, so that nobody misses their own changes or changes that a live event announced.
 */
export class ReadReplica {
  /**
   * The number of reads that the replica answered, and of those that went to the primary because the replica was
   * behind or failed.
   */
  readonly reads = { replica: 0, behind: 0, failed: 0 };
  readonly #by: Connections;
  #replayed = 0;
  #seenAt = -Infinity;
  #isAway = false;
  #askAgainAt = 0;
  #impatientUntil = 0;
  #looking: Promise<void> | undefined;

  constructor(by: Connections) {
    this.#by = by;
  }

  dbWithin(deadline: DatabaseDeadline): Db {
    return this.#by.dbWithin(deadline);
  }

  get reports(): Db {
    return this.#by.reports;
  }

  /** Returns true if the replica has everything that the primary has now; waits briefly for it. */
  async hasAllOf(primary: Db): Promise<boolean> {
    if (this.#isAway) {
      if (performance.now() >= this.#askAgainAt) void this.#look();
      return this.#not('failed');
    }
    const position = await positionOf(primary);
    if (position === null) return this.#not('behind');
    const end = performance.now() < this.#impatientUntil ? 0 : performance.now() + WAIT_MS;
    for (let ms = FIRST_PAUSE_MS; !this.#has(position); ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      await this.#look();
      if (this.#isAway) return this.#not('failed');
      if (this.#has(position)) break;
      if (performance.now() >= end) {
        this.#impatientUntil = performance.now() + IMPATIENT_MS;
        return this.#not('behind');
      }
      await pause(ms);
    }
    this.reads.replica += 1;
    return true;
  }

  /** Records a failed read: the replica is not used again until it has answered a check. */
  failed(): void {
    this.reads.failed += 1;
    this.#leaveAlone();
  }

  /** Returns how many bytes of the primary's log the replica has not replayed; Infinity if the replica does not answer. */
  async lagBytes(primary: Db): Promise<number> {
    const position = await positionOf(primary);
    await this.#look();
    return this.#isAway || position === null ? Infinity : Math.max(0, position - this.#replayed);
  }

  #has = (position: number) => this.#replayed >= position && performance.now() - this.#seenAt < KNOWN_MS;

  #not(why: 'behind' | 'failed'): false {
    this.reads[why] += 1;
    return false;
  }

  #leaveAlone() {
    this.#seenAt = -Infinity;
    this.#isAway = true;
    this.#askAgainAt = performance.now() + AWAY_MS;
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    try {
      const { rows } = await sql<{ at: number | null }>`${PREPARED_STATEMENT_MARK}
        select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as at`.execute(
        this.#by.looking(new DatabaseDeadline(LOOK_MS)),
      );
      const at = rows[0]?.at ?? null;
      // A promoted replica no longer follows the primary, so its log position means nothing.
      if (at === null) return this.#leaveAlone();
      this.#replayed = at;
      this.#seenAt = performance.now();
      this.#isAway = false;
    } catch {
      this.#leaveAlone();
    }
  }
}

/**
 * Returns the position up to which the primary's log is on its disk: every acknowledged commit is before that
 * position. Null if the server is not a primary.
 */
async function positionOf(primary: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`${PREPARED_STATEMENT_MARK}
    select case when not pg_is_in_recovery() then (pg_current_wal_flush_lsn() - '0/0')::bigint end as at`.execute(
    primary,
  );
  return rows[0]?.at ?? null;
}
