import type { Db, Desk } from '../../process/context.ts';

/**
 * Does work whose lease is renewed as long as it lasts, three times within its length: a short lease is kept by who is at
 * work, and soon free where that one died. A renewal that fails is tried again at the next; one that runs out is harmless,
 * since whoever takes the work over decides by compare-and-set.
 */
export async function keeping<T>(
  desk: Desk,
  renew: (db: Db, leaseMs: number) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  // Not on the request's time: it may wait for the gateway longer than for the database.
  const { db } = (desk.limit?.unlimited ?? desk).forSettling;
  const leaseMs = desk.settings.reconcileLeaseMs;
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    void renew(db, leaseMs)
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
