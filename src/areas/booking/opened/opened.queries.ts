import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { BookingOrigin, BookingOriginIds } from './opened.contract.ts';

/** Finds the open time and the lead that a booking was opened from. */
export async function findBookingOrigin(db: Db, from: BookingOriginIds): Promise<BookingOrigin> {
  const queue_id = from.queue_id ?? 0;
  const time = sql<NonNullable<BookingOrigin['open_time']>>`
    select a.id, a.course_id, a.available_date, a.available_time, a.holes, a.starting_side
    from fore_up_availabilities a where a.id = coalesce(${from.availability_id ?? null}::bigint,
      (select q.fore_up_availability_id from availability_queues q where q.id = ${queue_id}))`.execute(db);
  const lead = sql<NonNullable<BookingOrigin['lead']>>`
    select l.course_id, k.course_name, l.lead_date, coalesce(c.email, '') as email,
      coalesce(c.first_name, '') as first_name, coalesce(c.last_name, '') as last_name,
      l.tee_time_id is not null as is_booked, l.unwanted_at is not null as is_unwanted,
      a.queue_closed_at is not null as is_closed,
      case when q.id is not null then (select count(*)::int from availability_queues o join lost_leads e on e.id = o.lost_lead_id
        where o.fore_up_availability_id = q.fore_up_availability_id and (e.created_at, e.id) <= (l.created_at, l.id)) end as queue_position
    from lost_leads l join courses k on k.id = l.course_id left join customers c on c.id = l.customer_id
      left join availability_queues q on q.id = ${queue_id}
      left join fore_up_availabilities a on a.id = q.fore_up_availability_id
    where l.id = case when ${queue_id} > 0 then q.lost_lead_id else ${from.lead_id ?? 0} end`.execute(db);
  const [times, leads] = await Promise.all([time, lead]);
  return { open_time: times.rows[0] ?? null, lead: leads.rows[0] ?? null };
}
