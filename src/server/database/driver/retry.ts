import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../process/context.ts';
import { ServiceUnavailable } from '../../http/errors.ts';
import { DatabaseDeadline, withTimeout } from './deadline.ts';
import { DiskFull } from './failures.ts';

/**
 * Returns the `AppContext` of one request: all of its work together waits at most `ms` for the database, then throws
 * ServiceUnavailable. The context is passed as an argument, because an AsyncLocalStorage would cost every call a fifth of its
 * time on Node.js 20.
 */
export function withDatabaseDeadline(app: AppContext, ms = app.settings.databaseWaitMs): AppContext {
  const deadline = new DatabaseDeadline(ms);
  return { ...app, db: app.dbWithin(deadline), limit: { deadline, unlimited: app } };
}

/**
 * Records the answer of an outside system, such as a payment gateway. While the database is unavailable the work is
 * retried, even after the request has met its deadline and was answered; if the disk is full, the request is answered
 * at once. `work` must be idempotent, and gets the `AppContext` without a deadline.
 */
export async function retryUntilRecorded<T>(
  app: AppContext,
  work: (app: AppContext) => Promise<T>,
): Promise<T> {
  if (!app.limit) return retryWhileDatabaseUnavailable(() => work(app));
  const { deadline, unlimited } = app.limit;
  let rejectFull: (error: DiskFull) => void = () => undefined;
  const full = new Promise<never>((_, reject) => (rejectFull = reject));
  const retrying = retryWhileDatabaseUnavailable(() =>
    work(unlimited).catch((error: unknown) => {
      if (error instanceof DiskFull) rejectFull(error);
      throw error;
    }),
  );
  // The retries continue after the request was answered.
  for (const one of [retrying, full]) one.catch(() => undefined);
  deadline.beginWait();
  try {
    return await withTimeout(deadline.leftMs, Promise.race([retrying, full]));
  } finally {
    deadline.endWait();
  }
}

const RETRY_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** Repeats the work for up to a minute while the database is unavailable. */
export async function retryWhileDatabaseUnavailable<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_MS;
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceUnavailable) || performance.now() > end) throw error;
    }
    await pause(ms, undefined, { ref: false });
  }
}
