import { sql, type Insertable } from 'kysely';
import { leaseEndSql } from '../../../server/database/leases/lease.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Outbox } from '../../../server/database/tables.ts';
import type { Db } from '../../../server/process/context.ts';
import type { TeeTimeEmailKind } from '../../email-templates/email-templates.contract.ts';
import type { DueEmail } from '../outbox.queries.ts';

export type EmailRow = Insertable<Outbox>;

/** The length of an e-mail's lease, longer than any attempt to send it takes. */
export const EMAIL_LEASE_MS = 150_000;

/** Inserts e-mails; each replaces a waiting one of the same kind, record and recipient. */
export async function insertEmails(db: Db, rows: EmailRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { inserted } = await insertNew(db, rows);
  for (const row of rows.filter((each) => !inserted.has(each.message_id))) {
    if (await replaceWaiting(db, row)) continue;
    // The waiting e-mail may have been sent since, so that a new row is possible now.
    await insertNew(db, [row]);
  }
}

async function insertNew(db: Db, rows: EmailRow[]): Promise<{ inserted: Set<string> }> {
  const done = await db
    .insertInto('outbox')
    // The clock is read now, because the transaction may have begun long ago: changes made in it must not look newer than the
    // e-mail.
    .values(rows.map((row) => ({ ...row, created_at: sql<string>`clock_timestamp()` })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .execute();
  return { inserted: new Set(done.map(({ message_id }) => message_id)) };
}

/**
 * Replaces a waiting e-mail by a newer one. While a worker is sending the old one, the new one waits until that worker ends, or
 * its lease expires.
 */
async function replaceWaiting(db: Db, row: EmailRow): Promise<boolean> {
  const { kind, recipient, operation_id } = row;
  const of = row.tee_time_id ? 'tee_time_id' : 'gift_certificate_id';
  const record = row[of];
  if (!record) return false;
  const replaced = await db
    .updateTable('outbox')
    .set({
      ...row,
      created_at: sql<string>`clock_timestamp()`,
      tries: 0,
      last_error: null,
      next_try_at: sql<string>`least(next_try_at, ${leaseEndSql(EMAIL_LEASE_MS)})`,
    })
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('operation_id', '<>', operation_id)
    .where(of, '=', record)
    // An operation sends one e-mail of a kind to a recipient, and may have done so already.
    .where(
      sql<boolean>`not exists (select from outbox o
        where o.operation_id = ${operation_id} and o.kind = ${kind} and o.recipient = ${recipient})`,
    )
    .executeTakeFirst();
  return replaced.numUpdatedRows > 0n;
}

/** Makes an e-mail due that replaced another one while a worker was sending that. */
export async function releaseReplacementEmail(db: Db, { id, message_id }: DueEmail): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('message_id', '<>', message_id)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .execute();
}

/** Withdraws the waiting e-mails of a tee time, for a reason that staff can read. */
export async function withdrawWaitingEmails(
  db: Db,
  { tee_time_id, kinds, reason }: { tee_time_id: number; kinds: TeeTimeEmailKind[]; reason: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'withdrawn', last_error: reason })
    .where('tee_time_id', '=', tee_time_id)
    .where('kind', 'in', kinds)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Checks an e-mail that the worker has leased. Returns null if it was withdrawn or replaced since. `may_be_stale` is true if
 * its tee time, certificate, course, customer or recipient was saved after it was written. It is also true for a tee time's
 * e-mail that was attempted before, because refunds do not change the tee time.
 */
export async function checkLeasedEmail(db: Db, mail: DueEmail): Promise<{ may_be_stale: boolean } | null> {
  const { id, message_id, tries, tee_time_id } = mail;
  const { rows } = await sql<{ may_be_stale: boolean }>`${PREPARED_STATEMENT_MARK}
    select coalesce(greatest(t.updated_at, k.updated_at, g.updated_at, c.updated_at, r.updated_at) > o.created_at, false)
      or ${tee_time_id !== null && tries > 1} as may_be_stale
    from outbox o left join tee_times t on t.id = o.tee_time_id left join courses k on k.id = t.course_id
    left join gift_certificates g on g.id = o.gift_certificate_id
    left join customers c on c.id = coalesce(t.customer_id, g.customer_id) left join customers r on r.id = g.recipient_id
    where o.id = ${id} and o.message_id = ${message_id} and o.state = 'waiting'`.execute(db);
  return rows[0] ?? null;
}

/** Rewrites an e-mail that the worker has leased. Returns the new e-mail, or null if the worker has lost the lease. */
export async function rewriteEmail(db: Db, mail: DueEmail, row: EmailRow): Promise<DueEmail | null> {
  const { subject, html, text, calendar = null, calendar_sequence, template_version_id, message_id } = row;
  const letter = { subject, html, text, calendar, message_id };
  const rewritten = await db
    .updateTable('outbox')
    .set({ ...letter, calendar_sequence, template_version_id, created_at: sql<string>`clock_timestamp()` })
    .where('id', '=', mail.id)
    .where('message_id', '=', mail.message_id)
    .where('tries', '=', mail.tries)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return rewritten.numUpdatedRows === 1n ? { ...mail, ...letter } : null;
}
