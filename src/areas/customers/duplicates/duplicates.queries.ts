import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { phoneNormal } from '../../../contract/phone.ts';
import type { CustomerForm } from '../customers.contract.ts';

type Compared = Pick<CustomerForm, 'type' | 'email' | 'primary_phone' | 'mobile_phone'>;
type Duplicate = { id: number; first_name: string; last_name: string; matched_by: 'email' | 'phone' };

/**
 * Whom a new customer would duplicate: the same type with the same e-mail or phone number. The same e-mail counts before a
 * shared number; the oldest record is the one to keep.
 */
export async function duplicateOf(db: Db, customer: Compared): Promise<Duplicate | undefined> {
  const { type, email, primary_phone, mobile_phone } = customer;
  const normal = email.toLowerCase();
  const phones = [...new Set([primary_phone, mobile_phone].map((typed) => phoneNormal(typed ?? '')))].filter(
    Boolean,
  );
  await lockNormals(db, type, [normal, ...phones.map((phone) => `phone ${phone}`)].filter(Boolean));
  // Whoever was merged is known by what they were known by before.
  const matching = (table: 'customers' | 'former_names', who: 'id' | 'customer_id') => sql`
    select ${sql.ref(`k.${who}`)} as id, k.email_normal = ${normal} and k.email_normal <> '' as by_email
    from ${sql.table(table)} k where k.email_normal = ${normal} and k.email_normal <> ''
      or k.primary_phone_normal = any(${phones}::text[]) and k.primary_phone_normal <> ''
      or k.mobile_phone_normal = any(${phones}::text[]) and k.mobile_phone_normal <> ''`;
  const found = await sql<Duplicate>`
    with matched as (${matching('customers', 'id')} union all ${matching('former_names', 'customer_id')})
    select c.id, c.first_name, c.last_name, case when m.by_email then 'email' else 'phone' end as matched_by
    from matched m join customers c on c.id = m.id where c.type = ${type}
    order by matched_by, c.id limit 1`.execute(db);
  return found.rows[0];
}

// Two creates for the same new person wait for each other here, and for a booking that makes the same customer. In one
// order for all, so that they never wait in a circle.
async function lockNormals(db: Db, type: Compared['type'], normals: string[]): Promise<void> {
  const kind = type === 'Customer' ? 'customer' : 'recipient';
  for (const key of normals.map((each) => `${kind} ${each}`).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  }
}
