import { Deadline } from './deadline.ts';
import { migrationsPending } from '../migrate.ts';
import type { Database } from '../open.ts';

export type Seen = 'ready' | 'preparing' | 'away';

/** What was seen so lately is answered without looking. */
const FRESH_MS = 1_000;
const WAIT_MS = 50;
/** A database that said nothing for so long can not serve; one that is only busy has said something by then. */
const SILENT_MS = 5_000;

/** Whether the database can serve, known without waiting for it: it is looked at again and again, beside all calls. */
export class Pulse {
  #seen: { what: Seen; at: number } | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly database: Pick<Database, 'forSettling'>,
    private readonly lookMs: number,
  ) {}

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
    const begun = performance.now();
    const looked = migrationsPending(this.database.forSettling.dbWithin(new Deadline(this.lookMs)));
    const what = await looked.then(
      (isPending): Seen => (isPending ? 'preparing' : 'ready'),
      (): Seen => 'away',
    );
    const at = performance.now();
    // What failed only because its time was over has said nothing.
    if (what === 'away' && at - begun >= this.lookMs) this.#seen ??= { what, at };
    else this.#seen = { what, at };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
