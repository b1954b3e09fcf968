import { sql } from 'kysely';
import type { Db, AppContext } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import { centsAsDecimalSql } from '../../server/lists/list-filters.ts';
import { refundedCentsSql } from '../payments/ledger.queries.ts';
import { teeTimeTransactionRecord } from '../transactions/transactions.queries.ts';
import { currentMoment } from './moment/moment.queries.ts';
import { statusSql } from './status/status.queries.ts';
import type { TeeTime } from './tee-times.contract.ts';

type Stored = Omit<TeeTime, 'transaction_record'>;

const REFUNDED = refundedCentsSql(['card', 'gift_certificate'], 't.id');

/** Returns a tee time with everything that its screen shows. */
export async function findTeeTime(db: Db, app: AppContext, id: number): Promise<TeeTime> {
  const status = statusSql(currentMoment(app));
  const money = (column: string) => sql.raw(centsAsDecimalSql(column));
  const { rows } = await sql<Stored>`
    select t.id, ${status} as status, t.state = 'canceled' as is_canceled,
      exists (select from operations o where o.tee_time_id = t.id and o.kind = 'change' and o.state <> 'settled') as is_changing, t.agent, t.source, t.created_at, t.updated_at,
      k.course_name, json_build_object('id', k.id, 'course_name', k.course_name) as course,
      t.play_date, t.play_time, t.players, t.confirmation, t.folio, t.notes, t.internal_notes, t.alt_emails,
      t.should_email_customer, t.should_email_course, t.pipedrive_deal_id, t.availability_queue_id,
      ${money('t.raw_charge')} as charge, ${money('t.raw_rental_amount')} as rental_amount,
      ${money('t.raw_discount_amount')} as discount_amount,
      ${money('t.raw_gift_certificate_amount')} as gift_certificate_amount,
      ${money('t.raw_total')} as total, ${money('t.raw_paid')} as paid, ${money('t.raw_cost')} as cost,
      ${money(REFUNDED)} as refunded,
      case when t.state = 'failed' then coalesce((select a.decline_reason
        from payment_allocations l join payment_attempts a on a.id = l.payment_attempt_id
        where l.tee_time_id = t.id and a.kind = 'charge' order by a.created_at desc limit 1), '') end as failure,
      json_build_array(json_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
        'email', c.email, 'primary_phone', c.primary_phone, 'postcode', c.postcode)) as customer,
      case when g.id is not null then json_build_object('id', g.id, 'serial', g.serial) end as gift_certificate,
      case when d.id is not null then json_build_object('id', d.id, 'code', d.code) end as golf_discount,
      case when t.golf_rate_id is not null
        then json_build_object('id', t.golf_rate_id, 'internal_memo', t.rate_internal_memo) end as golf_rate,
      coalesce((select json_agg(json_build_object('id', rc.id, 'quantity', tc.quantity, 'brand', rc.brand,
          'description', rc.description, 'handed', rc.handed, 'sex', rc.sex, 'raw_charge', tc.raw_charge) order by rc.id)
        from tee_time_rental_clubs tc join rental_clubs rc on rc.id = tc.rental_club_id
        where tc.tee_time_id = t.id), '[]') as rental_clubs
    from tee_times t join customers c on c.id = t.customer_id join courses k on k.id = t.course_id
    left join gift_certificates g on g.id = t.gift_certificate_id
    left join discounts d on d.id = t.golf_discount_id
    where t.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This tee time');
  return { ...rows[0], transaction_record: await teeTimeTransactionRecord(db, id) };
}
