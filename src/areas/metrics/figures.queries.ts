import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import type { Metric } from '../../server/metrics/metrics.ts';

type Row = Record<
  | 'operations_running'
  | 'operations_unknown'
  | 'operations_age'
  | 'payments_open'
  | 'payments_age'
  | 'letters_waiting'
  | 'letters_failed'
  | 'letters_age'
  | 'reports_due'
  | 'reports_age'
  | 'events_waiting'
  | 'events_failed'
  | 'events_age'
  | 'audit_age'
  | 'notices'
  | 'ledger_mismatches'
  | 'sources'
  | 'sources_failing'
  | 'hosts_waiting'
  | 'scrape_age'
  | 'look_age',
  number
>;

/**
 * Returns the metrics of the work that is stored in the database: numbers of items, and the age of the oldest in seconds (0
 * without items).
 */
export async function databaseMetrics(db: Db): Promise<Metric[]> {
  const { rows } = await sql<Row>`
    select operations.*, payments.*, letters.*, reports.*, events.*, audit.*, notices.*, sources.*, hosts.*
    from (select count(*) filter (where state = 'running')::int as operations_running,
        count(*) filter (where state = 'unknown')::int as operations_unknown,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as operations_age
      from operations where state <> 'settled') operations,
    (select count(*)::int as payments_open,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as payments_age
      from payment_attempts where state in ('created', 'unknown')) payments,
    (select count(*) filter (where state = 'waiting')::int as letters_waiting,
        count(*) filter (where state = 'failed')::int as letters_failed,
        coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8 as letters_age
      from outbox where state in ('waiting', 'failed')) letters,
    (select count(*)::int as reports_due,
        coalesce(extract(epoch from now() - min(next_run_at)), 0)::float8 as reports_age
      from report_schedules where paused_at is null and next_run_at < now()) reports,
    (select count(*) filter (where d.state = 'waiting')::int as events_waiting,
        count(*) filter (where d.state = 'failed')::int as events_failed,
        coalesce(extract(epoch from now() - min(d.next_try_at) filter (where d.state = 'waiting' and d.tries = 0
          and e.is_on and d.next_try_at < now() and not exists (select from webhook_deliveries b
          where b.endpoint_id = d.endpoint_id and b.subject = d.subject and b.state = 'waiting' and b.id < d.id))), 0)::float8
          as events_age
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where d.state <> 'accepted') events,
    (select coalesce(extract(epoch from now() - (select created_at from audit_entries
        where id >= coalesce((select up_to from audit_seals order by id desc limit 1), 0) order by id limit 1)), 0)::float8
        as audit_age) audit,
    (select count(*)::int as notices, count(*) filter (where kind = 'ledger')::int as ledger_mismatches from notices where dismissed_at is null) notices,
    (select count(*)::int as sources, count(*) filter (where failures > 0)::int as sources_failing,
        coalesce(extract(epoch from now() - max(coalesce(completed_at, since))), 0)::float8 as scrape_age
      from course_sources) sources,
    (select count(*) filter (where wait_until > now())::int as hosts_waiting,
        coalesce(extract(epoch from now() - max(asked_at)), 0)::float8 as look_age
      from course_hosts) hosts`.execute(db);
  const [row] = rows;
  return row ? [...workMetrics(row), ...scrapeMetrics(row)] : [];
}

/** Returns the metrics of work that waits for RIC or for a person. */
const workMetrics = (row: Row): Metric[] => [
  {
    name: 'ric_operations_open',
    help: 'Bookings, cancellations and letters that are begun and not settled, by state',
    value: { running: row.operations_running, unknown: row.operations_unknown },
  },
  {
    name: 'ric_payments_open',
    help: 'Charges and refunds whose outcome is not recorded',
    value: row.payments_open,
  },
  {
    name: 'ric_letters',
    help: 'Letters in the outbox, by state',
    value: { waiting: row.letters_waiting, failed: row.letters_failed },
  },
  { name: 'ric_reports_due', help: 'Mailed reports that are due and not made', value: row.reports_due },
  {
    name: 'ric_oldest_seconds',
    help: 'Age of the oldest that waits, by queue',
    value: {
      operations: row.operations_age,
      payments: row.payments_age,
      letters: row.letters_age,
      reports: row.reports_age,
      events: row.events_age,
      audit: row.audit_age,
    },
  },
  {
    name: 'ric_events',
    help: 'Events to partners, by state',
    value: { waiting: row.events_waiting, failed: row.events_failed },
  },
  { name: 'ric_notices_open', help: 'Notices that nobody has dismissed', value: row.notices },
  {
    name: 'ric_ledger_mismatches',
    help: 'Findings of the ledger check that nobody has dismissed',
    value: row.ledger_mismatches,
  },
];

const scrapeMetrics = (row: Row): Metric[] => [
  {
    name: 'ric_gathering_sources',
    help: 'Courses that open times are gathered from, by how their last look went',
    value: { good: row.sources - row.sources_failing, failing: row.sources_failing },
  },
  {
    name: 'ric_gathering_hosts_waiting',
    help: 'Hosts of course systems that are not asked for a while',
    value: row.hosts_waiting,
  },
  {
    name: 'ric_gathering_last_look_seconds',
    help: 'Seconds since any course system was asked last',
    value: row.look_age,
  },
  {
    name: 'ric_scrape_success_age_seconds',
    help: 'Seconds since open times were read from any course system; 0 where no course has one',
    value: row.scrape_age,
  },
];
