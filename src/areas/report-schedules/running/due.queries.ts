import { sql } from 'kysely';
import type { StaffLevel } from '../../../contract/wire.ts';
import { isUnleased, leaseEnd, RELEASE } from '../../../server/database/leases/lease.ts';
import type { Db } from '../../../server/process/context.ts';
import type { ReportSchedule } from '../report-schedules.contract.ts';

type Owner = { id: number; name: string; email: string; level: StaffLevel; is_removed: boolean };
/** A schedule leased by this process, with its owner's present data. */
export type DueSchedule = Omit<ReportSchedule, 'recipients' | 'updated_at'> & {
  lease: string;
  /** The number of failures in a row. A run with an expired lease counts as one. */
  failures: number;
  asked_at: string | null;
  /** The lease of the previous process expired. */
  was_left: boolean;
  owner: Owner;
  recipient_ids: number[];
};

/** The length of the lease of a schedule. */
const LEASE_MS = 120_000;

/**
 * Leases the schedule that has been due longest at `now`, or that somebody requested: no other process gets it until it ends, or
 * until the lease expires after two minutes, which counts as a failure. Null if none is due.
 */
export async function leaseDueSchedules(db: Db, now: Date): Promise<DueSchedule | null> {
  const { rows } = await sql<DueSchedule>`with due as materialized (
      select id, lease is not null as was_left from report_schedules
      where (asked_at is not null or (paused_at is null and next_run_at <= ${now}))
        and ${isUnleased('leased_until')}
      order by coalesce(asked_at, next_run_at), id limit 1 for update skip locked),
    taken as (update report_schedules s set lease = gen_random_uuid(), leased_until = ${leaseEnd(LEASE_MS)},
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

/** Renews the lease. */
export const renewScheduleLease = (db: Db, { id, lease }: Leased) =>
  sql`update report_schedules set leased_until = ${leaseEnd(LEASE_MS)}
    where id = ${id} and lease = ${lease}`.execute(db);

/** Releases it for the next process. */
export const releaseSchedule = (db: Db, { id, lease }: Leased) =>
  db
    .updateTable('report_schedules')
    .set(RELEASE.token)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();

export type RunResult = {
  last_run_at: Date;
  last_error: string | null;
  failures: number;
  next_run_at: Date | null;
  paused_at: Date | null;
};

/**
 * Records how a run ended; a null `next_run_at` leaves it unchanged. Returns false if another process took over, or the schedule
 * was changed, paused or removed: then this run must leave no trace.
 */
export async function endRun(
  db: Db,
  { id, lease, asked_at }: DueSchedule,
  ended: RunResult,
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
