import { sql, type RawBuilder } from 'kysely';
import { moneyText } from '../../contract/money.ts';
import { onlyRow } from '../../server/database/only-row.ts';
import { centsAsDecimalSql } from '../../server/lists/list-filters.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import { playDatesAround, hasBegunSql, currentMoment } from '../tee-times/moment/moment.queries.ts';
import { statusSql } from '../tee-times/status/status.queries.ts';
import type {
  CustomerCertificate,
  CustomerLead,
  CustomerEmail,
  CustomerTeeTime,
} from './customer-hub.contract.ts';

const MOST = 5;

/** Returns a customer's next and last tee times, each by a short read along one index; failed bookings are left out. */
export async function findCustomerTeeTimes(db: Db, app: AppContext, id: number) {
  const now = currentMoment(app);
  const { first, last } = playDatesAround(now);
  const rounds = (which: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<CustomerTeeTime>`
    select t.id, t.play_date, t.play_time, t.course_name, t.players, ${sql.raw(centsAsDecimalSql('t.raw_paid'))} as paid,
      ${statusSql(now)} as status
    from tee_time_list t where t.customer_id = ${id} and t.state <> 'failed' and ${which} order by ${order} limit ${MOST}`;
  const passed = hasBegunSql(now);
  const [upcoming, past, total] = await Promise.all([
    rounds(
      sql`t.play_date >= ${first}::date and not (${passed})`,
      sql`t.play_date, t.play_time, t.id`,
    ).execute(db),
    rounds(
      sql`t.play_date <= ${last}::date and ${passed}`,
      sql`t.play_date desc, t.play_time desc, t.id desc`,
    ).execute(db),
    sql<{ total: number }>`select count(*) as total from tee_time_list t where t.customer_id = ${id}`.execute(
      db,
    ),
  ]);
  return { upcoming: upcoming.rows, past: past.rows, ...onlyRow(total) };
}

/** Returns the gift certificates that a customer bought or received. */
export async function findCustomerCertificates(db: Db, id: number) {
  const certificates = sql`from gift_certificates g left join courses k on k.id = g.course_id
    where (g.customer_id = ${id} or g.recipient_id = ${id})`;
  const [found, sums] = await Promise.all([
    sql<CustomerCertificate>`
      select g.id, g.serial, k.course_name, ${sql.raw(centsAsDecimalSql('g.raw_value'))} as value,
        ${sql.raw(centsAsDecimalSql('g.raw_balance'))} as balance, g.customer_id is distinct from ${id} as is_recipient
      ${certificates} order by g.raw_balance > 0 desc, g.created_at desc, g.id desc limit ${MOST}`.execute(
      db,
    ),
    sql<{ total: number; raw_balance: number }>`
      select count(*) as total, coalesce(sum(g.raw_balance), 0)::bigint as raw_balance ${certificates}`.execute(
      db,
    ),
  ]);
  const { total, raw_balance } = onlyRow(sums);
  return { certificates: found.rows, total, balance: moneyText(raw_balance) };
}

// Only the e-mails about the newest tee times are read, because a customer may have a booking on every day.
const MOST_ROUNDS = 300;

/** Returns the newest e-mails about a customer's tee times and certificates. */
export async function findCustomerEmails(db: Db, id: number): Promise<CustomerEmail[]> {
  const LETTER = sql`o.id, o.created_at, o.kind, o.state, o.tee_time_id, o.gift_certificate_id`;
  const newest = sql`order by created_at desc, id desc limit ${MOST}`;
  const { rows } = await sql<CustomerEmail>`
    select * from (
      (select ${LETTER}, t.course_name as about from (
        select l.id, l.course_name from tee_time_list l where l.customer_id = ${id}
        order by l.created_at desc, l.id desc limit ${MOST_ROUNDS}) t
      join outbox o on o.tee_time_id = t.id where o.kind <> 'course_receipt' and not o.is_trial ${newest})
      union all
      (select ${LETTER}, g.serial from gift_certificates g join outbox o on o.gift_certificate_id = g.id
      where (g.customer_id = ${id} or g.recipient_id = ${id}) and not o.is_trial ${newest})
    ) letters ${newest}`.execute(db);
  return rows;
}

/** Returns a customer's leads, the latest day first, each with the position in a queue. */
export async function findCustomerLeads(db: Db, app: AppContext, id: number) {
  const now = app.now().toISOString();
  const [found, total] = await Promise.all([
    sql<CustomerLead>`
      select l.id, k.course_name, l.lead_date, l.play_time, l.players, l.card_token is not null as has_card, l.tee_time_id,
        l.unwanted_at is not null as is_unwanted, coalesce(q.queues, 0) as queues,
        case when q.queues > 0 then json_build_object('fup_id', q.fup_id, 'position', q.position) end as queue
      from lost_leads l join courses k on k.id = l.course_id left join lateral (
        select count(*)::int as queues, (array_agg(p.fup_id order by p.position, p.fup_id))[1] as fup_id,
          min(p.position)::int as position
        from (
          select a.id as fup_id, (select count(*) from availability_queues o join lost_leads e on e.id = o.lost_lead_id
            where o.fore_up_availability_id = a.id and (e.created_at, e.id) <= (l.created_at, l.id)) as position
          from availability_queues w join fore_up_availabilities a on a.id = w.fore_up_availability_id
          where w.lost_lead_id = l.id and a.queue_closed_at is null and a.gone_at is null and a.starts_at > ${now}::timestamptz
        ) p) q on true
      where l.customer_id = ${id} order by l.lead_date desc, l.id desc limit ${MOST}`.execute(db),
    sql<{ total: number }>`select count(*) as total from lost_leads where customer_id = ${id}`.execute(db),
  ]);
  return { leads: found.rows, ...onlyRow(total) };
}
