import type { Db, AppContext } from '../../process/context.ts';

/**
 * Renews a lease three times within its length while work lasts: a lease can be short, so that it is free soon after
 * its process dies. A failed renewal is retried at the next one; an expired lease is harmless, since a process that
 * takes the work over decides by compare-and-set.
 */
export async function whileRenewing<T>(
  app: AppContext,
  renew: (db: Db, leaseMs: number) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  // Not within the request's deadline: the work may wait longer for the gateway than a request may for the database.
  const { db } = (app.limit?.unlimited ?? app).forSettling;
  const leaseMs = app.settings.reconcileLeaseMs;
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
