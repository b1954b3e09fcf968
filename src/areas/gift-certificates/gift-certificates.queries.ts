import { sql } from 'kysely';
import type { Db } from '../../server/context.ts';

/** `raw_balance` is what may still be spent: the balance less what other bookings hold. */
export type Spendable = { id: number; serial: string; raw_balance: number; course_id: number | null };

/** A certificate by its serial, whatever its case; locked until the transaction ends, so that no two bookings spend it. */
export async function lockCertificate(db: Db, serial: string): Promise<Spendable | null> {
  const found = await sql<{ id: number }>`
    select id from gift_certificates where lower(serial) = lower(${serial}) for update`.execute(db);
  const id = found.rows[0]?.id;
  return id === undefined ? null : spendable(db, id);
}

// A statement of its own: under READ COMMITTED it sees what was committed while the lock was waited for.
async function spendable(db: Db, id: number): Promise<Spendable | null> {
  const { rows } = await sql<Spendable>`
    select g.id, g.serial, g.course_id, (g.raw_balance - coalesce((select sum(h.raw_amount) from certificate_holds h
      where h.gift_certificate_id = g.id), 0))::bigint as raw_balance
    from gift_certificates g where g.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Moves the cached balance with its ledger entry: in cents, negative when spent. */
export async function moveBalance(db: Db, id: number, cents: number): Promise<void> {
  await db
    .updateTable('gift_certificates')
    .set({ raw_balance: sql<number>`raw_balance + ${cents}::bigint` })
    .where('id', '=', id)
    .execute();
}
