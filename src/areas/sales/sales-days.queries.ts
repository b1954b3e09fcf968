import { sql, type RawBuilder } from 'kysely';
import type { SalesDays } from '../../server/database/tables.ts';
import type { Db } from '../../server/process/context.ts';

/** A range of business days, `YYYY-MM-DD`, both ends inclusive, and the business time zone. */
export type BusinessDayRange = { from: string; to: string; zone: string };

/** The ways in which sales_days sums a day: by source, course or staff user; see db/migrations/0015_sales.sql. */
export type SalesGrouping = SalesDays['summed_by'];

const SUMS = sql`sum(f.bookings)::bigint as bookings, sum(f.rounds)::bigint as rounds, sum(f.raw_paid)::bigint as raw_paid,
  sum(f.raw_on_account)::bigint as raw_on_account, sum(f.raw_certificates)::bigint as raw_certificates,
  count(*) filter (where f.raw_certificates > 0) as redeemed, sum(f.raw_counted_cost)::bigint as raw_counted_cost,
  sum(f.raw_clubs_cost)::bigint as raw_clubs_cost, sum(f.raw_posted_card)::bigint as raw_posted_card,
  sum(f.raw_posted_on_account)::bigint as raw_posted_on_account`;
const COLUMNS = sql`created_on, summed_by, source, course_id, staff_user_id, bookings, rounds, raw_paid, raw_on_account,
  raw_certificates, redeemed, raw_counted_cost, raw_clubs_cost, raw_posted_card, raw_posted_on_account`;

/** SQL for the columns of several sales_days rows added up. */
const TOGETHER = sql`sum(bookings)::bigint, sum(rounds)::bigint, sum(raw_paid)::bigint, sum(raw_on_account)::bigint,
  sum(raw_certificates)::bigint, sum(redeemed)::bigint, sum(raw_counted_cost)::bigint, sum(raw_clubs_cost)::bigint,
  sum(raw_posted_card)::bigint, sum(raw_posted_on_account)::bigint`;
const KEYS = sql`created_on, summed_by, source, course_id, staff_user_id`;

/** SQL for the sales_days rows that sum up figures (`f`) by their `day`. */
const summedUp = (figures: RawBuilder<unknown>) => sql`
  select f.day as created_on,
    case when grouping(f.course_id) = 0 then 'course' when grouping(f.staff_user_id) = 0 then 'staff_user' else 'source' end as summed_by,
    f.source, f.course_id, f.staff_user_id, ${SUMS}
  from ${figures} f
  group by grouping sets ((f.day, f.source), (f.day, f.source, f.course_id), (f.day, f.staff_user_id))
  having grouping(f.staff_user_id) = 1 or f.staff_user_id is not null`;

/**
 * SQL for the sales_days rows of some days (`day`), counted from the tee times. Each day is read separately along its index,
 * because the query planner does not know how many days and tee times there will be.
 */
const recounted = (days: RawBuilder<unknown>, zone: string) => sql`
  select one.* from ${days} d cross join lateral (${summedUp(sql`(select d.day, t.* from tee_time_figures t
    where t.created_at >= d.day::timestamp at time zone ${zone} and t.created_at < (d.day + 1)::timestamp at time zone ${zone})`)}) one`;

/** SQL for the tee times booked since their day was summed, in the columns of sales_days. */
const added = (zone: string) =>
  summedUp(sql`(select (t.created_at at time zone ${zone})::date as day, t.* from tee_time_figures t
    where t.id = any(array(select tee_time_id from sales_changes where tee_time_id is not null)))`);

/** SQL for the sums at this moment; the days in `dirty` are counted from the tee times. */
const exact = (isAsked: RawBuilder<unknown>, zone: string) => sql`
  select ${COLUMNS} from sales_days where ${isAsked} and created_on not in (select day from dirty)
  union all
  select ${COLUMNS} from (${recounted(sql`dirty`, zone)}) counted where ${isAsked}
  union all
  select ${COLUMNS} from (${added(zone)}) added where ${isAsked} and created_on not in (select day from dirty)`;

const changedDay = (zone: string) => sql`(created_at at time zone ${zone})::date`;

/**
 * SQL for the sums of some days, exact at any moment: the stored sums plus tee times booked since, while days with other
 * changes are counted from the tee times. A day may have several rows of the same kind, to be added up. Columns: created_on,
 * source, course_id, staff_user_id (if summed by these), bookings, rounds, redeemed, and in cents raw_paid, raw_on_account,
 * raw_certificates, raw_counted_cost, raw_clubs_cost, and from the ledger raw_posted_card and raw_posted_on_account.
 */
export const salesSumsSql = ({ from, to, zone }: BusinessDayRange, by: SalesGrouping) => sql`(
  with dirty as materialized (
    select distinct ${changedDay(zone)} as day from sales_changes
      where tee_time_id is null and ${changedDay(zone)} between ${from}::date and ${to}::date
    union select generate_series(${from}::date, ${to}::date, interval '1 day')::date
      where (select zone from sales_zone) is distinct from ${zone})
  ${exact(sql`summed_by = ${sql.lit(by)} and created_on between ${from}::date and ${to}::date`, zone)})`;

/**
 * The number of days that one statement sums, so that even with a large company's years each statement stays well below its
 * time-out.
 */
export const DAYS_PER_STATEMENT = 31;
// One process sums at a time, because two that sum the same day would both insert the day's rows.
const LOCK = 8_150_001;

/**
 * Sums the newest changed days and deletes their change records; returns the number of days. It is one statement, so that
 * later commits keep their change records. `db` must be a transaction of its own.
 */
export async function sumNewestChangedDays(db: Db, zone: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  const { rows } = await sql<{ zone: string | null }>`select zone from sales_zone`.execute(db);
  if (rows[0]?.zone !== zone) await resetDays(db, zone);
  const done = await sql<{ day: string }>`
    with days as materialized (select distinct ${changedDay(zone)} as day from sales_changes order by 1 desc limit ${DAYS_PER_STATEMENT}),
      dirty as materialized (select distinct ${changedDay(zone)} as day from sales_changes
        where tee_time_id is null and ${changedDay(zone)} in (select day from days)),
      told as (delete from sales_changes where ${changedDay(zone)} in (select day from days)),
      gone as (delete from sales_days where created_on in (select day from days)),
      summed as (insert into sales_days (${COLUMNS}) select ${KEYS}, ${TOGETHER}
        from (${exact(sql`created_on in (select day from days)`, zone)}) exact group by ${KEYS})
    select day from days`.execute(db);
  return done.rows.length;
}

/** Starts again if nothing was summed yet, or in another time zone: every day with tee times counts as changed. */
async function resetDays(db: Db, zone: string): Promise<void> {
  await sql`delete from sales_days`.execute(db);
  // A UTC day lies on at most two business days: those of its first and its last quarter of an hour.
  await sql`insert into sales_changes (created_at)
    select (created_on + clock)::timestamp at time zone 'UTC' from tee_time_counts, unnest(array[time '00:00', '23:45']) clock
    where tee_times > 0`.execute(db);
  await sql`update sales_zone set zone = ${zone}`.execute(db);
}

/** Returns a line for each stored sum of these days that differs from its tee times; empty if none does. */
export async function salesProblems(db: Db, days: BusinessDayRange): Promise<string[]> {
  const each = sql`(select generate_series(${days.from}::date, ${days.to}::date, interval '1 day')::date as day)`;
  const summed = sql.join(
    (['source', 'course', 'staff_user'] as const).map(
      (by) => sql`select ${KEYS}, ${TOGETHER} from ${salesSumsSql(days, by)} s group by ${KEYS}`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<Record<string, unknown>>`
    with summed as (${summed}), counted as (select ${COLUMNS} from (${recounted(each, days.zone)}) days)
    (select 'summed' as is, * from (table summed except all table counted) too_many)
    union all (select 'should be' as is, * from (table counted except all table summed) missing) limit 20`.execute(
    db,
  );
  return rows.map((row) => `sales_days: ${JSON.stringify(row)}`);
}
