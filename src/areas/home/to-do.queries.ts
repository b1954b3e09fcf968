import { sql } from 'kysely';
import { onlyRow } from '../../server/database/only-row.ts';
import type { Db } from '../../server/process/context.ts';

/** Returns the number of leads with an open time that fits their party. */
export async function countCallableLeads(db: Db, now: Date): Promise<number> {
  const found = await sql<{ callers: number }>`
    select count(distinct l.id)::integer as callers
        from lost_leads l join availability_queues q on q.lost_lead_id = l.id
          join fore_up_availabilities a on a.id = q.fore_up_availability_id
            and a.queue_closed_at is null and a.gone_at is null and a.starts_at > ${now} and l.players = any(a.spots)
          join courses c on c.id = a.course_id and not c.inactive
        where l.tee_time_id is null and l.unwanted_at is null`.execute(db);
  return onlyRow(found).callers;
}
