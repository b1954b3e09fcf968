import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from './context.ts';
import { Patience, within } from './database/patience.ts';
import { NotReady } from './errors.ts';

/**
 * The desk as one request has it: all of its work together waits at most so long for the database, then NotReady. Passed
 * from hand to hand: an AsyncLocalStorage would cost every call a fifth of its time on Node.js 20.
 */
export function hurried(desk: Desk, ms = desk.settings.databaseWaitMs): Desk {
  const patience = new Patience(ms);
  return { ...desk, db: desk.dbWithin(patience), hurry: { patience, unhurried: desk } };
}

const INSIST_MS = 60_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * For what an outside system has said already, which must be recorded: tries again while the database is away, also when
 * the request that began it could wait no longer and was answered. `work` must be harmless to repeat, and gets the desk
 * that is in no hurry.
 */
export async function insist<T>(desk: Desk, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (!desk.hurry) return untilItCan(() => work(desk));
  const { patience, unhurried } = desk.hurry;
  const insisting = untilItCan(() => work(unhurried));
  patience.begin();
  try {
    return await within(patience.leftMs, insisting);
  } finally {
    patience.end();
  }
}

/** Tries again while the database is away, for a minute. */
export async function untilItCan<T>(work: () => Promise<T>): Promise<T> {
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
