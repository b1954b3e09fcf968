import { sql } from 'kysely';
import { moneyText, MAX_TYPED_CENTS } from '../../../contract/money.ts';
import type { PartnerAction } from '../../../contract/partners/partners.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { PartnerRejected } from '../../../server/partners/rejections.ts';
import type { Db, AppContext, Partner } from '../../../server/process/context.ts';
import { PARTY_SIZES_LEFT_SQL, SPOTS_LEFT_JOIN } from '../../availability/spots/spots-left.queries.ts';
import { suggestedChargeCents, type PricedRate } from '../../rates/choice/rate.rules.ts';
import { formatCourseTime } from '../../rates/open-times/rate-open-times.queries.ts';
import { grantedCourseIdsSql, COURSE_IS_SOLD } from '../granted/granted.queries.ts';
import type { PartnerOpenTime, PartnerSearch } from '../partner-wire.contract.ts';

type Row = Pick<
  PartnerOpenTime,
  'id' | 'course_id' | 'course_name' | 'play_date' | 'starts_at' | 'spots' | 'holes' | 'starting_side'
> & { available_time: number };
type RatePart = Pick<PricedRate, 'raw_rate' | 'raw_service_fee'>;

const TIME = sql`a.id, a.course_id, k.course_name, a.available_date as play_date, a.available_time, a.starts_at,
  ${PARTY_SIZES_LEFT_SQL} as spots, a.holes, a.starting_side`;

const minutes = (clock: string): number => Number(clock.replace(':', ''));

/**
 * Returns the open times of a day for a party, sorted by time: at courses that are granted to the partner and sold, not begun, and
 * covered by a rate, which is stored with each open time. Returns one more than fits a page, if there are more.
 */
export async function searchOpenTimes(
  db: Db,
  app: AppContext,
  { partner, search }: { partner: Partner; search: PartnerSearch },
): Promise<{ open_times: PartnerOpenTime[]; has_more: boolean }> {
  const { date, players, course_ids = null, from, to, page, per_page } = search;
  const { rows } = await sql<Row & RatePart>`${PREPARED_STATEMENT_MARK}
    select ${TIME}, r.raw_rate, r.raw_service_fee
    from fore_up_availabilities a join courses k on k.id = a.course_id join rates r on r.id = a.rate_id ${SPOTS_LEFT_JOIN}
    where a.available_date = ${date}::date and a.available_time between ${minutes(from)} and ${minutes(to)}
      and a.gone_at is null and a.starts_at > ${app.now().toISOString()}::timestamptz
      and a.spots @> array[${players}::integer] and still.players >= ${players} and ${COURSE_IS_SOLD}
      and a.course_id in ${grantedCourseIdsSql(partner, 'Search tee times')}
      and (${course_ids}::bigint[] is null or a.course_id = any(${course_ids}::bigint[]))
      and (r.raw_rate + r.raw_service_fee) * ${players}::bigint <= ${MAX_TYPED_CENTS}::bigint
    order by a.available_time, a.id limit ${per_page + 1} offset ${(page - 1) * per_page}`.execute(db);
  return {
    open_times: rows.slice(0, per_page).map((row) => partnerOpenTime(row, row, players)),
    has_more: rows.length > per_page,
  };
}

export function partnerOpenTime(row: Row, rate: RatePart, players: number): PartnerOpenTime {
  const { available_time, ...time } = row;
  const raw_charge = suggestedChargeCents(rate, players);
  const { raw_rate, raw_service_fee } = rate;
  return {
    ...time,
    play_time: formatCourseTime(available_time),
    raw_rate,
    raw_service_fee,
    rate: moneyText(raw_rate),
    service_fee: moneyText(raw_service_fee),
    raw_charge,
    charge: moneyText(raw_charge),
  };
}

type PartyQuery = { partner: Partner; action: PartnerAction; open_time_id: number; players: number };
/** The room for a party in an open time: `is_open` if the party's size is offered now, `left` is how many players still fit. */
type Room = { is_open: boolean; left: number };
/** An open time that a partner wants to book, and whether the course is sold and granted to the partner. */
export type OpenTimeForParty = Row & Room & { is_granted: boolean };

const roomFor = (app: AppContext, players: number) => sql`
  (a.gone_at is null and a.starts_at > ${app.now().toISOString()}::timestamptz
    and a.spots @> array[${players}::integer]) as is_open, still.players as "left"`;

export async function findOpenTimeForParty(
  db: Db,
  app: AppContext,
  { partner, action, open_time_id, players }: PartyQuery,
): Promise<OpenTimeForParty | undefined> {
  const { rows } = await sql<OpenTimeForParty>`${PREPARED_STATEMENT_MARK}
    select ${TIME}, (${COURSE_IS_SOLD} and k.id in ${grantedCourseIdsSql(partner, action)}) as is_granted, ${roomFor(app, players)}
    from fore_up_availabilities a join courses k on k.id = a.course_id ${SPOTS_LEFT_JOIN} where a.id = ${open_time_id}`.execute(
    db,
  );
  return rows[0];
}

/** Returns the present room for a party in an open time. */
export async function findRoomForParty(
  db: Db,
  app: AppContext,
  { open_time_id, players }: Pick<PartyQuery, 'open_time_id' | 'players'>,
): Promise<Room | undefined> {
  const { rows } = await sql<Room>`${PREPARED_STATEMENT_MARK}
    select ${roomFor(app, players)} from fore_up_availabilities a ${SPOTS_LEFT_JOIN} where a.id = ${open_time_id}`.execute(
    db,
  );
  return rows[0];
}

/** Returns those of the given open times in which a party still fits, in the given order. */
export async function openTimesWithRoom<T extends { id: number }>(
  db: Db,
  times: T[],
  players: number,
): Promise<T[]> {
  const ids = times.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`${PREPARED_STATEMENT_MARK}
    select a.id from fore_up_availabilities a ${SPOTS_LEFT_JOIN}
    where a.id = any(${ids}::bigint[]) and still.players >= ${players}`.execute(db);
  return times.filter(({ id }) => rows.some((row) => row.id === id));
}

/**
 * Locks all open times at the same course, date and time (each starting side and number of holes), because they share the spots.
 */
export async function lockSpots(
  db: Db,
  { course_id, play_date, available_time }: Pick<Row, 'course_id' | 'play_date' | 'available_time'>,
): Promise<void> {
  await sql`${PREPARED_STATEMENT_MARK}
    select from fore_up_availabilities
    where course_id = ${course_id} and available_date = ${play_date}::date and available_time = ${available_time}
    order by id for no key update`.execute(db);
}

/** Throws PartnerRejected if the open time is gone, not open for this party size, or has too few spots left. */
export function requireSpots(room: Room | undefined, players: number): void {
  if (!room?.is_open) throw new PartnerRejected(409, 'not_available');
  const { left } = room;
  if (left < players) throw new PartnerRejected(409, 'not_available', leftText(left));
}

const leftText = (left: number): string =>
  left === 1
    ? 'Only 1 spot is left at this time.'
    : `${left === 0 ? 'No' : `Only ${left}`} spots are left at this time.`;
