import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { normalizedPhone } from '../../../contract/phone.ts';
import type { CustomerForm } from '../customers.contract.ts';
import { customerLockKey, normalEmail } from '../find-or-make.queries.ts';

type Compared = Pick<CustomerForm, 'type' | 'email' | 'primary_phone' | 'mobile_phone'>;
type Duplicate = { id: number; first_name: string; last_name: string; matched_by: 'email' | 'phone' };
type Known = { matched_by: Duplicate['matched_by']; normal: string };

/** Returns the e-mail and the phone numbers of a customer in normal form, by which duplicates are recognized. */
export function duplicateMatchKeys({ email, primary_phone, mobile_phone }: Omit<Compared, 'type'>): Known[] {
  const phones = new Set([primary_phone, mobile_phone].map((typed) => normalizedPhone(typed ?? '')));
  const known = [...phones].map((normal): Known => ({ matched_by: 'phone', normal }));
  return [{ matched_by: 'email' as const, normal: normalEmail(email) }, ...known].filter(
    ({ normal }) => normal !== '',
  );
}

/**
 * SQL for the existing customers that new customers would duplicate: of the same type, with the same e-mail or phone number. A
 * match by e-mail precedes a match by phone, and the oldest record precedes the others. `candidates` selects a row for each e-mail
 * and phone number of the new customers: `n` (identifies the new customer), `type`, `matched_by` and `normal`.
 */
export function duplicateCustomersSql(candidates: RawBuilder<unknown>) {
  // A merged customer is also recognized by the e-mails and phone numbers from before the merge.
  const places = [
    [sql`customers`, sql`k.id`],
    [sql`former_names`, sql`k.customer_id`],
  ] as const;
  const columns = [
    ['email', sql`k.email_normal`],
    ['phone', sql`k.primary_phone_normal`],
    ['phone', sql`k.mobile_phone_normal`],
  ] as const;
  const matches = places.flatMap(([table, id]) =>
    columns.map(
      ([by, column]) => sql`
        select a.n, a.type, a.matched_by, ${id} as id from asked a
        join ${table} k on ${column} = a.normal and ${column} <> '' where a.matched_by = ${sql.lit(by)}`,
    ),
  );
  return sql<Duplicate & { n: number }>`
    with asked as (${candidates}), matched as (${sql.join(matches, sql` union all `)})
    select distinct on (m.n) m.n, c.id, c.first_name, c.last_name, m.matched_by
    from matched m join customers c on c.id = m.id and c.type = m.type
    order by m.n, m.matched_by, c.id`;
}

/** Returns the customer that a new one would duplicate, and prevents other transactions from creating one until this one ends. */
export async function findDuplicateCustomer(db: Db, customer: Compared): Promise<Duplicate | undefined> {
  const { type } = customer;
  const known = duplicateMatchKeys(customer);
  await lockNormals(
    db,
    type,
    known.map(({ matched_by, normal }) => (matched_by === 'email' ? normal : `phone ${normal}`)),
  );
  const by = known.map(({ matched_by }) => matched_by);
  const normals = known.map(({ normal }) => normal);
  const found = await duplicateCustomersSql(sql`
    select 0 as n, ${type}::text as type, matched_by, normal
    from unnest(${by}::text[], ${normals}::text[]) as known (matched_by, normal)`).execute(db);
  const [duplicate] = found.rows;
  if (!duplicate) return undefined;
  const { n: _, ...who } = duplicate;
  return who;
}

// Locks the e-mail and phone numbers of a new person, so that two creations of the same person, or a creation and a booking, run
// one after the other. All lock in the same order, so that they never deadlock.
async function lockNormals(db: Db, type: Compared['type'], normals: string[]): Promise<void> {
  for (const key of normals.map((each) => customerLockKey(type, each)).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  }
}
