import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { publishLeadMatches } from '../../webhooks/publish.queries.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';

/** A lead waits for open times up to this many minutes before or after the wanted time. */
const NEAR_MINUTES = 60;

/**
 * SQL that is true if lead `l` waits for open time `a`, by docs/algorithms/open-times.md: same course and date, 18 holes or an
 * unknown number, wanted time near enough, and the number of players among the party sizes that can still be booked. The lead must
 * be neither booked nor unwanted, the time still open, and its queue not closed.
 */
const matches = (
  now = sql`now()`,
) => sql`a.course_id = l.course_id and a.available_date = l.lead_date and l.players = any(a.spots)
  and coalesce(a.holes, 18) = 18 and a.queue_closed_at is null and a.gone_at is null and a.starts_at > ${now}
  and l.tee_time_id is null and l.unwanted_at is null
  and abs(a.available_time / 100 * 60 + a.available_time % 100
    - left(l.play_time, 2)::int * 60 - right(l.play_time, 2)::int) <= ${sql.lit(NEAR_MINUTES)}`;

// `created_at` is the present instant, not the start of the transaction, so that an entry that waited for a lock counts from when
// it got the lock.
const ENTRIES = sql`insert into availability_queues (fore_up_availability_id, lost_lead_id, created_at)`;

type Place = { fore_up_availability_id: number; lost_lead_id: number };

/**
 * Adds the waiting leads to the queues of these open times of a course; returns the number of new entries. Existing entries stay.
 * The caller of the function holds the course's `lockOpenTimes`.
 */
export async function queueLeadsForOpenTimes(
  db: Db,
  course_id: number,
  fore_up_availability_ids: readonly number[],
): Promise<number> {
  if (fore_up_availability_ids.length === 0) return 0;
  const { rows: made } = await sql<Place>`${PREPARED_STATEMENT_MARK} ${ENTRIES}
    select a.id, l.id, clock_timestamp() from fore_up_availabilities a
    join lost_leads l on l.course_id = ${course_id} and ${matches()}
    where a.id = any(${[...fore_up_availability_ids]}::bigint[])
    on conflict do nothing returning fore_up_availability_id, lost_lead_id`.execute(db);
  await publishLeadMatches(db, made);
  dieAtFaultPoint('match.queueing');
  return made.length;
}

/**
 * Adds a lead to the queue of every open time that it waits for, after locking the course's open times; returns the number of new
 * entries.
 */
export async function queueLead(db: Db, lead_id: number): Promise<number> {
  const lead = await db
    .selectFrom('lost_leads')
    .select('course_id')
    .where('id', '=', lead_id)
    .executeTakeFirstOrThrow();
  await lockOpenTimes(db, [lead.course_id]);
  const { rows: made } = await sql<Place>`${PREPARED_STATEMENT_MARK} ${ENTRIES}
    select a.id, l.id, clock_timestamp() from lost_leads l join fore_up_availabilities a on ${matches()}
    where l.id = ${lead_id}
    on conflict do nothing returning fore_up_availability_id, lost_lead_id`.execute(db);
  await publishLeadMatches(db, made);
  dieAtFaultPoint('match.queueing');
  return made.length;
}

/**
 * Adds all leads that wait at an instant to their queues, in the order of their ids. Takes no locks, since it only fills a company
 * that nobody uses yet.
 */
export async function queueAllLeads(db: Db, now: Date): Promise<void> {
  await sql`${ENTRIES}
    select a.id, l.id, l.created_at
    from lost_leads l join fore_up_availabilities a on ${matches(sql`${now.toISOString()}::timestamptz`)}
    order by l.id, a.id on conflict do nothing`.execute(db);
}
