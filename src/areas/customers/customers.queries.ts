import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { InvalidFields, NotFound } from '../../server/http/errors.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { valueSort, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues, storedFieldsSql } from '../../server/records/record-columns.ts';
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
import { findDuplicateCustomer } from './duplicates/duplicates.queries.ts';
import {
  customerIdFilter,
  customerEmailFilter,
  throwCustomerGone,
  remainingCustomerId,
} from './merging/who-stays.queries.ts';

const NO_ID = 'is a number like 1204; a name is looked for under First Name or Last Name';

export const customerList = defineList<typeof customers.index>({
  table: 'customers',
  as: 'c',
  columns: {
    id: { ...listColumn.whole('c.id'), filter: customerIdFilter('c.id', NO_ID) },
    type: {
      select: 'c.type',
      filter: conditionFilter((typed) => sql<boolean>`c.type = ${typed}`),
      sort: valueSort('c.type'),
    },
    first_name: listColumn.text('c.first_name'),
    last_name: listColumn.name('c.last_name'),
    email: { ...listColumn.text('c.email'), filter: customerEmailFilter('c.email', 'c.id') },
    primary_phone: listColumn.phone('c.primary_phone', 'c.primary_phone_normal'),
    updated_at: listColumn.shown('c.updated_at'),
  },
  defaultSort: [
    ['last_name', false],
    ['first_name', false],
  ],
});

const MOST_OFFERED = 5;

/** Finds the customers who have this e-mail in normal form, or had it before a merge, with the number of their bookings. */
export async function findCustomersByEmail(db: Db, email: string): Promise<CustomerMatch[]> {
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
    const stays = error instanceof NotFound ? await remainingCustomerId(db, id) : id;
    if (stays === id) throw error;
    return findCustomer(db, stays);
  }
}

/** Validates a new customer's form; throws InvalidFields with all errors. */
export const validateNewCustomer = (sent: UncheckedForm<CustomerToCreate>): Promise<CustomerToCreate> =>
  validateForm(sent, ({ country_alpha2 }) => [() => requireCountry(country_alpha2)]);

/** Creates a customer; returns the existing one if the new customer would be a duplicate. */
export async function insertCustomer(
  db: Db,
  sent: UncheckedForm<CustomerToCreate>,
  staff: Staff,
): Promise<CreatedCustomer> {
  const form = await validateNewCustomer(sent);
  const match = await findDuplicateCustomer(db, form);
  if (match && !form.ignore_duplicate) return { ...match, duplicate: true };
  return insertRecord(db, 'customers', {
    ...recordColumnValues(Customer, form),
    ...lastChangeColumns(staff),
  });
}

export async function updateCustomer(db: Db, id: number, sent: UncheckedForm<CustomerForm>, staff: Staff) {
  const record = { table: 'customers', id, stored: () => findCustomer(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, ({ type, country_alpha2 }) => [
    () => requireCountry(country_alpha2),
    type && (() => refuseOtherType(db, id, type)),
    // If the customer was merged concurrently, the form is rejected, because its values do not belong to the customer that stays.
  ]).catch((error: unknown) =>
    error instanceof NotFound ? throwCustomerGone(db, id) : Promise.reject(error),
  );
  return updateRecord(db, 'customers', id, {
    ...recordColumnValues(Customer, form),
    ...lastChangeColumns(staff),
  });
}

// Rejects a change of type: a Customer has tee times and bought certificates, a GiftCertificateRecipient has received certificates.
async function refuseOtherType(db: Db, id: number, type: CustomerForm['type']): Promise<void> {
  const found = await sql`
    select from customers c where c.id = ${id} and c.type <> ${type} and (
      exists (select from tee_times where customer_id = c.id)
      or exists (select from gift_certificates where customer_id = c.id or recipient_id = c.id)
      or exists (select from lost_leads where customer_id = c.id))`.execute(db);
  if (found.rows.length > 0)
    throw new InvalidFields({
      type: ['cannot be changed: tee times, leads or gift certificates use this customer'],
    });
}
