import { sql } from 'kysely';
import type { Db, Staff } from '../../../server/process/context.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import { recordTransaction } from '../../payments/ledger.queries.ts';
import { requestFingerprint, insertOperation, settleOperation } from '../../operations/operations.queries.ts';
import { certificateBySerialSql } from '../gift-certificates.queries.ts';
import { publishCertificate } from '../../webhooks/publish.queries.ts';
import { certificateCorrection, type SaleTotalAndBalance } from './adjust.rules.ts';

/**
 * A gift certificate for a booking. `raw_balance` is the amount that may still be spent: the balance less the holds of other
 * bookings.
 */
export type SpendableCertificate = {
  id: number;
  serial: string;
  raw_balance: number;
  course_id: number | null;
  is_refunded: boolean;
};

/**
 * Finds a gift certificate by its serial, typed in any form, and locks it until the transaction ends, so that no two bookings
 * spend the same money.
 */
export async function lockCertificate(db: Db, serial: string): Promise<SpendableCertificate | null> {
  const { rows } = await certificateBySerialSql(serial, sql` for update`).execute(db);
  const id = rows[0]?.id;
  return id === undefined ? null : spendable(db, id);
}

// A separate statement is needed: under READ COMMITTED it sees what was committed while the lock was waited for.
async function spendable(db: Db, id: number): Promise<SpendableCertificate | null> {
  const { rows } = await sql<SpendableCertificate>`
    select g.id, g.serial, g.course_id, g.refunded_at is not null as is_refunded, (g.raw_balance - coalesce((select sum(h.raw_amount) from certificate_holds h
      where h.gift_certificate_id = g.id), 0))::bigint as raw_balance
    from gift_certificates g where g.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the cents of a gift certificate that bookings under way hold. */
export async function heldCertificateCents(db: Db, id: number): Promise<number> {
  const found = await sql<{ held: number }>`
    select coalesce(sum(raw_amount), 0)::bigint as held from certificate_holds
    where gift_certificate_id = ${id}`.execute(db);
  return onlyRow(found).held;
}

/**
 * Changes the stored balance of a gift certificate by so many cents, negative when spent; the caller writes the ledger entry.
 * The certificate counts as changed, or a form that was opened before would restore the old balance.
 */
export async function changeCertificateBalance(db: Db, id: number, cents: number): Promise<void> {
  const moved = await db
    .updateTable('gift_certificates')
    .set({
      raw_balance: sql<number>`raw_balance + ${cents}::bigint`,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: cents < 0 ? 'A booking' : 'A refund',
    })
    .where('id', '=', id)
    .returning('api_user_id')
    .executeTakeFirst();
  if (moved && moved.api_user_id !== null)
    await publishCertificate(
      db,
      cents < 0 ? 'certificate.spent' : 'certificate.given_back',
      id,
      Math.abs(cents),
    );
}

type Stored = { id: number; raw_value: number; raw_balance: number };

/** Changes a gift certificate's sale total and balance to `worth`, by ledger entries under one operation. */
export async function adjustCertificateBalance(
  db: Db,
  stored: Stored,
  { worth, staff }: { worth: SaleTotalAndBalance; staff: Staff },
): Promise<void> {
  const { sale, adjustment } = certificateCorrection(
    { value: stored.raw_value, balance: stored.raw_balance },
    worth,
  );
  if (sale === 0 && adjustment === 0) return;
  const gift_certificate_id = stored.id;
  const operation_id = await insertOperation(db, {
    kind: 'adjust',
    actor: staff,
    fingerprint: requestFingerprint({ gift_certificate_id, ...worth }),
  });
  const cause = { gift_certificate_id, operation_id, made_by: staff.name };
  await recordTransaction(db, { ...cause, kind: 'certificate_sale', memo: 'Sale total corrected' }, [
    { account: 'certificate_sale', raw_amount: sale },
    { account: 'gift_certificate', raw_amount: -sale, gift_certificate_id },
  ]);
  await recordTransaction(db, { ...cause, kind: 'certificate_adjustment', memo: 'Balance adjusted' }, [
    { account: 'adjustment', raw_amount: adjustment },
    { account: 'gift_certificate', raw_amount: -adjustment, gift_certificate_id },
  ]);
  await settleOperation(db, operation_id, 200, { id: stored.id });
}
