import { sql, type Selectable } from 'kysely';
import type { Customers } from '../../../server/database/tables.ts';
import { InvalidFields, rejectField, StaleRecord } from '../../../server/http/errors.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import { lastChangeColumns } from '../../../server/records/optimistic-lock.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { changedFields } from '../../audit/difference.rules.ts';
import { OTHER_CUSTOMER_TYPE_TEXT } from './alike.queries.ts';
import { MERGED_FIELDS, type MergeRequest } from './merging.contract.ts';
import { customerName } from './merging.rules.ts';
import { throwCustomerGone } from './who-stays.queries.ts';

type Stored = Selectable<Customers>;
type Pair = { stays: Stored; goes: Stored };

/** Every column that refers to a customer, with the audit trail's name for the referring record if that record has a page. */
export const CUSTOMER_REFERENCES = [
  { table: 'tee_times', column: 'customer_id', subject: 'tee_time' },
  { table: 'gift_certificates', column: 'customer_id', subject: 'gift_certificate' },
  { table: 'gift_certificates', column: 'recipient_id', subject: 'gift_certificate' },
  { table: 'lost_leads', column: 'customer_id', subject: null },
  { table: 'merged_customers', column: 'customer_id', subject: null },
  { table: 'former_names', column: 'customer_id', subject: null },
] as const;
type Naming = (typeof CUSTOMER_REFERENCES)[number];

/**
 * Merges two customers, within the transaction of `db`. All references to the customer that goes move to the customer that stays,
 * which gets the chosen values. The id of the customer that goes then leads to the other one, as do names, e-mails and phone
 * numbers that the merged customer no longer has. All values of the customer that goes are in the audit trail.
 */
export async function mergeCustomers(db: Db, staff: Staff, merge: MergeRequest): Promise<{ id: number }> {
  const { stays: staying, goes: leaving, taken } = merge;
  if (staying.id === leaving.id) throw new InvalidFields({ goes: ['must be another customer'] });
  await lockCustomerRecords(db, leaving.id);
  await lockCustomerContacts(db, [staying.id, leaving.id]);
  const pair = await lockBoth(db, merge);
  const changed = Object.fromEntries(taken.map((name) => [name, pair.goes[name]]));
  await db
    .updateTable('customers')
    .set({ ...changed, ...lastChangeColumns(staff) })
    .where('id', '=', staying.id)
    .execute();
  const moved: Record<string, number[]> = {};
  for (const naming of CUSTOMER_REFERENCES) moved[keyOf(naming)] = await move(db, pair, { naming, staff });
  await leave(db, pair, { taken, staff });
  await record(db, pair, { changed, moved, staff });
  return { id: staying.id };
}

/** Locks the rows that a booking or a cancellation locks before the customer, in the same order, or the two deadlock. */
export async function lockCustomerRecords(db: Db, id: number): Promise<void> {
  await sql`select from tee_times where customer_id = ${id} order by id for no key update`.execute(db);
  await sql`select from gift_certificates where customer_id = ${id} or recipient_id = ${id}
    order by id for no key update`.execute(db);
}

/**
 * Locks the e-mails and phone numbers of customers until the transaction ends. Bookings and creations with one of them wait, and
 * then find the customer that stays.
 */
export async function lockCustomerContacts(db: Db, ids: number[]): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select distinct (case type when 'Customer' then 'customer ' else 'recipient ' end) || known as key from (
      select type, email_normal, primary_phone_normal, mobile_phone_normal from customers where id = any(${ids}::bigint[])
      union all
      select k.type, f.email_normal, f.primary_phone_normal, f.mobile_phone_normal
      from former_names f join customers k on k.id = f.customer_id where k.id = any(${ids}::bigint[])) c,
      unnest(array[email_normal, 'phone ' || nullif(primary_phone_normal, ''), 'phone ' || nullif(mobile_phone_normal, '')]) as known
    where known <> ''`.execute(db);
  for (const key of rows.map((row) => row.key).toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

/**
 * Locks two customers and checks that both are unchanged. Locks leads before customers, in the same order as booking, or the two
 * deadlock.
 */
async function lockBoth(db: Db, { stays, goes }: MergeRequest): Promise<Pair> {
  await sql`select from lost_leads where customer_id = ${goes.id} order by id for no key update`.execute(db);
  const ids = [stays.id, goes.id];
  const { rows } = await sql<Stored>`
    select * from customers where id = any(${ids}::bigint[]) order by id for update`.execute(db);
  const [one, other] = [stays, goes].map(({ id }) => rows.find((row) => row.id === id));
  if (!one || !other) return throwCustomerGone(db, one ? goes.id : stays.id);
  if (one.updated_at !== stays.updated_at) throw new StaleRecord(one.updated_by, one.updated_at);
  if (other.updated_at !== goes.updated_at) throw new StaleRecord(other.updated_by, other.updated_at);
  if (one.type !== other.type) return rejectField('goes', OTHER_CUSTOMER_TYPE_TEXT);
  return { stays: one, goes: other };
}

const keyOf = ({ table, column }: Naming): string => `${table}.${column}`;

type Moving = { naming: Naming; staff: Staff };

/** Moves the references of one column to the customer that stays; a moved record that has a page gets an entry in its history. */
async function move(db: Db, { stays, goes }: Pair, { naming, staff }: Moving): Promise<number[]> {
  const { table, column, subject } = naming;
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${stays.id} where ${sql.ref(column)} = ${goes.id}
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (subject !== null && ids.length > 0)
    await sql`
      insert into audit_entries (made_by, address, action, subject, subject_id, before, after)
      select ${staff.name}, ${staff.address}, 'changed the customer', ${subject}, moved,
        jsonb_build_object(${column}::text, ${goes.id}::bigint), jsonb_build_object(${column}::text, ${stays.id}::bigint)
      from unnest(${ids}::bigint[]) as moved`.execute(db);
  return ids;
}

/** The fields by which a customer is found; their old values lead to the customer that stays. */
const FOUND_BY = ['first_name', 'last_name', 'email', 'primary_phone', 'mobile_phone'] as const;
type Leaving = Pick<MergeRequest, 'taken'> & { staff: Staff };

/** Deletes the customer that goes, which a foreign key prevents if anything still refers to that customer. */
async function leave(db: Db, { stays, goes }: Pair, { taken, staff }: Leaving): Promise<void> {
  await db.deleteFrom('customers').where('id', '=', goes.id).execute();
  const merged = { id: goes.id, customer_id: stays.id, name: customerName(goes), merged_by: staff.name };
  await db.insertInto('merged_customers').values(merged).execute();
  const changes = FOUND_BY.some((name) => taken.includes(name));
  const before = ({ first_name, last_name, email, primary_phone, mobile_phone }: Stored) => ({
    customer_id: stays.id,
    first_name,
    last_name,
    email,
    primary_phone,
    mobile_phone,
  });
  await db
    .insertInto('former_names')
    .values((changes ? [goes, stays] : [goes]).map(before))
    .execute();
}

type Done = { changed: Record<string, unknown>; moved: Record<string, number[]>; staff: Staff };

/**
 * Writes an audit entry for each customer: the new values and moved records of the one that stays, and all values of the one that
 * goes.
 */
async function record(db: Db, { stays, goes }: Pair, { changed, moved, staff }: Done): Promise<void> {
  const { before, after } = changedFields({ ...stays }, { ...stays, ...changed });
  const came = Object.fromEntries(Object.entries(moved).filter(([, ids]) => ids.length > 0));
  await audit(db, {
    ...auditCaller(staff),
    action: 'merged',
    subject: 'customer',
    subject_id: stays.id,
    before,
    after: { ...after, merged: { id: goes.id, name: customerName(goes) }, moved: came },
  });
  const columns = ['type', ...MERGED_FIELDS, 'created_at', 'updated_at', 'updated_by'] as const;
  await audit(db, {
    ...auditCaller(staff),
    action: 'merged into another',
    subject: 'customer',
    subject_id: goes.id,
    before: Object.fromEntries(columns.map((name) => [name, goes[name]])),
    after: { customer_id: stays.id },
  });
}
