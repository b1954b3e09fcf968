import { sql } from 'kysely';
import { isUnleasedSql, leaseEndSql, RELEASE } from '../../../server/database/leases/lease.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import type { CourseToCheck } from '../check/check.rules.ts';
import {
  lastScrapeDaySql,
  SCRAPE_PLAN_SQL,
  courseTodaySql,
  type ScrapePlanClock,
} from '../plan/planner.queries.ts';

/** A due scrape of one course and day, with the facts that the scraping plan and the course's circuit breaker need. */
export type DueScrape = CourseToCheck & {
  day: string;
  /** The number of failed scrapes of the day in a row. */
  day_failures: number;
  today: string;
  system: string;
  time_zone: string;
  is_realtime: boolean;
  round_limit: number | null;
  /** The number of scrapes of the course today. */
  looks: number;
  failures: number;
  failing_since: string | null;
  cause: string | null;
  since: string;
  times_at: string | null;
};

/** SQL for the days to scrape now, of courses whose circuit breaker is closed, joined with the scraping plan of each course. */
const due = (clock: ScrapePlanClock) => sql`
  course_days d join course_sources s on s.course_id = d.course_id join courses k on k.id = d.course_id
    cross join lateral (select ${courseTodaySql(clock)} as today) t
    join ${SCRAPE_PLAN_SQL} on p.is_realtime = k.is_realtime and d.day - today between p.from_day and p.to_day
  where d.next_look_at <= ${clock.now} and (s.wait_until is null or s.wait_until <= ${clock.now})
    and not k.inactive and not k.internal_only and d.day between today and ${lastScrapeDaySql(clock)}`;

/** Returns the hosts that have a due scrape and no lease. */
export async function hostsWithDueScrapes(db: Db, clock: ScrapePlanClock): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`${PREPARED_STATEMENT_MARK}
    select h.host from (select distinct s.host from ${due(clock)}) h
      left join course_hosts l on l.host = h.host
      where ${isUnleasedSql('l.leased_until')} and (l.wait_until is null or l.wait_until <= ${clock.now})`.execute(
    db,
  );
  return rows.map(({ host }) => host);
}

/**
 * Returns the due scrapes of a host, sorted by how soon each will be too late for the scraping plan, not by how long it has waited.
 */
export async function dueScrapes(
  db: Db,
  clock: ScrapePlanClock,
  { host, most }: { host: string; most: number },
): Promise<DueScrape[]> {
  const { rows } = await sql<DueScrape>`${PREPARED_STATEMENT_MARK}
    select d.course_id, d.day, d.failures as day_failures, today, s.system, s.course_ref,
      coalesce(k.time_zone, ${clock.businessTimeZone}) as time_zone, k.is_realtime, k.round_limit,
      case when s.looks_on = today then s.looks else 0 end as looks,
      s.failures, s.failing_since, s.cause, s.since, s.times_at,
      (select to_jsonb(c) from course_checks c where c.system = s.system) as checked
    from ${due(clock)} and s.host = ${host}
    order by d.next_look_at + make_interval(mins => p.minutes), d.day, d.course_id
    limit ${sql.lit(most)}`.execute(db);
  return rows;
}

export type LeasedHost = {
  /** The number of failures in a row that concern the host. */
  failures: number;
  /** Milliseconds since the last request to the host, by any process; null if there was none. */
  asked_ms_ago: number | null;
};

const LEASE_MS = 60_000;

/**
 * Leases a host for a minute; returns null if another process holds the lease. The lease runs on the database's clock, which all
 * processes share.
 */
export async function leaseHost(db: Db, host: string, process: string): Promise<LeasedHost | null> {
  const { rows } = await sql<LeasedHost>`
    insert into course_hosts as h (host, leased_by, leased_until) values (${host}, ${process}, ${leaseEndSql(LEASE_MS)})
      on conflict (host) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
      where ${isUnleasedSql('h.leased_until')} or h.leased_by = excluded.leased_by
      returning h.failures, (extract(epoch from now() - h.asked_at) * 1000)::float as asked_ms_ago`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Renews the lease of a host for a minute and records the request made now; returns false if another process has taken the host.
 */
export async function renewHostLease(db: Db, host: string, process: string): Promise<boolean> {
  const { rows } = await sql`${PREPARED_STATEMENT_MARK}
    update course_hosts set leased_until = ${leaseEndSql(LEASE_MS)}, asked_at = now()
      where host = ${host} and leased_by = ${process} returning 1`.execute(db);
  return rows.length > 0;
}

export const releaseHostLease = (db: Db, host: string, process: string) =>
  db
    .updateTable('course_hosts')
    .set(RELEASE.process)
    .where('host', '=', host)
    .where('leased_by', '=', process)
    .execute();

type HostHealth = { failures: number; wait_until: Date | null; cause: string | null; note: string };

export const putHostHealth = (db: Db, host: string, health: HostHealth) =>
  db.updateTable('course_hosts').set(health).where('host', '=', host).execute();

/** The results of a course's latest scrapes, to be added to the course's row. */
export type CourseScrapes = {
  course_id: number;
  looks_on: string;
  looks: number;
  looked_at: string;
  /** The instant of the last scrape that found a time, as that scrape has already written it to the course's row. */
  times_at: string | null;
  /** The health of the course; null if it did not change. */
  health: {
    failures: number;
    failing_since: string | null;
    wait_until: string | null;
    cause: string | null;
    note: string;
  } | null;
};

/** Adds the results of scrapes to the rows of their courses, in one statement. */
export async function saveCourseScrapes(db: Db, scrapes: CourseScrapes[]): Promise<void> {
  if (scrapes.length === 0) return;
  await sql`${PREPARED_STATEMENT_MARK}
    update course_sources s set
      looks_on = l.looks_on, looks = case when s.looks_on = l.looks_on then s.looks else 0 end + l.looks,
      looked_at = l.looked_at,
      failures = case when h is null then s.failures else (h->>'failures')::integer end,
      failing_since = case when h is null then s.failing_since else (h->>'failing_since')::timestamptz end,
      wait_until = case when h is null then s.wait_until else (h->>'wait_until')::timestamptz end,
      cause = case when h is null then s.cause else h->>'cause' end,
      note = case when h is null then s.note else h->>'note' end
    from json_to_recordset(${JSON.stringify(scrapes)}) as l (course_id bigint, looks_on date, looks integer,
      looked_at timestamptz, health jsonb)
      cross join lateral (select nullif(l.health, 'null'::jsonb) as h) j
    where s.course_id = l.course_id`.execute(db);
}

/** Postpones a scrape whose result could not be stored, because an immediate retry would fail in the same way. */
export const postponeScrape = (db: Db, { course_id, day }: DueScrape, next_look_at: Date, note: string) =>
  db
    .updateTable('course_days')
    .set({ next_look_at, note, outcome: 'failed', cause: 'unreadable' })
    .set((write) => ({ failures: write('failures', '+', 1) }))
    .where('course_id', '=', course_id)
    .where('day', '=', day)
    .execute();
