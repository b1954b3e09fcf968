import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { storedFieldsSql } from '../../../server/records/record-columns.ts';
import { Customer } from '../customers.contract.ts';
import { customerList } from '../customers.queries.ts';
import type { SimilarCustomer, CustomerRecordCounts, CustomerToMerge } from './merging.contract.ts';
import { remainingCustomerId } from './who-stays.queries.ts';

const MOST = 3;
// A number with fewer digits is an extension or a typing error, not a phone number.
const SHORTEST_PHONE = 7;

/**
 * Finds customers who may be the same person as this one. Each kind of likeness (e-mail, phone, name) reads a few rows of its own
 * index.
 */
export async function similarCustomers(db: Db, customer_id: number): Promise<SimilarCustomer[]> {
  const id = await remainingCustomerId(db, customer_id);
  const { rows } = await sql<SimilarCustomer>`
    with this as (select *, array(select phone from unnest(array[primary_phone_normal, mobile_phone_normal]) as phone
        where length(phone) >= ${SHORTEST_PHONE}) as phones from customers where id = ${id}),
    alike as (
      select c.id, 1 as rank from this, customers c where c.email_normal = this.email_normal and c.email_normal <> ''
      union all
      select c.id, 2 from this, customers c where c.primary_phone_normal = any(this.phones) and c.primary_phone_normal <> ''
      union all
      select c.id, 2 from this, customers c where c.mobile_phone_normal = any(this.phones) and c.mobile_phone_normal <> ''
      union all
      select c.id, 3 from this, customers c
      where fold(c.last_name) collate "C" = fold(this.last_name) and fold(c.first_name) collate "C" = fold(this.first_name)
        and this.last_name <> '' and replace(fold(c.postcode), ' ', '') = replace(fold(this.postcode), ' ', '')
        and this.postcode <> '')
    select c.id, c.first_name, c.last_name, c.email, (array['email', 'phone', 'name'])[a.rank] as by
    from (select id, min(rank) as rank from alike group by id) a join customers c on c.id = a.id, this
    where c.id <> this.id and c.type = this.type order by a.rank, c.id limit ${MOST}`.execute(db);
  return rows;
}

/** Returns two customers side by side, the older first. A customer who is already merged is replaced by the one that stays. */
export async function mergePreview(db: Db, one: number, other: number) {
  const ids = [await remainingCustomerId(db, one), await remainingCustomerId(db, other)];
  if (ids[0] === ids[1]) return rejectField('other_id', 'is the same customer');
  const [first, second] = await Promise.all(ids.map((id) => sideOf(db, id)));
  if (!first || !second) throw new Error('there are two');
  if (first.type !== second.type) return rejectField('other_id', OTHER_CUSTOMER_TYPE_TEXT);
  const isOlder =
    first.created_at < second.created_at || (first.created_at === second.created_at && first.id < second.id);
  const sides: [CustomerToMerge, CustomerToMerge] = isOlder ? [first, second] : [second, first];
  return { type: first.type, sides };
}

export const OTHER_CUSTOMER_TYPE_TEXT =
  'is of another type: a customer and a recipient of gift certificates are two records';

async function sideOf(db: Db, id: number): Promise<CustomerToMerge> {
  const created_at = sql<string>`c.created_at`;
  const [customer, named] = await Promise.all([
    customerList.find<Omit<CustomerToMerge, 'named'>>(db, id, 'This customer', {
      ...storedFieldsSql(Customer, 'c'),
      created_at,
    }),
    namedOf(db, id),
  ]);
  return { ...customer, named };
}

async function namedOf(db: Db, id: number): Promise<CustomerRecordCounts> {
  const { rows } = await sql<CustomerRecordCounts>`
    select count(*)::int as rounds, count(t.pipedrive_deal_id)::int as deals,
      (select count(*)::int from gift_certificates where customer_id = ${id}) as certificates_bought,
      (select count(*)::int from gift_certificates where recipient_id = ${id}) as certificates_received,
      (select count(*)::int from lost_leads where customer_id = ${id}) as leads,
      (select count(*)::int from availability_queues q join lost_leads l on l.id = q.lost_lead_id where l.customer_id = ${id}) as queue_entries,
      (select count(*)::int from outbox o join tee_times b on b.id = o.tee_time_id where b.customer_id = ${id} and not o.is_trial)
        + (select count(*)::int from outbox o join gift_certificates g on g.id = o.gift_certificate_id
          where (g.customer_id = ${id} or g.recipient_id = ${id}) and not o.is_trial) as letters,
      (select count(*)::int from audit_entries e where e.subject = 'customer' and e.action = 'noted'
        and (e.subject_id = ${id} or e.subject_id in (select m.id from merged_customers m where m.customer_id = ${id}))) as notes
    from tee_times t where t.customer_id = ${id} and t.state <> 'failed'`.execute(db);
  const [named] = rows;
  if (!named) throw new Error('a count has a row');
  return named;
}
