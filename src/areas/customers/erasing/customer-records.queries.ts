import { sql } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db } from '../../../server/process/context.ts';
import type { ErasedCounts } from './erasing.contract.ts';

/** The ids of a customer's records; `people` are the ids of the customer and of the customers merged into this one. */
export type CustomerRecords = { people: number[]; rounds: number[]; certificates: number[]; leads: number[] };

export async function customerRecords(db: Db, id: number): Promise<CustomerRecords> {
  const { rows } = await sql<CustomerRecords>`
    select array(select id from merged_customers where customer_id = ${id} union all select ${id}::bigint) as people,
      array(select id from tee_times where customer_id = ${id}) as rounds,
      array(select id from gift_certificates where customer_id = ${id} or recipient_id = ${id}) as certificates,
      array(select id from lost_leads where customer_id = ${id}) as leads`.execute(db);
  return onlyRow({ rows });
}

/**
 * SQL for the e-mails `o` about a customer's tee times and certificates, including e-mails to the course, because all of them name
 * the player.
 */
export const isCustomerEmailSql = ({ rounds, certificates }: CustomerRecords) =>
  sql`(o.tee_time_id = any(${rounds}::bigint[]) or o.gift_certificate_id = any(${certificates}::bigint[]))`;

/** SQL for the audit entries `e` about a customer's records. */
export const isCustomerAuditEntrySql = ({ people, rounds, certificates, leads }: CustomerRecords) =>
  sql`(e.subject = 'customer' and e.subject_id = any(${people}::bigint[])
    or e.subject = 'tee_time' and e.subject_id = any(${rounds}::bigint[])
    or e.subject = 'gift_certificate' and e.subject_id = any(${certificates}::bigint[])
    or e.subject = 'lost_lead' and e.subject_id = any(${leads}::bigint[]))`;

export async function erasedCounts(db: Db, records: CustomerRecords): Promise<ErasedCounts> {
  const { rows } = await sql<Pick<ErasedCounts, 'letters' | 'entries'>>`
    select (select count(*)::int from outbox o where ${isCustomerEmailSql(records)}) as letters,
      (select count(*)::int from audit_entries e where ${isCustomerAuditEntrySql(records)}
        and (e.before is not null or e.after is not null)) as entries`.execute(db);
  const { rounds, certificates, leads } = records;
  return {
    rounds: rounds.length,
    certificates: certificates.length,
    leads: leads.length,
    ...onlyRow({ rows }),
  };
}

/**
 * Returns the sentences that say why a customer's data cannot be erased: upcoming tee times, waiting leads, balances of gift
 * certificates, and open operations.
 */
export async function whyNotErasable(db: Db, records: CustomerRecords, today: string): Promise<string[]> {
  const { rounds, certificates, leads } = records;
  const { rows } = await sql<{ upcoming: number; waits: number; balances: number; running: number }>`
    select (select count(*)::int from tee_times where id = any(${rounds}::bigint[])
        and state in ('booked', 'cancel_pending') and play_date >= ${today}) as upcoming,
      (select count(*)::int from lost_leads l where l.id = any(${leads}::bigint[]) and l.lead_date >= ${today}
        and l.tee_time_id is null and l.unwanted_at is null) as waits,
      (select count(*)::int from gift_certificates where id = any(${certificates}::bigint[]) and raw_balance > 0) as balances,
      (select count(*)::int from operations where state <> 'settled' and (tee_time_id = any(${rounds}::bigint[])
        or gift_certificate_id = any(${certificates}::bigint[])))
      + (select count(*)::int from tee_times where id = any(${rounds}::bigint[]) and state = 'pending')
      + (select count(*)::int from refund_requests where tee_time_id = any(${rounds}::bigint[]) and state = 'waiting')
      + (select count(*)::int from outbox o where ${isCustomerEmailSql(records)} and o.state = 'waiting') as running`.execute(
    db,
  );
  const { upcoming, waits, balances, running } = onlyRow({ rows });
  return [
    upcoming > 0 && 'They have a tee time that is not played yet: cancel it first.',
    waits > 0 && 'They wait for an open time: mark the lead as unwanted first.',
    balances > 0 && 'A gift certificate of theirs has a balance: refund it first.',
    running > 0 && 'A payment, a refund or a letter of theirs is under way: wait until it is done.',
  ].filter((sentence) => sentence !== false);
}
