import { sql } from 'kysely';
import { phoneNormal } from '../../contract/phone.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { PREPARED } from '../../server/database/prepared.ts';
import { changedBy } from '../../server/records/optimistic-lock.ts';

/** A customer as staff type one while booking, or for the wait list; empty is not typed. */
export type TypedCustomer = {
  first_name: string;
  last_name: string;
  email: string;
  postcode: string;
  primary_phone: string;
};

/** An e-mail in normal form, by which a customer is known. */
export const normalOf = (email: string): string => email.trim().toLowerCase();

/** Whoever books for the same e-mail waits here until the transaction is over. */
export async function lockCustomer(db: Db, email: string): Promise<void> {
  await sql`${PREPARED}
    select pg_advisory_xact_lock(hashtextextended(${`customer ${normalOf(email)}`}, 0))`.execute(db);
}

/**
 * The `Customer` with this e-mail in normal form, or where none was typed with this name and phone number, its empty fields filled in and no others; otherwise a new one. Two
 * bookings for the same new e-mail wait for each other, so that booking never makes a duplicate.
 */
export async function findOrMakeCustomer(db: Db, typed: TypedCustomer, staff: Staff): Promise<number> {
  // Sent together and done in turn: the second sees what was committed while the first waited.
  const phone = typed.email === '' ? phoneNormal(typed.primary_phone) : '';
  const lock = lockCustomer(db, phone === '' ? typed.email : `phone ${phone}`);
  const isNamed = sql<boolean>`lower(first_name) = lower(${typed.first_name}) and lower(last_name) = lower(${typed.last_name})`;
  const find = db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'postcode', 'primary_phone'])
    .where((where) =>
      phone === ''
        ? where('email_normal', '=', normalOf(typed.email))
        : where.and([where('primary_phone_normal', '=', phone), isNamed]),
    )
    .where('type', '=', 'Customer')
    .orderBy('id')
    .limit(1)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  const [, known] = await Promise.all([lock, find]);
  if (!known) return insertCustomer(db, typed, staff);
  const missing = {
    ...(known.first_name === '' && { first_name: typed.first_name }),
    ...(known.last_name === '' && { last_name: typed.last_name }),
    ...(!known.postcode && typed.postcode && { postcode: typed.postcode }),
    ...(!known.primary_phone && typed.primary_phone && { primary_phone: typed.primary_phone }),
  };
  if (Object.keys(missing).length > 0) {
    await db
      .updateTable('customers')
      .set({ ...missing, ...changedBy(staff) })
      .where('id', '=', known.id)
      .execute();
  }
  return known.id;
}

async function insertCustomer(db: Db, typed: TypedCustomer, staff: Staff): Promise<number> {
  const made = await db
    .insertInto('customers')
    .values({
      type: 'Customer',
      first_name: typed.first_name,
      last_name: typed.last_name,
      email: typed.email,
      postcode: typed.postcode || null,
      primary_phone: typed.primary_phone || null,
      ...changedBy(staff),
    })
    .returning('id')
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return made.id;
}
