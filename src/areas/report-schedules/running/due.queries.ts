import { sql } from 'kysely';
import type { StaffLevel } from '../../../contract/wire.ts';
import { isUnleasedSql, leaseEndSql, RELEASE } from '../../../server/database/leases/lease.ts';
import type { Db } from '../../../server/process/context.ts';
import type { ReportSchedule } from '../report-schedules.contract.ts';

type Owner = { id: number; name: string; email: string; level: StaffLevel; is_removed: boolean };
/** A report schedule that this process has leased, with the current data of its owner. */
export type DueSchedule = Omit<ReportSchedule, 'recipients' | 'updated_at'> & {
  lease: string;
  /** The number of failed runs in a row. A run whose lease expired counts as failed. */
  failures: number;
  asked_at: string | null;
  /** True if another process had the lease before and let it expire. */
  was_left: boolean;
  owner: Owner;
  recipient_ids: number[];
};

/** The length of the lease of a report schedule. */
const LEASE_MS = 120_000;

/**
 * Leases a report schedule that is due or was requested, the longest waiting first; null if there is none. No other process
 * gets it until its run ends, or the lease expires after two minutes, which counts as a failure.
 */
export async function leaseDueSchedule(db: Db, now: Date): Promise<DueSchedule | null> {
  const { rows } = await sql<DueSchedule>`with due as materialized (
      select id, lease is not null as was_left from report_schedules
      where (asked_at is not null or (paused_at is null and next_run_at <= ${now}))
        and ${isUnleasedSql('leased_until')}
      order by coalesce(asked_at, next_run_at), id limit 1 for update skip locked),
    taken as (update report_schedules s set lease = gen_random_uuid(), leased_until = ${leaseEndSql(LEASE_MS)},
        failures = failures + was_left::integer
      from due where s.id = due.id returning s.*, was_left)
    select t.id, t.report, t.range, t.comparison, t.date_type, t.only_played, t.course_ids, t.repeats, t.weekday, t.day_of_month,
      t.hour, t.lease, t.failures, t.asked_at, t.was_left,
      json_build_object('id', o.id, 'name', o.name, 'email', o.email, 'level', o.level,
        'is_removed', o.removed_at is not null) as owner,
      array(select staff_user_id from report_schedule_recipients where report_schedule_id = t.id) as recipient_ids
    from taken t join staff_users o on o.id = t.owner_id`.execute(db);
  return rows[0] ?? null;
}

type Leased = Pick<DueSchedule, 'id' | 'lease'>;

/** Renews the lease of a report schedule. */
export const renewScheduleLease = (db: Db, { id, lease }: Leased) =>
  sql`update report_schedules set leased_until = ${leaseEndSql(LEASE_MS)}
    where id = ${id} and lease = ${lease}`.execute(db);

/** Gives up the lease of a report schedule, so that another process can run it. */
export const releaseSchedule = (db: Db, { id, lease }: Leased) =>
  db
    .updateTable('report_schedules')
    .set(RELEASE.token)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();

export type ScheduleRunResult = {
  last_run_at: Date;
  last_error: string | null;
  failures: number;
  next_run_at: Date | null;
  paused_at: Date | null;
};

/**
 * Records how a run of a schedule ended; a null `next_run_at` keeps the next due time. Returns false if another process took
 * over, or the schedule was changed, paused or removed: then the caller must record nothing else about this run.
 */
export async function recordScheduleRun(
  db: Db,
  { id, lease, asked_at }: DueSchedule,
  ended: ScheduleRunResult,
): Promise<boolean> {
  const { last_run_at, last_error, failures, next_run_at, paused_at } = ended;
  const { numUpdatedRows } = await db
    .updateTable('report_schedules')
    .set({
      ...RELEASE.token,
      ...(asked_at !== null && { asked_at: null }),
      last_run_at,
      last_error,
      failures,
      ...(next_run_at && { next_run_at }),
      ...(paused_at && { paused_at }),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
