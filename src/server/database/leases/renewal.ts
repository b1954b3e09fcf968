import type { Db, AppContext } from '../../process/context.ts';

/**
 * Renews a lease three times per lease length while the work runs, so that leases can be short and are free soon
 * after a process dies. A failed renewal is retried at the next one. An expired lease is harmless, because a process
 * that takes the work over updates by compare-and-set.
 */
export async function renewLeaseDuring<T>(
  app: AppContext,
  renew: (db: Db, leaseMs: number) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  // The renewal ignores the request's deadline, because the work may wait longer for the gateway than a request may
  // wait for the database.
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
