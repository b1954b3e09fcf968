import { sql } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import { withoutCodeSeparators } from '../../contract/words.ts';
import type { Db } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type { GiftCertificate } from './gift-certificates.contract.ts';
import { possibleSerials } from './selling/serials.rules.ts';

/** Finds the gift certificate with this serial, in any case and with or without hyphens. Throws NotFound if there is none. */
export async function findCertificateBySerial(db: Db, serial: string): Promise<{ id: number }> {
  const found = (await certificateBySerialSql(serial).execute(db)).rows[0];
  if (!found) throw new NotFound('This gift certificate');
  return found;
}

/** SQL for a serial in lower case without hyphens and blanks, like an index of the list. */
export const serialWithoutSeparators = (alias: string) =>
  sql<string>`translate(lower(${sql.ref(`${alias}.serial`)}), '- ', '') collate "C"`;

/**
 * SQL that finds the gift certificate for a typed serial: by exactly this text, then by the serials it may mean, then by the
 * only serial that sounds the same.
 */
export const certificateBySerialSql = (typed: string, lock = sql``) => {
  const meant = possibleSerials(typed);
  return sql<{ id: number }>`
    select id from gift_certificates where id = (select id from (
      select id, case when lower(serial) = ${meant[0]} then 0 else 1 end as distance
        from gift_certificates where lower(serial) = any(${meant})
      union all
      select min(l.id), 2 from gift_certificate_list l where ${serialWithoutSeparators('l')} = ${withoutCodeSeparators(typed)} having count(*) = 1
    ) found order by distance limit 1)${lock}`;
};

export async function findCertificate(db: Db, id: number): Promise<GiftCertificate> {
  type Row = Omit<GiftCertificate, 'balance' | 'held' | 'transaction_item'> & {
    raw_value: number;
    raw_held: number;
  };
  const person = (alias: string) =>
    sql.raw(`case when ${alias}.id is not null then json_build_object('id', ${alias}.id,
      'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'email', ${alias}.email) end`);
  const { rows } = await sql<Row>`
    select g.id, g.serial, g.created_at, g.raw_balance, g.raw_value, g.raw_price, g.who_from, g.email_delivery, g.mail_recipient,
      g.greeting, g.internal_memo, g.updated_at, g.refunded_at, ${person('c')} as customer, ${person('r')} as recipient,
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
