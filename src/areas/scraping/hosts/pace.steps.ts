import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../../server/process/context.ts';
import { renewHostLease, type LeasedHost } from './due-scrapes.queries.ts';

/** Thrown when another process has taken over the host, so that this process must not send its next request. */
export class HostLeaseLost extends Error {}

export type HostQueue = { host: string; process: string; signal: AbortSignal };

/** An answer that comes later than this may belong to a host queue that another process has taken over. */
const LEASE_MS = 60_000;

/**
 * Paces the requests to one host. `turn` is awaited before each request: it waits until the host may be called again, no matter
 * which process called last, renews the lease, and records the request.
 */
export class RequestPacer {
  readonly #app: AppContext;
  readonly #lane: HostQueue;
  /** The time of the next allowed request, by this process's clock, which starts at 0. */
  #nextAt: number;
  #heldAt = performance.now();

  constructor(app: AppContext, queue: HostQueue, lease: LeasedHost) {
    this.#app = app;
    this.#lane = queue;
    const restMs = lease.asked_ms_ago === null ? 0 : this.#spacing() - lease.asked_ms_ago;
    this.#nextAt = performance.now() + Math.max(0, restMs);
  }

  async turn(): Promise<void> {
    const { host, process, signal } = this.#lane;
    const rest = this.#nextAt - performance.now();
    if (rest > 0) await pause(rest, undefined, { signal });
    signal.throwIfAborted();
    if (!(await renewHostLease(this.#app.db, host, process)))
      throw new HostLeaseLost(`${host} was taken over.`);
    this.#heldAt = performance.now();
    this.#nextAt = this.#heldAt + this.#spacing();
  }

  /** Returns true if the last answer was requested under a lease that no other process can have taken since. */
  get isHeld(): boolean {
    return performance.now() - this.#heldAt < LEASE_MS;
  }

  /**
   * Returns the pause between two requests: the setting, plus up to half of it at random, because rate limiters look for requests
   * at a steady interval.
   */
  #spacing(): number {
    return this.#app.settings.gatherSpacingMs * (1 + Math.random() / 2);
  }
}
