import { sql } from 'kysely';
import { spokenTime, spokenDay } from '../../../contract/spoken-times.ts';
import type { Db } from '../../../server/process/context.ts';
import { isOpenTimeStaleSql } from '../../availability/stale.queries.ts';
import type { WaitListCaller, WaitListRow } from '../wait-list.contract.ts';

type Row = Omit<WaitListRow, 'course' | 'wordy_available_date' | 'play_time_for_humans'> & {
  course_id: number;
  course_name: string;
};

/** Returns the open queues with waiting customers, of future times at courses that are not inactive, by date and time. */
export async function waitListQueues(db: Db, now: Date): Promise<WaitListRow[]> {
  const { rows } = await sql<Row>`
    select a.id, a.course_id, c.course_name, a.available_date, a.available_time, a.spots, a.holes, a.starting_side,
      d.looked_at as scraped_at, d.completed_at, ${isOpenTimeStaleSql(now.toISOString())} as is_stale, a.gone_at is not null as is_gone, a.created_at, w.waiting::int as waiting
    from (
        select q.fore_up_availability_id as id, count(*) as waiting
        from availability_queues q join lost_leads l on l.id = q.lost_lead_id
        where l.tee_time_id is null and l.unwanted_at is null group by 1) w
      join fore_up_availabilities a on a.id = w.id and a.queue_closed_at is null and a.starts_at > ${now}
      join courses c on c.id = a.course_id and not c.inactive
      left join course_days d on d.course_id = a.course_id and d.day = a.available_date
    order by a.available_date, a.available_time, a.id`.execute(db);
  const wordy = new Map<string, string>();
  return rows.map(({ course_id, course_name, ...row }) => {
    const words = wordy.get(row.available_date) ?? spokenDay(row.available_date);
    wordy.set(row.available_date, words);
    return {
      ...row,
      course: { id: course_id, course_name },
      wordy_available_date: words,
      play_time_for_humans: spokenTime(row.available_time),
    };
  });
}

/** Returns every customer who waits in a queue of the wait list, with the open times that the customer waits for. */
export async function waitListCallers(db: Db, now: Date): Promise<WaitListCaller[]> {
  const { rows } = await sql<WaitListCaller>`
    select l.id, array_agg(a.id order by a.id) as open_times, btrim(concat_ws(' ', c.first_name, c.last_name)) as name,
      coalesce(c.email, '') as email, coalesce(nullif(c.primary_phone, ''), c.mobile_phone, '') as primary_phone
    from availability_queues q join lost_leads l on l.id = q.lost_lead_id
      join fore_up_availabilities a on a.id = q.fore_up_availability_id
      join courses co on co.id = a.course_id
      left join customers c on c.id = l.customer_id
    where l.tee_time_id is null and l.unwanted_at is null and a.queue_closed_at is null and a.starts_at > ${now}
      and not co.inactive
    group by l.id, c.id order by l.id`.execute(db);
  return rows;
}
