import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { phoneNormal } from '../../../contract/phone.ts';
import type { CustomerForm } from '../customers.contract.ts';
import { lockedAs, normalEmail } from '../find-or-make.queries.ts';

type Compared = Pick<CustomerForm, 'type' | 'email' | 'primary_phone' | 'mobile_phone'>;
type Duplicate = { id: number; first_name: string; last_name: string; matched_by: 'email' | 'phone' };
type Known = { matched_by: Duplicate['matched_by']; normal: string };

/** Returns the e-mail and phone numbers, in normal form, by which a customer is recognized. */
export function matchesEmailOrPhone({ email, primary_phone, mobile_phone }: Omit<Compared, 'type'>): Known[] {
  const phones = new Set([primary_phone, mobile_phone].map((typed) => phoneNormal(typed ?? '')));
  const known = [...phones].map((normal): Known => ({ matched_by: 'phone', normal }));
  return [{ matched_by: 'email' as const, normal: normalEmail(email) }, ...known].filter(
    ({ normal }) => normal !== '',
  );
}

/**
 * SQL for the customers that new ones would duplicate: the same type with the same e-mail or phone number. The same e-mail counts
 * before a shared number; the oldest record is the one to keep. `asked` has a row for each e-mail and number of the new ones:
 * `n`, which identifies the customer, `type`, `matched_by` and `normal`.
 */
export function duplicatesOf(candidates: RawBuilder<unknown>) {
  // A merged customer is still recognized by their former e-mail and numbers.
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

/** Returns the customer that a new one would duplicate, and prevents others from creating one until the transaction ends. */
export async function duplicateOf(db: Db, customer: Compared): Promise<Duplicate | undefined> {
  const { type } = customer;
  const known = matchesEmailOrPhone(customer);
  await lockNormals(
    db,
    type,
    known.map(({ matched_by, normal }) => (matched_by === 'email' ? normal : `phone ${normal}`)),
  );
  const by = known.map(({ matched_by }) => matched_by);
  const normals = known.map(({ normal }) => normal);
  const found = await duplicatesOf(sql`
    select 0 as n, ${type}::text as type, matched_by, normal
    from unnest(${by}::text[], ${normals}::text[]) as known (matched_by, normal)`).execute(db);
  const [duplicate] = found.rows;
  if (!duplicate) return undefined;
  const { n: _, ...who } = duplicate;
  return who;
}

// Two creations of the same new person wait for each other here, and for a booking that creates the same customer. All lock in
// the same order, so that they never deadlock.
async function lockNormals(db: Db, type: Compared['type'], normals: string[]): Promise<void> {
  for (const key of normals.map((each) => lockedAs(type, each)).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  }
}
