import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../process/context.ts';
import { NotReady } from '../../http/errors.ts';
import { Deadline, within } from './deadline.ts';
import { DiskFull } from './failures.ts';

/**
 * The desk as one request has it: all of its work together waits at most so long for the database, then NotReady. Passed
 * from hand to hand: an AsyncLocalStorage would cost every call a fifth of its time on Node.js 20.
 */
export function withDeadline(desk: Desk, ms = desk.settings.databaseWaitMs): Desk {
  const deadline = new Deadline(ms);
  return { ...desk, db: desk.dbWithin(deadline), limit: { deadline, unlimited: desk } };
}

/**
 * Records what an outside system has said: tries again while the database is away, also when the request that began it
 * has met its deadline and was answered, which it is at once where the disk is full. `work` must be harmless to repeat, and gets the desk that has no deadline.
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
  // It goes on without the request.
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

/** Tries again while the database is away, for a minute. */
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
