import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { Caller } from '../search.contract.ts';
import { searchCustomers, matchesConfirmationSql, MAX_RESULTS_PER_KIND } from '../search.queries.ts';

// The number of last tee times from which a customer's usual party is computed.
const LOOKED_BACK = 20;

/**
 * Finds at most five customers by phone number, e-mail, name or confirmation, each with the card that staff need when the customer
 * calls; `today` is the date in the business time zone.
 */
export async function searchCallers(db: Db, q: string, today: string): Promise<Caller[]> {
  const named = (await searchCustomers(db, q, today)).map(({ found }) => found.id);
  const ids = [...new Set([...(await customersOfConfirmation(db, q)), ...named])].slice(
    0,
    MAX_RESULTS_PER_KIND,
  );
  const cards = await callerCards(db, ids, today);
  return ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
}

async function customersOfConfirmation(db: Db, q: string): Promise<number[]> {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from (
      select customer_id, created_at from tee_time_list where ${matchesConfirmationSql(q)} limit ${MAX_RESULTS_PER_KIND * 10}) t
    group by customer_id order by max(created_at) desc limit ${MAX_RESULTS_PER_KIND}`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}

/**
 * Returns the cards of these customers, with the facts that staff need when the customer calls. Recipients of gift certificates
 * have no card, because they book nothing.
 */
export async function callerCards(db: Db, ids: number[], today: string): Promise<Caller[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Caller>`
    select c.id, c.first_name, c.last_name, c.email, c.postcode, c.primary_phone, t.tee_times,
      l.course_name as last_course, l.play_date as last_play_date, p.players as usual_players, g.raw_certificates, w.waiting
    from customers c,
      lateral (select count(*)::int as tee_times from tee_times
        where customer_id = c.id and state not in ('pending', 'failed')) t
      left join lateral (select k.course_name, b.play_date from tee_times b join courses k on k.id = b.course_id
        where b.customer_id = c.id and b.state = 'booked' order by b.play_date desc, b.id desc limit 1) l on true
      left join lateral (select players from (
          select players from tee_times where customer_id = c.id and state = 'booked' order by created_at desc limit ${LOOKED_BACK}) b
        group by players order by count(*) desc, players desc limit 1) p on true,
      lateral (select coalesce(sum(raw_balance), 0)::bigint as raw_certificates from gift_certificates
        where (customer_id = c.id and recipient_id is null) or recipient_id in (
          select id from customers r where r.email_normal = c.email_normal and r.email_normal <> '')) g,
      lateral (select count(*)::int as waiting from lost_leads
        where customer_id = c.id and tee_time_id is null and unwanted_at is null and lead_date >= ${today}::date) w
    where c.id in (${sql.join(ids)}) and c.type = 'Customer'`.execute(db);
  return rows;
}
