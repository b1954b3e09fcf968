import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import type { ClaimRequest, Claim } from './claims.contract.ts';

/** The time after which a claim without input expires. */
const TURN = sql`interval '5 minutes'`;
const FORGET_AFTER = sql`interval '1 hour'`;

const columns = (staff_user_id: number) => sql`subject, subject_id, doing, holder, staff_name,
  staff_user_id = ${staff_user_id} as is_own,
  case subject when 'queue_entry' then
    (select q.fore_up_availability_id from availability_queues q where q.id = subject_id) end as open_time_id,
  ceil(extract(epoch from ends_at - clock_timestamp()))::integer as seconds_left`;

/** Returns the open claims, as this person sees them. A claim on a lead ends when anybody books for the lead. */
export async function openClaims(db: Db, staff_user_id: number): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select ${columns(staff_user_id)} from turns
    where ends_at > clock_timestamp() and not exists (select from lost_leads l where l.tee_time_id is not null and l.id =
      case subject when 'lead' then subject_id
        when 'queue_entry' then (select q.lost_lead_id from availability_queues q where q.id = subject_id) end)
    order by began_at, subject, subject_id`.execute(db);
  return rows;
}

type Taker = ClaimRequest & { staff: { id: number; name: string } };

/** SQL for the subjects to claim, each once, with the lead of each queue entry. */
const askedOf = (subjects: ClaimRequest['subjects']) => sql`asked as (
  with named as (select * from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as a (subject text, subject_id bigint))
  select subject, subject_id from named
  union select 'lead', q.lost_lead_id from named join availability_queues q on q.id = subject_id where subject = 'queue_entry')`;

/**
 * Claims all subjects or none; returns another person's claim that prevents it, or null. One statement decides: the second of
 * two concurrent claims waits for the first one's row, and then finds it taken. The tabs of one person do not compete.
 */
export async function takeClaims(db: Db, taker: Taker): Promise<Claim | null> {
  const { holder, subjects, doing, go_on, staff } = taker;
  // All claims lock their rows in one order, so that no two deadlock.
  const { rows: counts } = await sql<{ wanted: number; taken: number }>`
    with ${askedOf(subjects)}, taken as (
      insert into turns (subject, subject_id, doing, holder, staff_user_id, staff_name, ends_at)
      select subject, subject_id, ${doing}, ${holder}, ${staff.id}, ${staff.name}, clock_timestamp() + ${TURN}
        from asked order by subject, subject_id
      on conflict (subject, subject_id) do update set doing = excluded.doing,
        holder = excluded.holder, staff_user_id = excluded.staff_user_id, staff_name = excluded.staff_name,
        began_at = case when turns.holder = excluded.holder then turns.began_at else clock_timestamp() end,
        ends_at = excluded.ends_at
      where not (turns.ends_at > clock_timestamp() and turns.staff_user_id <> excluded.staff_user_id and not ${go_on})
      returning subject)
    select (select count(*)::int from asked) as wanted, (select count(*)::int from taken) as taken`.execute(
    db,
  );
  if (counts.every(({ wanted, taken }) => wanted === taken)) {
    await sql`delete from turns where ends_at < clock_timestamp() - ${FORGET_AFTER}`.execute(db);
    return null;
  }
  const { rows } = await sql<Claim>`
    with ${askedOf(subjects)}
    select ${columns(staff.id)} from turns join asked using (subject, subject_id)
    where staff_user_id <> ${staff.id} and ends_at > clock_timestamp() order by ends_at desc limit 1`.execute(
    db,
  );
  await releaseClaims(db, holder, staff.id);
  // Without a row, the claim that prevented this one has just ended, so the subjects are claimed again.
  return rows[0] ?? takeClaims(db, taker);
}

/** Releases the claims of a tab, except those that another person took over. */
export const releaseClaims = (db: Db, holder: string, staff_user_id: number): Promise<void> =>
  end(db, sql`holder = ${holder} and staff_user_id = ${staff_user_id}`);

/** Ends every claim to call a lead, because the outcome of the call is known. */
export const endCallClaims = (db: Db, lost_lead_id: number): Promise<void> =>
  end(
    db,
    sql`doing = 'calling' and holder in (select holder from turns where subject = 'lead' and subject_id = ${lost_lead_id})`,
  );

// The rows are locked in the order in which they are claimed, so that no two deadlock.
async function end(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`delete from turns t using
    (select subject, subject_id from turns where ${which} order by subject, subject_id for update) ended
    where t.subject = ended.subject and t.subject_id = ended.subject_id`.execute(db);
}
