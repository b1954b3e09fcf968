import { sql } from 'kysely';
import { multiplyCents } from '../../../contract/money.ts';
import { spokenTime, spokenDay } from '../../../contract/spoken-times.ts';
import { NotFound } from '../../../server/http/errors.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import { isOpenTimeStaleSql } from '../../availability/stale.queries.ts';
import { suggestedChargeCents } from '../../rates/choice/rate.rules.ts';
import { rankCallers, largestParty, type WaitingCaller } from '../matchmaker/rank.rules.ts';
import type { LastPhoneCall, WaitQueue, QueueEntry } from '../wait-list.contract.ts';

export const THIS_QUEUE_TEXT = 'This queue';
const MOST_SAME_DAY = 12;

type Time = Omit<
  WaitQueue,
  'course' | 'availability_queues' | 'same_day' | 'same_day_count' | 'raw_suggested'
> & { raw_rate: number | null; course_id: number; course_name: string; raw_service_fee: number | null };

/** Returns an open time with all customers who wait or waited for it, in calling order. Throws NotFound if it does not exist. */
export async function findQueue(db: Db, id: number, now: Date): Promise<WaitQueue> {
  const [time, entries, same_day] = await Promise.all([
    findTime(db, id, now),
    findEntries(db, id),
    findSameDay(db, id, now),
  ]);
  if (!time) throw new NotFound(THIS_QUEUE_TEXT);
  const { course_id, course_name, raw_rate, raw_service_fee, ...shown } = time;
  const { is_past: isPast, is_gone: isGone, spots, available_time, queue_closed_at } = shown;
  const raw_suggested =
    raw_rate === null ? null : suggestedChargeCents({ raw_rate, raw_service_fee: raw_service_fee ?? 0 }, 1);
  const worthOf = (players: number): number | null =>
    raw_suggested === null ? null : multiplyCents(raw_suggested, players);
  const callers = entries.map((entry) => callerOf(entry, worthOf(entry.players)));
  const offered = { time: available_time, spots, isGone, isPast, isClosed: queue_closed_at !== null };
  const ranked = rankCallers(offered, callers, now);
  return {
    ...shown,
    course: { id: course_id, course_name },
    wordy_available_date: spokenDay(shown.available_date),
    play_time_for_humans: spokenTime(shown.available_time),
    slots: largestParty(spots),
    raw_suggested,
    availability_queues: ranked.map(({ entry, ...caller }) => shownEntry(entry, caller)),
    same_day: same_day.map(({ count: _, ...other }) => other),
    same_day_count: same_day[0]?.count ?? 0,
  };
}

async function findTime(db: Db, id: number, now: Date): Promise<Time | undefined> {
  const { rows } = await sql<Time>`${PREPARED_STATEMENT_MARK}
    select a.id, a.course_id, c.course_name, a.available_date, a.available_time, a.spots, a.holes, a.starting_side,
      a.gone_at is not null as is_gone, a.starts_at <= ${now} as is_past, a.queue_closed_at, a.queue_closed_by,
      r.raw_rate, r.raw_service_fee, d.looked_at as scraped_at, d.completed_at, ${isOpenTimeStaleSql(now.toISOString())} as is_stale, d.changed_at, d.open_count, s.system,
      (select round(avg(o.open_count))::int from course_days o where o.course_id = a.course_id and o.completed_at is not null
        and o.day > (${now}::timestamptz at time zone 'UTC')::date and o.day <> a.available_date
        and (o.day - a.available_date) % 7 = 0) as usual_count
    from fore_up_availabilities a join courses c on c.id = a.course_id
      left join rates r on r.id = a.rate_id
      left join course_days d on d.course_id = a.course_id and d.day = a.available_date
      left join course_sources s on s.course_id = a.course_id
    where a.id = ${id}`.execute(db);
  return rows[0];
}

type Entry = {
  id: number;
  queue_position: number;
  lost_lead_id: number;
  created_at: string;
  players: number;
  lead_date: string;
  play_time: string;
  course_id: number;
  tee_time_id: number | null;
  is_pending: boolean;
  booked_course: string | null;
  is_unwanted: boolean;
  has_card: boolean;
  customer_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  primary_phone: string;
  postcode: string;
  last_call: LastPhoneCall | null;
};

async function findEntries(db: Db, id: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`${PREPARED_STATEMENT_MARK}
    select q.id, (row_number() over (order by l.created_at, l.id))::int as queue_position,
      l.id as lost_lead_id, l.created_at, l.players, l.lead_date, l.play_time, l.course_id,
      l.tee_time_id, coalesce(t.state = 'pending', false) as is_pending, tc.course_name as booked_course,
      l.unwanted_at is not null as is_unwanted, l.card_token is not null as has_card,
      c.id as customer_id, coalesce(c.first_name, '') as first_name, coalesce(c.last_name, '') as last_name,
      coalesce(c.email, '') as email, coalesce(nullif(c.primary_phone, ''), c.mobile_phone, '') as primary_phone,
      coalesce(c.postcode, '') as postcode,
      (select json_build_object('id', k.id, 'outcome', k.outcome, 'made_by', k.made_by,
          'created_at', to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        from lead_calls k where k.lost_lead_id = l.id order by k.id desc limit 1) as last_call
    from availability_queues q join lost_leads l on l.id = q.lost_lead_id
      left join customers c on c.id = l.customer_id
      left join tee_times t on t.id = l.tee_time_id left join courses tc on tc.id = t.course_id
    where q.fore_up_availability_id = ${id}
    order by l.created_at, l.id`.execute(db);
  return rows;
}

type SameDay = WaitQueue['same_day'][number] & { count: number };
/**
 * Finds the other open times of the day that a party waiting in a queue could take, nearest first; `count` is the number of all.
 */
async function findSameDay(db: Db, id: number, now: Date): Promise<SameDay[]> {
  const { rows } = await sql<SameDay>`${PREPARED_STATEMENT_MARK}
    select o.id, o.available_time, o.holes, o.starting_side, (count(*) over ())::int as count
    from fore_up_availabilities a join fore_up_availabilities o
      on o.course_id = a.course_id and o.available_date = a.available_date and o.id <> a.id
    where a.id = ${id} and o.gone_at is null and o.starts_at > ${now} and coalesce(o.holes, 18) = 18
      and o.spots && array(select l.players from availability_queues q join lost_leads l on l.id = q.lost_lead_id
        where q.fore_up_availability_id = a.id and l.tee_time_id is null and l.unwanted_at is null)
    order by abs(extract(epoch from o.starts_at - a.starts_at)), o.available_time, o.id
    limit ${MOST_SAME_DAY}`.execute(db);
  return rows;
}

type AsCaller = WaitingCaller & { entry: Entry };
const callerOf = (entry: Entry, raw_worth: number | null): AsCaller => ({
  entry,
  players: entry.players,
  play_time: entry.play_time,
  created_at: entry.created_at,
  queue_position: entry.queue_position,
  has_card: entry.has_card,
  raw_worth,
  booked:
    entry.tee_time_id === null
      ? null
      : { course_name: entry.booked_course ?? '', isPending: entry.is_pending },
  isUnwanted: entry.is_unwanted,
  called_at: entry.last_call?.created_at ?? null,
});

function shownEntry(entry: Entry, ranked: Pick<QueueEntry, 'call_rank' | 'why' | 'raw_worth'>): QueueEntry {
  const { id, created_at, players, lead_date, play_time, course_id } = entry;
  const { first_name, last_name, email, primary_phone, postcode } = entry;
  return {
    id,
    customer: { id: entry.customer_id, first_name, last_name, email, primary_phone, postcode },
    lost_lead: { id: entry.lost_lead_id, created_at, players, lead_date, play_time, course_id },
    tee_time: entry.tee_time_id === null ? null : { id: entry.tee_time_id },
    queue_position: entry.queue_position,
    call_rank: ranked.call_rank,
    why: ranked.why,
    has_card: entry.has_card,
    raw_worth: ranked.raw_worth,
    last_call: entry.last_call,
  };
}
