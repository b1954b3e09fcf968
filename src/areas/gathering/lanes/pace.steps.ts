import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../../server/process/context.ts';
import { renewHost, type Lease } from './lanes.queries.ts';

/** Another process has taken the host: whatever this one wanted there, it must not ask. */
export class LaneLost extends Error {}

export type Lane = { host: string; process: string; signal: AbortSignal };

/** An answer older than this may belong to a lane that was taken over meanwhile. */
const LEASE_MS = 60_000;

/**
 * The turn-taking at one host. `turn` is awaited before each request: it waits until the host may be asked again, whoever asked
 * it before, renews the lease and writes down that it is asked now.
 */
export class Pace {
  readonly #desk: Desk;
  readonly #lane: Lane;
  /** By this process's clock, from 0 at its start. */
  #nextAt: number;
  #heldAt = performance.now();

  constructor(desk: Desk, lane: Lane, lease: Lease) {
    this.#desk = desk;
    this.#lane = lane;
    const restMs = lease.asked_ms_ago === null ? 0 : this.#spacing() - lease.asked_ms_ago;
    this.#nextAt = performance.now() + Math.max(0, restMs);
  }

  async turn(): Promise<void> {
    const { host, process, signal } = this.#lane;
    const rest = this.#nextAt - performance.now();
    if (rest > 0) await pause(rest, undefined, { signal });
    signal.throwIfAborted();
    if (!(await renewHost(this.#desk.db, host, process))) throw new LaneLost(`${host} was taken over.`);
    this.#heldAt = performance.now();
    this.#nextAt = this.#heldAt + this.#spacing();
  }

  /** Whether what was answered just now was asked under a lease that nobody else can have had since. */
  get isHeld(): boolean {
    return performance.now() - this.#heldAt < LEASE_MS;
  }

  /** The least time between two requests, and up to half of it more: a steady beat is what limiters look for. */
  #spacing(): number {
    return this.#desk.settings.gatherSpacingMs * (1 + Math.random() / 2);
  }
}
