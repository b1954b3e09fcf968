import { sql } from 'kysely';
import { exactForm } from '../../contract/names/fold.ts';
import { normalizedPhone } from '../../contract/phone.ts';
import type { Actor, Db } from '../../server/process/context.ts';
import { LIMIT_ONE, PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { audit, auditRow, auditCaller } from '../audit/audit.queries.ts';
import { changedFields } from '../audit/difference.rules.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import type { CustomerType } from './customers.contract.ts';

/** A customer as typed by staff while booking or for the wait list; '' means that nothing was typed. */
export type TypedCustomer = {
  first_name: string;
  last_name: string;
  email: string;
  postcode: string;
  primary_phone: string;
};

// The empty text is a literal in the SQL, because a cached plan with a parameter could not use the partial indexes, which leave out
// empty values.
const NOTHING = sql.lit('');

/** The author of a change, who may no longer exist as a user. */
export type ChangeAuthor = Pick<Actor, 'name' | 'address'>;

/** Returns an e-mail in its normal form, by which a customer is recognized. */
export const normalEmail = exactForm;

/** SQL that is true if a row has exactly this name; accents and apostrophes count, case and surrounding blanks do not. */
const isNamed = ({ first_name, last_name }: Pick<TypedCustomer, 'first_name' | 'last_name'>, of = '') =>
  sql<boolean>`lower_case(btrim(${sql.ref(`${of}first_name`)})) = ${exactForm(first_name)}
    and lower_case(btrim(${sql.ref(`${of}last_name`)})) = ${exactForm(last_name)}`;

/**
 * Returns the lock key of a customer or recipient to create or merge: the e-mail in normal form, or `phone` and the phone number.
 */
export const customerLockKey = (type: CustomerType, known: string): string =>
  `${type === 'Customer' ? 'customer' : 'recipient'} ${known}`;

/** Locks a customer's e-mail until the transaction ends, so that concurrent bookings for the same e-mail wait. */
export async function lockCustomer(db: Db, email: string, type: CustomerType = 'Customer'): Promise<void> {
  await sql`${PREPARED_STATEMENT_MARK}
    select pg_advisory_xact_lock(hashtextextended(${customerLockKey(type, normalEmail(email))}, 0))`.execute(
    db,
  );
}

/**
 * Finds the `Customer` with a typed e-mail in normal form, or without an e-mail the one with this name and phone number, and fills
 * in that customer's empty fields only. If there is none, finds the customer that such a one was merged into, or else creates one.
 * Two bookings for the same new e-mail wait for each other, so that booking never creates a duplicate.
 */
export async function findOrMakeCustomer(db: Db, typed: TypedCustomer, actor: ChangeAuthor): Promise<number> {
  // The lock and the search are sent together and run one after the other, so that the search sees the rows that other transactions
  // committed while the lock was awaited.
  const phone = typed.email === '' ? normalizedPhone(typed.primary_phone) : '';
  const lock = lockCustomer(db, phone === '' ? typed.email : `phone ${phone}`);
  const find = db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'postcode', 'primary_phone'])
    .where((where) =>
      phone === ''
        ? where.and([
            where('email_normal', '=', normalEmail(typed.email)),
            where('email_normal', '<>', NOTHING),
          ])
        : where.and([
            where('primary_phone_normal', '=', phone),
            where('primary_phone_normal', '<>', NOTHING),
            isNamed(typed),
          ]),
    )
    .where('type', '=', sql.lit('Customer'))
    .orderBy('id')
    .limit(LIMIT_ONE)
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
  const [, found, merged] = await Promise.all([lock, find, findMerged(db, typed, phone)]);
  const known = found ?? merged;
  if (!known) return insertCustomer(db, typed, actor);
  const missing = {
    ...(known.first_name === '' && { first_name: typed.first_name }),
    ...(known.last_name === '' && { last_name: typed.last_name }),
    ...(!known.postcode && typed.postcode && { postcode: typed.postcode }),
    ...(!known.primary_phone && typed.primary_phone && { primary_phone: typed.primary_phone }),
  };
  if (Object.keys(missing).length > 0) {
    await db
      .updateTable('customers')
      .set({ ...missing, ...lastChangeColumns(actor) })
      .where('id', '=', known.id)
      .execute();
    const entry = { action: 'edited' as const, subject: 'customer', subject_id: known.id };
    await audit(db, { ...auditCaller(actor), ...entry, ...changedFields(known, { ...known, ...missing }) });
  }
  return known.id;
}

/** Finds the customer who had this e-mail, or this name and phone number, before a merge. */
async function findMerged(db: Db, { email, first_name, last_name }: TypedCustomer, phone: string) {
  return db
    .selectFrom('former_names as f')
    .innerJoin('customers as c', 'c.id', 'f.customer_id')
    .select(['c.id', 'c.first_name', 'c.last_name', 'c.postcode', 'c.primary_phone'])
    .where((where) =>
      phone === ''
        ? where.and([
            where('f.email_normal', '=', normalEmail(email)),
            where('f.email_normal', '<>', NOTHING),
          ])
        : where.and([where('f.primary_phone_normal', '=', phone), isNamed({ first_name, last_name }, 'f.')]),
    )
    .where('c.type', '=', sql.lit('Customer'))
    .orderBy('f.id', 'desc')
    .limit(LIMIT_ONE)
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirst();
}

/** Returns the recipient of a gift certificate: an existing one with this name and e-mail, or else a new one. */
export async function findOrMakeRecipient(
  db: Db,
  typed: TypedCustomer,
  actor: ChangeAuthor,
): Promise<number> {
  const normal = normalEmail(typed.email);
  if (normal === '') return insertCustomer(db, typed, actor, 'GiftCertificateRecipient');
  await lockCustomer(db, typed.email, 'GiftCertificateRecipient');
  const { rows } = await sql<{ id: number }>`
    select id from customers where type = 'GiftCertificateRecipient' and id in (select k from customers_known_by(${normal}) k)
      and ${isNamed(typed)}
    order by id limit 1`.execute(db);
  return rows[0]?.id ?? insertCustomer(db, typed, actor, 'GiftCertificateRecipient');
}

async function insertCustomer(
  db: Db,
  typed: TypedCustomer,
  actor: ChangeAuthor,
  type: CustomerType = 'Customer',
): Promise<number> {
  const customer = {
    type,
    first_name: typed.first_name,
    last_name: typed.last_name,
    email: typed.email,
    postcode: typed.postcode || null,
    primary_phone: typed.primary_phone || null,
  };
  // The audit entry is written in the same statement as the customer, so that a booking makes one database round trip for both.
  const entry = auditRow({ ...auditCaller(actor), action: 'created', subject: 'customer', subject_id: null });
  const made = await db
    .with('made', (to) =>
      to
        .insertInto('customers')
        .values({ ...customer, ...lastChangeColumns(actor) })
        .returning('id'),
    )
    .with('told', (to) =>
      to
        .insertInto('audit_entries')
        .values({
          ...entry,
          subject_id: sql<number>`(select id from made)`,
          after: sql<string>`${JSON.stringify(customer)}::jsonb || jsonb_build_object('id', (select id from made))`,
        }),
    )
    .selectFrom('made')
    .select('id')
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .executeTakeFirstOrThrow();
  return made.id;
}
