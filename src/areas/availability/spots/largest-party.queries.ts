import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';

type Minute = { course_id: number; play_date: string; play_time: string };

/** Returns the largest party that any open time of that course and minute takes; null where none is open. */
export async function largestOpenParty(
  db: Db,
  now: Date,
  { course_id, play_date, play_time }: Minute,
): Promise<number | null> {
  const { rows } = await sql<{ players: number | null }>`
    select max(spots[cardinality(spots)]) as players from fore_up_availabilities
    where course_id = ${course_id} and available_date = ${play_date}
      and available_time = ${Number(play_time.replace(':', ''))}
      and gone_at is null and starts_at > ${now.toISOString()}::timestamptz`.execute(db);
  return rows[0]?.players ?? null;
}
