import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';

/**
 * Merges the count rows of each past day into one, and returns the number of days. Rows that others have locked wait
 * for the next run, so that no booking is delayed.
 */
export async function mergeTeeTimeCounts(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with over as materialized (select created_on, part from tee_time_counts
        where part <> 0 and created_on < (now() at time zone 'UTC')::date for update skip locked),
      parts as (delete from tee_time_counts c using over o where (c.created_on, c.part) = (o.created_on, o.part)
        returning c.created_on, c.tee_times)
    insert into tee_time_counts as c (created_on, tee_times) select created_on, sum(tee_times) from parts group by 1 order by 1
      on conflict (created_on, part) do update set tee_times = c.tee_times + excluded.tee_times`.execute(db);
  return Number(numAffectedRows);
}
