import { sql, type RawBuilder } from 'kysely';
import { PARTNER_ACTIONS } from '../../contract/partners/partners.ts';
import type { Db } from '../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { PARTY_SIZES_LEFT_SQL, SPOTS_LEFT_JOIN } from '../availability/spots/spots-left.queries.ts';
import type { EventKind } from './events.contract.ts';

/**
 * Writes an event and its deliveries, in the transaction of the change that caused the event: one event for each partner in
 * `happened` (`api_user_id`, `subject`, `payload`) that has a webhook for this kind. The caller holds the lock of the subject's
 * record, so that the events about one record are in the order of the changes. The webhook is locked against deletion, which would
 * otherwise make this statement fail, and the change with it.
 */
async function publish(db: Db, kind: EventKind, happened: RawBuilder<unknown>): Promise<void> {
  await sql`${PREPARED_STATEMENT_MARK}
    with happened as materialized (${happened}),
    wanting as materialized (
      select e.id, e.api_user_id from webhook_endpoints e
      where e.is_on and ${kind} = any(e.kinds) and e.api_user_id in (select api_user_id from happened)
      for key share of e),
    event as (
      insert into webhook_events (api_user_id, kind, subject, payload)
      select h.api_user_id, ${kind}, h.subject, h.payload from happened h
      where h.api_user_id in (select api_user_id from wanting)
      returning id, api_user_id, subject)
    insert into webhook_deliveries (event_id, endpoint_id, subject)
    select event.id, w.id, event.subject from event join wanting w on w.api_user_id = event.api_user_id
    order by event.subject, w.id`.execute(db);
}

const TEE_TIME = sql`'id', t.id, 'confirmation', t.confirmation, 'state', t.state, 'course_id', t.course_id,
  'play_date', t.play_date::text, 'play_time', left(t.play_time::text, 5), 'players', t.players,
  'raw_total', t.raw_total, 'raw_paid', t.raw_paid`;

type TeeTimeKind = Extract<EventKind, `tee_time.${string}`>;

/**
 * Writes an event for the partner who booked a tee time; other tee times have none. `raw_refunded` is the refunded amount in cents.
 */
export async function publishTeeTime(
  db: Db,
  kind: TeeTimeKind,
  id: number,
  raw_refunded?: number,
): Promise<void> {
  // Most partners have no webhook, and this query is ten times faster than writing an event that has no deliveries.
  const { rows } = await sql`${PREPARED_STATEMENT_MARK}
    select from webhook_endpoints e where e.is_on and ${kind} = any(e.kinds)
      and e.api_user_id = (select api_user_id from tee_times where id = ${id}) limit 1`.execute(db);
  if (rows.length === 0) return;
  await publish(
    db,
    kind,
    sql`select t.api_user_id, 'tee_time ' || t.id as subject, jsonb_build_object(${TEE_TIME}) || ${
      raw_refunded === undefined
        ? sql`'{}'::jsonb`
        : sql`jsonb_build_object('raw_refunded', ${raw_refunded}::bigint)`
    } as payload from tee_times t where t.id = ${id} and t.api_user_id is not null`,
  );
}

type CertificateKind = Extract<EventKind, `certificate.${string}`>;

/**
 * Writes an event for the partner who sold a gift certificate; other certificates have none. `raw_amount` is the amount in cents
 * that was taken off or put back.
 */
export const publishCertificate = (
  db: Db,
  kind: CertificateKind,
  id: number,
  raw_amount?: number,
): Promise<void> =>
  publish(
    db,
    kind,
    sql`select g.api_user_id, 'certificate ' || g.id as subject, jsonb_build_object('id', g.id, 'serial', g.serial,
        'course_id', g.course_id, 'raw_value', g.raw_value, 'raw_balance', g.raw_balance) || ${
          raw_amount === undefined
            ? sql`'{}'::jsonb`
            : sql`jsonb_build_object('raw_amount', ${raw_amount}::bigint)`
        } as payload
      from gift_certificates g where g.id = ${id} and g.api_user_id is not null`,
  );

const OPEN_TIME = sql`'id', a.id, 'play_time', to_char(a.available_time, 'FM00":"00'),
  'starting_side', a.starting_side, 'holes', a.holes`;
const WITH_SPOTS = sql`${OPEN_TIME}, 'spots', to_jsonb(${PARTY_SIZES_LEFT_SQL})`;
const BY_TIME = sql`order by a.available_time, a.id`;

/** The ids of the open times that a scrape of a course's day found new or gone. */
export type OpenTimeChanges = { course_id: number; play_date: string; new: number[]; gone: number[] };

/**
 * Writes one event for each partner who may search the course's tee times, about the open times that changed on a day; none without
 * a change. A new open time that RIC's own tee times have already filled is left out.
 */
export async function publishOpenTimes(db: Db, found: OpenTimeChanges): Promise<void> {
  if (found.new.length === 0 && found.gone.length === 0) return;
  const { course_id, play_date } = found;
  await publish(
    db,
    'open_times.changed',
    sql`select distinct u.api_user_id, ${`open_times ${course_id} ${play_date}`}::text as subject,
        jsonb_build_object('course_id', ${course_id}::bigint, 'play_date', ${play_date}::text, 'new', came.times, 'gone', went.times) as payload
      from course_group_courses c
      join course_group_actions a on a.course_group_id = c.course_group_id and a.api_action_id = ${sql.lit(PARTNER_ACTIONS['Search tee times'])}
      join course_group_users u on u.course_group_id = c.course_group_id
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object(${WITH_SPOTS}) ${BY_TIME}), '[]') as times
        from fore_up_availabilities a ${SPOTS_LEFT_JOIN} where a.id = any(${found.new}::bigint[]) and still.players >= a.spots[1]) came
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object(${OPEN_TIME}) ${BY_TIME}), '[]') as times
        from fore_up_availabilities a where a.id = any(${found.gone}::bigint[])) went
      where c.course_id = ${course_id} and came.times || went.times <> '[]'`,
  );
}

type Place = { fore_up_availability_id: number; lost_lead_id: number };

/**
 * Writes an event for each partner whose leads were queued for open times, with the present state of these times. An open time that
 * RIC's own tee times have filled is left out: staff may ask the course for more spots, but a partner cannot book them.
 */
export async function publishLeadMatches(db: Db, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await publish(
    db,
    'lead.matched',
    sql`select l.api_user_id, 'lead ' || l.id as subject, jsonb_build_object('id', l.id, 'course_id', l.course_id,
        'lead_date', l.lead_date::text, 'players', l.players,
        'open_times', jsonb_agg(jsonb_build_object(${WITH_SPOTS}) ${BY_TIME})) as payload
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (fore_up_availability_id bigint, lost_lead_id bigint)
      join lost_leads l on l.id = p.lost_lead_id and l.api_user_id is not null
      join fore_up_availabilities a on a.id = p.fore_up_availability_id ${SPOTS_LEFT_JOIN}
      where still.players >= l.players
      group by l.id`,
  );
}
