import { sql } from 'kysely';
import { onlyRow } from '../../server/database/only-row.ts';
import type { Db } from '../../server/process/context.ts';

/** Returns the number of wait-list queues, and of leads on the list of lost leads. `today` is the current business day. */
export async function countQueuesAndLeads(db: Db, now: Date, today: string) {
  const found = await sql<{ queues: number; leads: number }>`
    select (select count(distinct q.fore_up_availability_id)::integer
        from lost_leads l join availability_queues q on q.lost_lead_id = l.id
          join fore_up_availabilities a on a.id = q.fore_up_availability_id and a.queue_closed_at is null and a.starts_at > ${now}
          join courses c on c.id = a.course_id and not c.inactive
        where l.tee_time_id is null and l.unwanted_at is null) as queues,
      (select count(*)::integer from lost_leads
        where lead_date >= ${today}::date and tee_time_id is null and unwanted_at is null) as leads`.execute(
    db,
  );
  return onlyRow(found);
}
