import { sql } from 'kysely';
import { isUnleasedSql, leaseEndSql, RELEASE } from '../../../server/database/leases/lease.ts';
import type { Db } from '../../../server/process/context.ts';
import type { PaymentAttempt } from '../../payments/attempts.queries.ts';

/**
 * The days for which a refund is checked after it was made, and the hours between its checks; at Stripe a refund
 * fails within 30 days.
 */
const WATCHED_DAYS = 30;
const EVERY_HOURS = 24;

/** Leases the settled refund that has waited longest for its daily check; undefined if none is due. */
export async function leaseSettledRefund(db: Db, leaseMs: number): Promise<PaymentAttempt | undefined> {
  const due = db
    .selectFrom('payment_attempts')
    .select('id')
    .where('kind', '=', 'refund')
    .where('state', '=', 'succeeded')
    .where('settled_at', '>', sql<string>`now() - make_interval(days => ${sql.lit(WATCHED_DAYS)})`)
    .where(
      sql<string>`greatest(last_asked_at, settled_at)`,
      '<',
      sql<string>`now() - make_interval(hours => ${sql.lit(EVERY_HOURS)})`,
    )
    .where(isUnleasedSql('lease_until'))
    .orderBy(sql`greatest(last_asked_at, settled_at)`)
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('payment_attempts')
    .set({ lease_until: leaseEndSql(leaseMs) })
    .where('id', 'in', due)
    .returningAll()
    .executeTakeFirst();
}

/** Ends the lease of a checked refund. The next check is a day later, whether or not the gateway answered. */
export async function markRefundChecked(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ last_asked_at: sql<string>`now()`, ...RELEASE.until })
    .where('id', '=', id)
    .where('state', '=', 'succeeded')
    .execute();
}

/** Marks a refund as failed after it was made; returns undefined if it was marked before. */
export const markRefundFailed = (
  db: Db,
  id: string,
  decline_reason: string,
): Promise<PaymentAttempt | undefined> =>
  db
    .updateTable('payment_attempts')
    .set({ state: 'failed', decline_reason, last_asked_at: sql<string>`now()`, ...RELEASE.until })
    .where('id', '=', id)
    .where('kind', '=', 'refund')
    .where('state', '=', 'succeeded')
    .returningAll()
    .executeTakeFirst();

/** Returns true if a refund reversed a late charge; the ledger has no entry for such a refund. */
export async function isLateChargeReversal(db: Db, { charge_attempt_id }: PaymentAttempt): Promise<boolean> {
  const charge = await db
    .selectFrom('payment_attempts')
    .select('state')
    .where('id', '=', charge_attempt_id ?? '')
    .executeTakeFirstOrThrow();
  return charge.state === 'reversed';
}
