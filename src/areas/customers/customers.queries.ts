import { sql } from 'kysely';
import type { SentForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { Invalid, NotFound } from '../../server/http/errors.ts';
import { accepted, acceptedChange } from '../../server/records/forms.ts';
import { column } from '../../server/lists/list-columns.ts';
import { value, where } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import { columnValues, storedFieldsSql } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { requireCountry } from '../countries/countries.queries.ts';
import { normalEmail } from './find-or-make.queries.ts';
import {
  Customer,
  type CreatedCustomer,
  type CustomerForm,
  type CustomerMatch,
  type customers,
  type CustomerToCreate,
} from './customers.contract.ts';
import { duplicateOf } from './duplicates/duplicates.queries.ts';
import { ofCustomer, ofEmail, sayWhoIsGone, remainingCustomer } from './merging/who-stays.queries.ts';

const NO_ID = 'is a number like 1204; a name is looked for under First Name or Last Name';

export const customerList = list<typeof customers.index>({
  table: 'customers',
  as: 'c',
  columns: {
    id: { ...column.whole('c.id'), filter: ofCustomer('c.id', NO_ID) },
    type: {
      select: 'c.type',
      filter: where((typed) => sql<boolean>`c.type = ${typed}`),
      sort: value('c.type'),
    },
    first_name: column.text('c.first_name'),
    last_name: column.name('c.last_name'),
    email: { ...column.text('c.email'), filter: ofEmail('c.email', 'c.id') },
    primary_phone: column.phone('c.primary_phone', 'c.primary_phone_normal'),
    updated_at: column.shown('c.updated_at'),
  },
  defaultSort: [
    ['last_name', false],
    ['first_name', false],
  ],
});

const MOST_OFFERED = 5;

/** Finds the customers who have this e-mail in normal form, or had it before a merge, with the number of their bookings. */
export async function matchCustomers(db: Db, email: string): Promise<CustomerMatch[]> {
  if (email === '') return [];
  const normal = normalEmail(email);
  const found = await sql<CustomerMatch>`
    select c.id, c.first_name, c.last_name, c.email, c.postcode, c.primary_phone, t.tee_times, t.last_play_date
    from customers c, lateral (
      select count(*) as tee_times, max(play_date) filter (where state <> 'canceled') as last_play_date
      from tee_times where customer_id = c.id and state not in ('pending', 'failed')) t
    where c.type = 'Customer' and c.id in (select k from customers_known_by(${normal}) k)
    order by c.email_normal = ${normal} desc, c.id limit ${MOST_OFFERED}`.execute(db);
  return found.rows;
}

/** Returns the customer with this id, or the customer that this one was merged into, even if the merge happens at this moment. */
export async function findCustomer(db: Db, id: number): Promise<Customer> {
  try {
    return await customerList.find<Customer>(db, id, 'This customer', storedFieldsSql(Customer, 'c'));
  } catch (error) {
    const stays = error instanceof NotFound ? await remainingCustomer(db, id) : id;
    if (stays === id) throw error;
    return findCustomer(db, stays);
  }
}

/** Validates a new customer's form; throws Invalid with all errors. */
export const acceptedCustomer = (sent: SentForm<CustomerToCreate>): Promise<CustomerToCreate> =>
  accepted(sent, ({ country_alpha2 }) => [() => requireCountry(country_alpha2)]);

/** Creates a customer; returns the existing one if the new customer would be a duplicate. */
export async function insertCustomer(
  db: Db,
  sent: SentForm<CustomerToCreate>,
  staff: Staff,
): Promise<CreatedCustomer> {
  const form = await acceptedCustomer(sent);
  const match = await duplicateOf(db, form);
  if (match && !form.ignore_duplicate) return { ...match, duplicate: true };
  return insertRecord(db, 'customers', { ...columnValues(Customer, form), ...lastChangeColumns(staff) });
}

export async function updateCustomer(db: Db, id: number, sent: SentForm<CustomerForm>, staff: Staff) {
  const record = { table: 'customers', id, stored: () => findCustomer(db, id), by: staff } as const;
  const form = await acceptedChange(db, record, sent, ({ type, country_alpha2 }) => [
    () => requireCountry(country_alpha2),
    type && (() => refuseOtherType(db, id, type)),
    // If the customer was merged concurrently, the form is rejected, because its values do not belong to the customer that stays.
  ]).catch((error: unknown) => (error instanceof NotFound ? sayWhoIsGone(db, id) : Promise.reject(error)));
  return updateRecord(db, 'customers', id, { ...columnValues(Customer, form), ...lastChangeColumns(staff) });
}

// Rejects a change of type: a Customer has tee times and bought certificates, a GiftCertificateRecipient has received certificates.
async function refuseOtherType(db: Db, id: number, type: CustomerForm['type']): Promise<void> {
  const found = await sql`
    select from customers c where c.id = ${id} and c.type <> ${type} and (
      exists (select from tee_times where customer_id = c.id)
      or exists (select from gift_certificates where customer_id = c.id or recipient_id = c.id)
      or exists (select from lost_leads where customer_id = c.id))`.execute(db);
  if (found.rows.length > 0)
    throw new Invalid({
      type: ['cannot be changed: tee times, leads or gift certificates use this customer'],
    });
}
