import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import type { Period, Trend } from '../../sales/period.contract.ts';
import {
  daysOfPeriod,
  trendStartDays,
  completeTrend,
  daysWithPreviousPeriod,
} from '../../sales/period.rules.ts';
import { salesSumsSql } from '../../sales/sales-days.queries.ts';
import type { TeeTimeSummary } from './summary.contract.ts';

const MOST_COURSES = 3;

type OfSource = Record<`${'' | 'previous_'}${'booking_count' | 'round_count' | 'revenue'}`, number>;
const NOTHING: OfSource = {
  booking_count: 0,
  round_count: 0,
  revenue: 0,
  previous_booking_count: 0,
  previous_round_count: 0,
  previous_revenue: 0,
};

/** Returns the totals of the tee times created in a period and in the one before; `zone` is the business time zone. */
export async function teeTimeSummary(db: Db, period: Period, zone: string): Promise<TeeTimeSummary> {
  const [sources, courses] = await Promise.all([sourcesOf(db, period, zone), coursesOf(db, period, zone)]);
  const internal = sources.get('internal') ?? NOTHING;
  const external = sources.get('external') ?? NOTHING;
  const misc = sources.get('misc') ?? NOTHING;
  return {
    internal_booking_count: internal.booking_count,
    internal_round_count: internal.round_count,
    internal_revenue: internal.revenue,
    external_booking_count: external.booking_count,
    external_round_count: external.round_count,
    external_revenue: external.revenue,
    misc_booking_count: misc.booking_count,
    misc_round_count: misc.round_count,
    misc_revenue: misc.revenue,
    previous_internal_booking_count: internal.previous_booking_count,
    previous_internal_round_count: internal.previous_round_count,
    previous_internal_revenue: internal.previous_revenue,
    previous_external_booking_count: external.previous_booking_count,
    previous_external_round_count: external.previous_round_count,
    previous_external_revenue: external.previous_revenue,
    previous_misc_booking_count: misc.previous_booking_count,
    previous_misc_round_count: misc.previous_round_count,
    previous_misc_revenue: misc.previous_revenue,
    internal_courses: courses.get('internal') ?? [],
    external_courses: courses.get('external') ?? [],
  };
}

async function sourcesOf(db: Db, period: Period, zone: string): Promise<Map<string, OfSource>> {
  const { both, from } = daysWithPreviousPeriod(period);
  const { rows } = await sql<OfSource & { source: string }>`${PREPARED_STATEMENT_MARK}
    with sold as (select source, bookings, rounds, raw_paid + raw_on_account as revenue, created_on < ${from}::date as is_previous
      from ${salesSumsSql({ ...both, zone }, 'source')} s)
    select source,
      coalesce(sum(bookings) filter (where not is_previous), 0)::bigint as booking_count,
      coalesce(sum(rounds) filter (where not is_previous), 0)::bigint as round_count,
      coalesce(sum(revenue) filter (where not is_previous), 0)::bigint as revenue,
      coalesce(sum(bookings) filter (where is_previous), 0)::bigint as previous_booking_count,
      coalesce(sum(rounds) filter (where is_previous), 0)::bigint as previous_round_count,
      coalesce(sum(revenue) filter (where is_previous), 0)::bigint as previous_revenue
    from sold group by source`.execute(db);
  return new Map(rows.map((row) => [row.source, row]));
}

type Courses = TeeTimeSummary['internal_courses'];
/** Returns the first courses of each source, by number of rounds, then by name. */
async function coursesOf(db: Db, period: Period, zone: string): Promise<Map<string, Courses>> {
  const { rows } = await sql<{ source: string; courses: Courses }>`${PREPARED_STATEMENT_MARK}
    with sold as (select source, course_id, sum(rounds)::bigint as count
      from ${salesSumsSql({ ...daysOfPeriod(period), zone }, 'course')} s where rounds > 0 group by 1, 2),
    placed as (select sold.*, k.course_name,
        row_number() over (partition by source order by count desc, fold(k.course_name) collate "C", k.id) as place
      from sold join courses k on k.id = sold.course_id)
    select source, json_agg(json_build_object('id', course_id, 'course_name', course_name, 'count', count) order by place) as courses
    from placed where place <= ${sql.lit(MOST_COURSES)} group by source`.execute(db);
  return new Map(rows.map(({ source, courses }) => [source, courses]));
}

/** Returns the trend of rounds in the booked total: those of internal and external tee times. */
export async function roundsTrend(db: Db, period: Period, zone: string): Promise<Trend> {
  const starts = trendStartDays(period);
  const span = { from: starts[0] ?? period.date, to: daysOfPeriod(period).to, zone };
  const { rows } = await sql<Trend[number]>`${PREPARED_STATEMENT_MARK}
    select date_trunc(${period.isMonthly ? 'month' : 'day'}, created_on)::date as "from", sum(rounds)::bigint as count
    from ${salesSumsSql(span, 'source')} s where source in ('internal', 'external') group by 1`.execute(db);
  return completeTrend(starts, rows);
}
