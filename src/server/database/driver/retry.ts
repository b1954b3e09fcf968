import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../process/context.ts';
import { NotReady } from '../../http/errors.ts';
import { Deadline, within } from './deadline.ts';
import { DiskFull } from './failures.ts';

/**
 * Returns the `Desk` of one request: all of its work together waits at most this long for the database, then throws
 * NotReady. It is passed as an argument, because an AsyncLocalStorage would cost every call a fifth of its time on
 * Node.js 20.
 */
export function withDeadline(desk: Desk, ms = desk.settings.databaseWaitMs): Desk {
  const deadline = new Deadline(ms);
  return { ...desk, db: desk.dbWithin(deadline), limit: { deadline, unlimited: desk } };
}

/**
 * Records the answer of an outside system. It retries while the database is unavailable, even after the request has met
 * its deadline and was answered; with a full disk the request is answered at once. `work` must be idempotent, and gets
 * the `Desk` without a deadline.
 */
export async function retry<T>(desk: Desk, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (!desk.limit) return retryWhileAway(() => work(desk));
  const { deadline, unlimited } = desk.limit;
  let rejectFull: (error: DiskFull) => void = () => undefined;
  const full = new Promise<never>((_, reject) => (rejectFull = reject));
  const retrying = retryWhileAway(() =>
    work(unlimited).catch((error: unknown) => {
      if (error instanceof DiskFull) rejectFull(error);
      throw error;
    }),
  );
  // The retries continue without the request.
  for (const one of [retrying, full]) one.catch(() => undefined);
  deadline.beginWait();
  try {
    return await within(deadline.leftMs, Promise.race([retrying, full]));
  } finally {
    deadline.endWait();
  }
}

const RETRY_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** Retries for up to a minute while the database is unavailable. */
export async function retryWhileAway<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_MS;
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotReady) || performance.now() > end) throw error;
    }
    await pause(ms, undefined, { ref: false });
  }
}
