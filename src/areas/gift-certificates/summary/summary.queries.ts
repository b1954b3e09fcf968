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
import { salesSumsSql, type BusinessDayRange } from '../../sales/sales-days.queries.ts';
import type { CertificateSummary } from './summary.contract.ts';

const MOST_COURSES = 3;

/** SQL for the gift certificates sold on some business days and not refunded. */
const soldOn = ({ from, to, zone }: BusinessDayRange) => sql`(
  select g.created_at, g.raw_value, g.raw_price from gift_certificates g
  where g.raw_value > 0 and g.created_at >= ${from}::timestamp at time zone ${zone}
    and g.created_at < (${to}::date + 1)::timestamp at time zone ${zone}
    and not exists (select from ledger_transactions t
      where t.gift_certificate_id = g.id and t.kind = 'refund' and t.tee_time_id is null
        and not exists (select from ledger_transactions f
          where f.payment_attempt_id = t.payment_attempt_id and f.kind = 'refund_failed')))`;

type Averages = CertificateSummary['averages'];
type Sold = { sold: number; revenue: number } & Averages;
const NONE: Sold = { sold: 0, revenue: 0, mean: 0, median: 0, mode: 0 };

/**
 * Returns the sales and redemptions of gift certificates in a period and in the one before; `zone` is the business time zone.
 */
export async function certificateSummary(db: Db, period: Period, zone: string): Promise<CertificateSummary> {
  const [sold, redeemed] = await Promise.all([soldIn(db, period, zone), redeemedIn(db, period, zone)]);
  const now = sold.get(false) ?? NONE;
  const before = sold.get(true) ?? NONE;
  const spent = redeemed.get(false);
  const spentBefore = redeemed.get(true);
  return {
    sold: now.sold,
    revenue: now.revenue,
    redeemed: spent?.redeemed ?? 0,
    previous_sold: before.sold,
    previous_revenue: before.revenue,
    previous_redeemed: spentBefore?.redeemed ?? 0,
    averages: averagesOf(now),
    previous_averages: averagesOf(before),
    courses: spent?.courses ?? [],
    previous_courses: spentBefore?.courses ?? [],
  };
}

const averagesOf = ({ mean, median, mode }: Sold): Averages => ({ mean, median, mode });

async function soldIn(db: Db, period: Period, zone: string): Promise<Map<boolean, Sold>> {
  const { both, from } = daysWithPreviousPeriod(period);
  const { rows } = await sql<Sold & { is_previous: boolean }>`${PREPARED_STATEMENT_MARK}
    select created_at < ${from}::timestamp at time zone ${zone} as is_previous, count(*) as sold, sum(raw_price)::bigint as revenue,
      round(avg(raw_value))::bigint as mean,
      round(percentile_cont(0.5) within group (order by raw_value)::numeric)::bigint as median,
      mode() within group (order by raw_value) as mode
    from ${soldOn({ ...both, zone })} sold group by 1`.execute(db);
  return new Map(rows.map((row) => [row.is_previous, row]));
}

type Redeemed = { redeemed: number; courses: CertificateSummary['courses'] };
/**
 * Returns the number of tee times that were partly paid by a gift certificate, and the courses with most of them, by number
 * and then by name.
 */
async function redeemedIn(db: Db, period: Period, zone: string): Promise<Map<boolean, Redeemed>> {
  const { both, from } = daysWithPreviousPeriod(period);
  const { rows } = await sql<Redeemed & { is_previous: boolean }>`${PREPARED_STATEMENT_MARK}
    with spent as (select created_on < ${from}::date as is_previous, course_id, sum(redeemed)::bigint as count
      from ${salesSumsSql({ ...both, zone }, 'course')} s where redeemed > 0 group by 1, 2),
    placed as (select spent.*, k.course_name,
        row_number() over (partition by is_previous order by count desc, fold(k.course_name) collate "C", k.id) as place
      from spent join courses k on k.id = spent.course_id)
    select is_previous, sum(count)::bigint as redeemed,
      json_agg(json_build_object('id', course_id, 'course_name', course_name, 'count', count) order by place)
        filter (where place <= ${sql.lit(MOST_COURSES)}) as courses
    from placed group by is_previous`.execute(db);
  return new Map(rows.map((row) => [row.is_previous, row]));
}

/** Returns the trend of sold gift certificates. */
export async function soldCertificatesTrend(db: Db, period: Period, zone: string): Promise<Trend> {
  const starts = trendStartDays(period);
  const span = { from: starts[0] ?? period.date, to: daysOfPeriod(period).to, zone };
  const { rows } = await sql<Trend[number]>`${PREPARED_STATEMENT_MARK}
    select date_trunc(${period.isMonthly ? 'month' : 'day'}, created_at at time zone ${zone})::date as "from", count(*) as count
    from ${soldOn(span)} sold group by 1`.execute(db);
  return completeTrend(starts, rows);
}
