import { sql, type Insertable } from 'kysely';
import { PREPARED } from '../../../server/database/prepared.ts';
import type { Outbox } from '../../../server/database/tables.ts';
import type { Db } from '../../../server/process/context.ts';
import type { TeeTimeMail } from '../../email-templates/email-templates.contract.ts';
import type { DueMail } from '../outbox.queries.ts';

export type LetterRow = Insertable<Outbox>;

/** How long the worker holds a mail that it took; longer than any try takes. */
export const LEASE_MS = 150_000;

/** Inserts letters; one takes the place of the letter of its kind, record and recipient that waits. */
export async function insertLetters(db: Db, rows: LetterRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { inserted } = await insertNew(db, rows);
  for (const row of rows.filter((each) => !inserted.has(each.message_id))) {
    if (await replaceWaiting(db, row)) continue;
    // The one that waited may have gone out in between.
    await insertNew(db, [row]);
  }
}

async function insertNew(db: Db, rows: LetterRow[]): Promise<{ inserted: Set<string> }> {
  const done = await db
    .insertInto('outbox')
    // The transaction may have begun long before, and what it changed is no newer than the letter.
    .values(rows.map((row) => ({ ...row, created_at: sql<string>`clock_timestamp()` })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .modifyEnd(PREPARED)
    .execute();
  return { inserted: new Set(done.map(({ message_id }) => message_id)) };
}

/**
 * Puts a letter in the place of the one that waits. Where a worker is just sending that one, it comes after it: the new one is
 * due when that worker ends, or its lease.
 */
async function replaceWaiting(db: Db, row: LetterRow): Promise<boolean> {
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
      next_try_at: sql<string>`least(next_try_at, now() + make_interval(secs => ${LEASE_MS / 1000}))`,
    })
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('operation_id', '<>', operation_id)
    .where(of, '=', record)
    .executeTakeFirst();
  return replaced.numUpdatedRows > 0n;
}

/** Makes a letter due that took the place of a mail while that was being sent. */
export async function releaseReplaced(db: Db, { id, message_id }: DueMail): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('message_id', '<>', message_id)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .execute();
}

/** Withdraws the letters of a tee time that wait, for a reason that staff read. */
export async function withdrawWaiting(
  db: Db,
  { tee_time_id, kinds, reason }: { tee_time_id: number; kinds: TeeTimeMail[]; reason: string },
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
 * Returns true where a mail may not say what is so any more: its record, or somebody it names, was saved after it was written. One
 * about a tee time that was tried before may be that too, since refunds leave the tee time as it is.
 */
export async function mayBeStale(db: Db, { id, tries, tee_time_id }: DueMail): Promise<boolean> {
  if (tee_time_id !== null && tries > 1) return true;
  const { rows } = await sql<{ is_stale: boolean }>`${PREPARED}
    select coalesce(greatest(t.updated_at, k.updated_at, g.updated_at, c.updated_at, r.updated_at) > o.created_at, false) as is_stale
    from outbox o left join tee_times t on t.id = o.tee_time_id left join courses k on k.id = t.course_id
    left join gift_certificates g on g.id = o.gift_certificate_id
    left join customers c on c.id = coalesce(t.customer_id, g.customer_id) left join customers r on r.id = g.recipient_id
    where o.id = ${id}`.execute(db);
  return rows[0]?.is_stale ?? false;
}

/** Rewrites a mail that the worker holds; returns it as it is then, or null where the worker holds it no longer. */
export async function rewriteMail(db: Db, mail: DueMail, row: LetterRow): Promise<DueMail | null> {
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
