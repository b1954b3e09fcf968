import { sql } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import type {
  GiftCertificate,
  SaleConfiguration,
  SaleConfigurationForm,
} from './gift-certificates.contract.ts';

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

/** What bookings under way hold of a certificate, in cents. */
export async function heldOn(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(raw_amount), 0)::bigint as held from certificate_holds
    where gift_certificate_id = ${id}`.execute(db);
  return rows[0]?.held ?? 0;
}

/**
 * Moves the cached balance with its ledger entry: in cents, negative when spent. The certificate counts as changed, or a
 * form that was open meanwhile would put the old balance back.
 */
export async function moveBalance(db: Db, id: number, cents: number): Promise<void> {
  await db
    .updateTable('gift_certificates')
    .set({
      raw_balance: sql<number>`raw_balance + ${cents}::bigint`,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: cents < 0 ? 'A booking' : 'A refund',
    })
    .where('id', '=', id)
    .execute();
}

/** The certificate with this serial, whatever its case. */
export async function findBySerial(db: Db, serial: string): Promise<{ id: number }> {
  const found = await db
    .selectFrom('gift_certificates')
    .select('id')
    .where(sql<string>`lower(serial)`, '=', serial.toLowerCase())
    .executeTakeFirst();
  if (!found) throw new NotFound('This gift certificate');
  return found;
}

export async function findCertificate(db: Db, id: number): Promise<GiftCertificate> {
  type Row = Omit<GiftCertificate, 'balance' | 'held' | 'transaction_item'> & {
    raw_value: number;
    raw_held: number;
  };
  const person = (alias: string) =>
    sql.raw(`case when ${alias}.id is not null then json_build_object('id', ${alias}.id,
      'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'email', ${alias}.email) end`);
  const { rows } = await sql<Row>`
    select g.id, g.serial, g.created_at, g.raw_balance, g.raw_value, g.who_from, g.email_delivery, g.mail_recipient,
      g.greeting, g.internal_memo, g.updated_at, ${person('c')} as customer, ${person('r')} as recipient,
      case when k.id is not null then json_build_object('id', k.id, 'course_name', k.course_name) end as course,
      coalesce((select sum(h.raw_amount) from certificate_holds h where h.gift_certificate_id = g.id), 0)::bigint as raw_held
    from gift_certificates g left join customers c on c.id = g.customer_id
    left join customers r on r.id = g.recipient_id left join courses k on k.id = g.course_id
    where g.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw new NotFound('This gift certificate');
  return {
    ...row,
    balance: moneyText(row.raw_balance),
    held: moneyText(row.raw_held),
    transaction_item: { total: moneyText(row.raw_value) },
  };
}

const PERCENT = 100;

export async function findSales(db: Db): Promise<SaleConfiguration> {
  const { raw_discount, updated_at } = await db
    .selectFrom('gift_certificate_sale_configurations')
    .select(['raw_discount', 'updated_at'])
    .executeTakeFirstOrThrow();
  return { discount: raw_discount / PERCENT, updated_at };
}

export async function updateSales(db: Db, { discount, updated_at }: SaleConfigurationForm, staff: Staff) {
  await lockSeen(db, 'gift_certificate_sale_configurations', 1, updated_at);
  await db
    .updateTable('gift_certificate_sale_configurations')
    .set({ raw_discount: discount, ...changedBy(staff) })
    .execute();
  return {};
}
