import { sql } from 'kysely';
import { leaseEndSql } from '../../../server/database/leases/lease.ts';
import type { Db } from '../../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import type { EventKind } from '../events.contract.ts';

export type DueDelivery = {
  id: number;
  /** The number of this attempt, which together with the id identifies the lease. */
  tries: number;
  url: string;
  secret: string;
  api_user_name: string;
  event_id: string;
  kind: EventKind;
  payload: unknown;
  created_at: string;
};

/** SQL that is true if no earlier delivery about the same subject waits for the same webhook. */
const isNext = sql`not exists (select from webhook_deliveries b where b.endpoint_id = d.endpoint_id
  and b.subject = d.subject and b.state = 'waiting' and b.id < d.id)`;

/** Returns the ids of the webhooks that have due deliveries. */
export async function dueEndpoints(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${PREPARED_STATEMENT_MARK}
    select e.id from webhook_endpoints e where e.is_on and exists (select from webhook_deliveries d
      where d.endpoint_id = e.id and d.state = 'waiting' and d.next_try_at <= now())`.execute(db);
  return rows.map(({ id }) => id);
}

type Lease = { leaseMs: number; most: number };

/** Leases due deliveries of a webhook, only the next one about each subject. Other processes skip them until the lease expires. */
export async function leaseDueDeliveries(
  db: Db,
  endpoint_id: number,
  { leaseMs, most }: Lease,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`${PREPARED_STATEMENT_MARK}
    with due as materialized (
      select d.id from webhook_deliveries d
      where d.endpoint_id = ${endpoint_id} and d.state = 'waiting' and d.next_try_at <= now() and ${isNext}
      order by d.id limit ${most} for update of d skip locked)
    update webhook_deliveries d set tries = d.tries + 1, tried_at = now(),
      next_try_at = ${leaseEndSql(leaseMs)}
    from due, webhook_events v, webhook_endpoints e, api_users u
    where d.id = due.id and v.id = d.event_id and e.id = d.endpoint_id and e.is_on and u.id = e.api_user_id
    returning d.id, d.tries, e.url, e.secret, u.api_user_name, v.id as event_id, v.kind, v.payload, v.created_at`.execute(
    db,
  );
  return rows;
}

type WebhookResponse = { status: number | null; answer: string };

/** Marks a delivery as accepted, even if another process holds its lease now. */
export const markDeliveryAccepted = (db: Db, { id }: DueDelivery, { status, answer }: WebhookResponse) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'accepted', status, answer, last_error: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();

type Failed = WebhookResponse & { reason: string };
type Change = { state?: 'failed'; next_try_at?: ReturnType<typeof sql<string>> };

// Records the result of an attempt only if that attempt still holds the lease, because a later attempt may have been accepted.
async function endTry(
  db: Db,
  due: DueDelivery,
  { reason, ...said }: Failed,
  change: Change,
): Promise<boolean> {
  const ended = await db
    .updateTable('webhook_deliveries')
    .set({ ...change, ...said, last_error: reason })
    .where('id', '=', due.id)
    .where('tries', '=', due.tries)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

export const retryDeliveryLater = (
  db: Db,
  due: DueDelivery,
  seconds: number,
  failed: Failed,
): Promise<boolean> =>
  endTry(db, due, failed, { next_try_at: sql<string>`now() + make_interval(secs => ${seconds})` });

/** Gives a delivery up and notifies admins, in one transaction. All deliveries that one host rejects share one notice. */
export const giveUpDelivery = (db: Db, due: DueDelivery, failed: Failed): Promise<void> =>
  runTransaction(db, async (trx) => {
    if (!(await endTry(trx, due, failed, { state: 'failed' }))) return;
    const message = `Events for ${due.api_user_name} were given up: ${new URL(due.url).host} does not take them.`;
    // Several deliveries may be given up at the same time; the lock makes the second one see the notice of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${message}, 0))`.execute(trx);
    const open = trx.selectFrom('notices').select('id').where('message', '=', message);
    if (await open.where('dismissed_at', 'is', null).executeTakeFirst()) return;
    await createNotice(trx, { kind: 'webhook', message, tee_time_id: null });
  });

const DAYS_KEPT = 30;

/** Deletes events older than 30 days, with their deliveries. */
export const dropOldEvents = (db: Db) =>
  sql`delete from webhook_events where created_at < now() - make_interval(days => ${DAYS_KEPT})`.execute(db);
