import { Deadline } from './driver/deadline.ts';
import { migrationsPending } from './migrate.ts';
import type { Database } from './open.ts';

export type Seen = 'ready' | 'preparing' | 'away';

const LOOK_MS = 1_500;
/** What was seen so lately is answered without looking. */
const FRESH_MS = 1_000;
const WAIT_MS = 50;
/** A database that said nothing for so long can not serve. */
const SILENT_MS = 2_000;

/** Whether the database can serve, known without waiting for it: it is looked at again and again, beside all calls. */
export class Pulse {
  #seen: { what: Seen; at: number } | undefined;
  #looking: Promise<void> | undefined;

  constructor(private readonly database: Pick<Database, 'forSettling'>) {}

  /** Looks, unless that is under way already. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** What was seen within the last second, or 50 ms from now; the first time whatever the first look finds. */
  async now(): Promise<Seen> {
    if (this.#isSeenWithin(FRESH_MS)) return this.#seen?.what ?? 'away';
    const looking = this.look();
    await (this.#seen ? Promise.race([looking, pause(WAIT_MS)]) : looking);
    return this.#isSeenWithin(SILENT_MS) ? (this.#seen?.what ?? 'away') : 'away';
  }

  #isSeenWithin = (ms: number) => this.#seen !== undefined && performance.now() - this.#seen.at < ms;

  async #look() {
    const what = await migrationsPending(this.database.forSettling.dbWithin(new Deadline(LOOK_MS))).then(
      (isPending): Seen => (isPending ? 'preparing' : 'ready'),
      (): Seen => 'away',
    );
    this.#seen = { what, at: performance.now() };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
