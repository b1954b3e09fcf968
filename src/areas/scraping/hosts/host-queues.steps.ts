import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../server/process/context.ts';
import { logTimerFailure } from '../../../server/process/timer.ts';
import { scrapePlanClock, runHostQueue } from './host-queue.steps.ts';
import { hostsWithDueScrapes } from './due-scrapes.queries.ts';
import { HostLeaseLost } from './pace.steps.ts';

/**
 * After an error in RIC's own code this process leaves the host alone for 30 seconds; another process may run without the error.
 */
const AFTER_FAULT_MS = 30_000;

/** The host queues of one process. Each host with a due scrape is leased by one process at a time. */
export class HostQueues {
  readonly #app: AppContext;
  readonly #process = randomUUID();
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  /** The time, by this process's clock, before which a host is left alone. */
  readonly #notBefore = new Map<string, number>();

  constructor(app: AppContext) {
    this.#app = app;
  }

  /** Starts a queue for each host that has a due scrape and no lease, without waiting for the queues to end. */
  async begin(): Promise<void> {
    for (const host of await hostsWithDueScrapes(this.#app.db, scrapePlanClock(this.#app))) {
      if (this.#stopping.signal.aborted) return;
      if (this.#running.has(host) || (this.#notBefore.get(host) ?? 0) > performance.now()) continue;
      this.#running.set(host, this.#run(host));
    }
  }

  /** Waits until no host queue of this process runs. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Aborts the current requests, stores the answers received so far, and releases the hosts. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('RIC is stopping.'));
    await this.ended();
  }

  async #run(host: string): Promise<void> {
    const { signal } = this.#stopping;
    try {
      await runHostQueue(this.#app, { host, process: this.#process, signal });
    } catch (error) {
      if (!signal.aborted && !(error instanceof HostLeaseLost)) {
        logTimerFailure(`gathering at ${host}`, error);
        this.#notBefore.set(host, performance.now() + AFTER_FAULT_MS);
      }
    } finally {
      this.#running.delete(host);
    }
  }
}
