import { sql, type RawBuilder } from 'kysely';
import { formatDay } from '../../contract/dates.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Db } from '../../server/process/context.ts';
import { literally } from '../../server/lists/list-filters.ts';
import type { Found } from './search.contract.ts';
import { phonePattern } from './search.rules.ts';

const OF_EACH = 5;
// A common name matches tens of thousands: so many are looked at before the best five are picked.
const LOOKED_AT = 200;

type Customer = { id: number; first_name: string; last_name: string; email: string; phone: string | null };

/** Customers by the words of a name, an e-mail or a phone however its digits are grouped. */
export async function foundCustomers(db: Db, q: string): Promise<Found[]> {
  const { rows } = await sql<Customer>`
    select * from (
      select id, first_name, last_name, email, primary_phone as phone
      from customers where ${customerMatches(q)} limit ${LOOKED_AT}) c
    order by lower(last_name) collate "C", lower(first_name) collate "C", id limit ${OF_EACH}`.execute(db);
  return rows.map((customer) => ({
    kind: 'Customer',
    id: customer.id,
    title: `${customer.first_name} ${customer.last_name}`.trim() || customer.email,
    detail: [customer.email, customer.phone].filter(Boolean).join(' · '),
    path: `/manage-customer/${customer.id}`,
  }));
}

function customerMatches(q: string): RawBuilder<boolean> {
  const phone = phonePattern(q);
  if (phone) return sql<boolean>`primary_phone ilike ${phone}`;
  const words = q.split(/\s+/).map((word) => {
    // Two letters have no trigram of their own; the beginning of a word has.
    const pattern = word.length < 3 ? `${literally(word)}%` : `%${literally(word)}%`;
    return sql<boolean>`(first_name ilike ${pattern} or last_name ilike ${pattern} or email ilike ${pattern} or primary_phone ilike ${pattern})`;
  });
  return sql<boolean>`${sql.join(words, sql` and `)}`;
}

type Round = {
  id: number;
  first_name: string;
  last_name: string;
  play_date: string;
  play_time: string;
  course_name: string;
  confirmation: string;
};

/** Tee times whose confirmation or payment begins with `q`, then the newest of the given customers. */
export async function foundTeeTimes(db: Db, q: string, customerIds: number[]): Promise<Found[]> {
  const start = `${literally(q.toLowerCase())}%`;
  const ofCustomers = customerIds.length > 0 ? sql`customer_id in (${sql.join(customerIds)})` : sql`false`;
  const { rows } = await sql<Round>`
    with hit as (
      (select id, 1 as rank, created_at from tee_time_list where lower(confirmation) collate "C" like ${start} limit ${LOOKED_AT})
      union all
      (select id, 1, created_at from tee_time_list where nullif(lower(payment_id), '') collate "C" like ${start} limit ${LOOKED_AT})
      union all
      (select id, 2, created_at from tee_times where ${ofCustomers} order by created_at desc limit ${LOOKED_AT})),
    best as (select id, min(rank) as rank, max(created_at) as created_at from hit group by id order by 2, 3 desc, 1 desc limit ${OF_EACH})
    select t.id, c.first_name, c.last_name, t.play_date, t.play_time, k.course_name, t.confirmation
    from best join tee_times t on t.id = best.id join customers c on c.id = t.customer_id join courses k on k.id = t.course_id
    order by best.rank, best.created_at desc, t.id desc`.execute(db);
  return rows.map((round) => ({
    kind: 'Tee time',
    id: round.id,
    title: `${round.first_name} ${round.last_name}`.trim(),
    detail: `${formatDay(round.play_date)} ${round.play_time} · ${round.course_name} · ${round.confirmation}`,
    path: `/manage-tee-time/${round.id}`,
  }));
}

export async function foundCourses(db: Db, q: string): Promise<Found[]> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'course_name', 'city'])
    .where('course_name', 'ilike', `%${literally(q)}%`)
    .orderBy('inactive')
    .orderBy(sql`lower(course_name) collate "C"`)
    .limit(OF_EACH)
    .execute();
  return courses.map((course) => ({
    kind: 'Course',
    id: course.id,
    title: course.course_name,
    detail: course.city ?? '',
    path: `/manage-course/${course.id}`,
  }));
}

export async function foundCertificates(db: Db, q: string): Promise<Found[]> {
  const certificates = await db
    .selectFrom('gift_certificates')
    .select(['id', 'serial', 'raw_balance'])
    .where(sql<string>`lower(serial)`, 'like', `${literally(q.toLowerCase())}%`)
    .orderBy(sql`lower(serial) collate "C"`)
    .limit(OF_EACH)
    .execute();
  return certificates.map((certificate) => ({
    kind: 'Gift certificate',
    id: certificate.id,
    title: certificate.serial,
    detail: `Balance ${formatMoney(certificate.raw_balance)}`,
    path: `/manage-gift-certificate/${certificate.id}`,
  }));
}
