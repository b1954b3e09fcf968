import { sql } from 'kysely';
import type { Db } from '../../server/context.ts';
import { contains, exactly, list, optionalText, text, value, where } from '../../server/lists.ts';
import type { CustomerMatch, CustomerRow } from './customers.contract.ts';

export const customerList = list<CustomerRow>({
  table: 'customers',
  as: 'c',
  select: {
    id: 'c.id',
    type: 'c.type',
    first_name: 'c.first_name',
    last_name: 'c.last_name',
    email: 'c.email',
    primary_phone: 'c.primary_phone',
    updated_at: 'c.updated_at',
  },
  filters: {
    id: exactly('c.id'),
    type: where((typed) => sql<boolean>`c.type = ${typed}`),
    first_name: contains('c.first_name'),
    last_name: contains('c.last_name'),
    email: contains('c.email'),
    primary_phone: contains('c.primary_phone'),
  },
  sorts: {
    id: value('c.id'),
    type: text('c.type'),
    first_name: text('c.first_name'),
    last_name: text('c.last_name'),
    email: text('c.email'),
    primary_phone: optionalText('c.primary_phone'),
  },
  defaultSort: [
    ['last_name', false],
    ['first_name', false],
  ],
});

const MOST_OFFERED = 5;

/** Customers whose e-mail is the same in normal form, with what they booked so far. */
export async function matchCustomers(db: Db, email: string): Promise<CustomerMatch[]> {
  if (email === '') return [];
  const found = await sql<CustomerMatch>`
    select c.id, c.first_name, c.last_name, c.email, c.postcode, c.primary_phone, t.tee_times, t.last_play_date
    from customers c, lateral (
      select count(*) as tee_times, max(play_date) filter (where state <> 'canceled') as last_play_date
      from tee_times where customer_id = c.id and state not in ('pending', 'failed')) t
    where c.type = 'Customer' and c.email_normal = lower(btrim(${email})) and c.email_normal <> ''
    order by c.id limit ${MOST_OFFERED}`.execute(db);
  return found.rows;
}
