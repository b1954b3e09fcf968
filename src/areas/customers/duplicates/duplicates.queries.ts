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
  const found = await sql<Duplicate>`
    select c.id, c.first_name, c.last_name, m.matched_by from customers c, lateral (
      select case when c.email_normal = ${normal} and c.email_normal <> '' then 'email' else 'phone' end as matched_by) m
    where c.type = ${type} and (c.email_normal = ${normal} and c.email_normal <> ''
      or c.primary_phone_normal = any(${phones}::text[]) and c.primary_phone_normal <> ''
      or c.mobile_phone_normal = any(${phones}::text[]) and c.mobile_phone_normal <> '')
    order by m.matched_by, c.id limit 1`.execute(db);
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
