import { sql } from 'kysely';
import { INTERNAL_CONFIRMATION } from './own-rounds.rules.ts';

/**
 * SQL that computes, as `still.players`, how many players an open time `a` still takes: its largest party size, less the players of
 * RIC's own tee times (confirmation empty or `INTERNAL`) at the same course, date and time, which the course system does not know.
 * Both times are in the course's wall clock. A tee time with a pending payment counts; a failed or canceled one does not. The limit
 * applies to partners only, because staff ask the course by phone.
 */
export const SPOTS_LEFT_JOIN = sql`cross join lateral (
    select greatest(a.spots[cardinality(a.spots)] - coalesce(sum(t.players), 0), 0)::int as players from tee_times t
    where t.course_id = a.course_id and t.play_date = a.available_date
      and t.play_time = to_char(a.available_time, 'FM00":"00') and t.state in ('pending', 'booked', 'cancel_pending')
      and upper(trim(t.confirmation)) in ('', ${sql.lit(INTERNAL_CONFIRMATION)})) still`;

/** SQL for the party sizes that still fit an open time, ascending. */
export const PARTY_SIZES_LEFT_SQL = sql`array(select s from unnest(a.spots) s where s <= still.players)`;
