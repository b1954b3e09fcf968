import type { Db, Desk } from '../../process/context.ts';

type Kept = { leaseMs: number; renew: (db: Db) => Promise<unknown> };

/**
 * Does work whose lease is renewed as long as it lasts, three times within `leaseMs`: a short lease is kept by who is at
 * work, and soon free where that one died. A renewal that fails is tried again at the next; one that runs out is harmless,
 * since whoever takes the work over decides by compare-and-set.
 */
export async function keeping<T>(desk: Desk, { leaseMs, renew }: Kept, work: () => Promise<T>): Promise<T> {
  // Not on the request's time: it may wait for the gateway longer than for the database.
  const { db } = desk.limit?.unlimited ?? desk;
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    renew(db)
      .catch(() => undefined)
      .finally(() => (isRenewing = false));
  }, leaseMs / 3);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
