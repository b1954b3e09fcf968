import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { NotReady } from '../errors.ts';
import { busy } from './failures.ts';

/** How long one request may still wait for the database. What it waits for elsewhere, a gateway, does not count. */
class Patience {
  #waiting = 0;
  #since = 0;
  #leftMs: number;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }

  begin() {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
  }

  end() {
    const left = this.leftMs;
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#leftMs = left;
  }
}

const ofRequest = new AsyncLocalStorage<Patience>();

/** The patience of the request that is being answered; none for timers, the start and what is unhurried. */
export const patienceHere = (): Patience | undefined => ofRequest.getStore();

/** Answers a request: all of its work together waits at most so long for the database, then NotReady. */
export const asOneRequest = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  ofRequest.run(new Patience(ms), work);

/** Waits for something at most `ms`; then throws NotReady, and `tooLate` gets what comes all the same. */
export async function within<T>(ms: number, awaited: Promise<T>, tooLate?: (came: T) => unknown): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(busy());
        awaited.then(tooLate, () => undefined);
      },
      Math.max(0, ms),
    );
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}

const INSIST_MS = 60_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * For what an outside system has said already, which must be recorded: tries again while the database is away, also when
 * the request that began it could wait no longer and was answered. `work` must be harmless to repeat.
 */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  const patience = patienceHere();
  const insisting = ofRequest.exit(() => untilRecorded(work));
  if (!patience) return insisting;
  patience.begin();
  try {
    return await within(patience.leftMs, insisting);
  } finally {
    patience.end();
  }
}

async function untilRecorded<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + INSIST_MS;
  for (let ms = 100; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotReady) || performance.now() > end) throw error;
    }
    await pause(ms, undefined, { ref: false });
  }
}
