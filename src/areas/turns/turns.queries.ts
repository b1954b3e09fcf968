import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import type { Asked, Turn } from './turns.contract.ts';

/** How long a turn lasts without input. */
const TURN = sql`interval '5 minutes'`;
const FORGET_AFTER = sql`interval '1 hour'`;

const COLUMNS = sql`subject, subject_id, holder, staff_name,
  ceil(extract(epoch from ends_at - clock_timestamp()))::integer as seconds_left`;

/** Those that run; one at somebody who waited ended with their booking, whoever made it. */
export async function openTurns(db: Db): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    select ${COLUMNS} from turns
    where ends_at > clock_timestamp() and not exists (select from lost_leads l where l.tee_time_id is not null and l.id =
      case subject when 'lead' then subject_id
        when 'queue_entry' then (select q.lost_lead_id from availability_queues q where q.id = subject_id) end)
    order by began_at, subject, subject_id`.execute(db);
  return rows;
}

type Taker = Asked & { staff: { id: number; name: string } };

/**
 * Takes all of the subjects or none; answers the turn of somebody else that stood in the way. One statement decides: of two who
 * come at once the second waits for the first one's row, and then finds it taken. A person's own tabs are no others.
 */
export async function takeTurns(db: Db, { holder, subjects, go_on, staff }: Taker): Promise<Turn | null> {
  const asked = JSON.stringify(subjects);
  // In one order, so that no two wait for each other.
  const taken = await sql<{ subject: string }>`
    insert into turns (subject, subject_id, holder, staff_user_id, staff_name, ends_at)
    select subject, subject_id, ${holder}, ${staff.id}, ${staff.name}, clock_timestamp() + ${TURN}
      from jsonb_to_recordset(${asked}::jsonb) as asked (subject text, subject_id bigint)
      group by subject, subject_id order by subject, subject_id
    on conflict (subject, subject_id) do update set
      holder = excluded.holder, staff_user_id = excluded.staff_user_id, staff_name = excluded.staff_name,
      began_at = case when turns.holder = excluded.holder then turns.began_at else clock_timestamp() end,
      ends_at = excluded.ends_at
    where turns.ends_at <= clock_timestamp() or turns.staff_user_id = excluded.staff_user_id or ${go_on}
    returning subject`.execute(db);
  if (
    new Set(subjects.map(({ subject, subject_id }) => `${subject} ${subject_id}`)).size === taken.rows.length
  ) {
    await sql`delete from turns where ends_at < clock_timestamp() - ${FORGET_AFTER}`.execute(db);
    return null;
  }
  const { rows } = await sql<Turn>`
    select ${COLUMNS} from turns join jsonb_to_recordset(${asked}::jsonb) as asked (subject text, subject_id bigint)
      using (subject, subject_id) where holder <> ${holder} order by ends_at desc limit 1`.execute(db);
  await leaveTurns(db, holder, staff.id);
  return rows[0] ?? null;
}

/** Gives up what a tab has; what somebody else has gone on with is theirs. */
export async function leaveTurns(db: Db, holder: string, staff_user_id: number): Promise<void> {
  await db
    .deleteFrom('turns')
    .where('holder', '=', holder)
    .where('staff_user_id', '=', staff_user_id)
    .execute();
}
