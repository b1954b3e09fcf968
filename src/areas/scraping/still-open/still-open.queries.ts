import { sql } from 'kysely';
import { NotFound } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';
import { REQUESTED_SCRAPE_DUE_AT } from '../plan/plan.rules.ts';

/** Makes the day of an open time the next to be scraped at its host. Throws NotFound if the open time does not exist. */
export async function requestDayScrape(db: Db, id: number): Promise<void> {
  const { rows } = await sql`
    with wanted as (
      update course_days d set next_look_at = ${REQUESTED_SCRAPE_DUE_AT}
        from fore_up_availabilities a where a.id = ${id} and d.course_id = a.course_id and d.day = a.available_date)
    select from fore_up_availabilities where id = ${id}`.execute(db);
  if (rows.length === 0) throw new NotFound('This open time');
}

export type LastScrape = {
  spots: number[];
  is_missed: boolean;
  is_connected: boolean;
  looked_at: string | null;
  outcome: string | null;
  note: string;
  /** True while the circuit breaker of the course or of its host is open; `waits_note` has the reason. */
  waits: boolean;
  waits_note: string;
};

/** Finds an open time with the state of its day and of the course system it is scraped from. */
export async function findLastScrape(db: Db, id: number, now: Date): Promise<LastScrape> {
  const { rows } = await sql<LastScrape>`
    select a.spots, a.missed_at is not null or a.gone_at is not null as is_missed, s.course_id is not null as is_connected,
      d.looked_at, d.outcome, coalesce(d.note, '') as note,
      coalesce(s.wait_until > ${now} or h.wait_until > ${now}, false) as waits,
      case when s.wait_until > ${now} then s.note else coalesce(h.note, '') end as waits_note
    from fore_up_availabilities a
      left join course_days d on d.course_id = a.course_id and d.day = a.available_date
      left join course_sources s on s.course_id = a.course_id left join course_hosts h on h.host = s.host
    where a.id = ${id}`.execute(db);
  const [known] = rows;
  if (!known) throw new NotFound('This open time');
  return known;
}
