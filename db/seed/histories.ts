import { sql } from 'kysely';
import { auditSubject } from '../../src/areas/audit/subject.rules.ts';
import { TABLES_WITH_LAST_CHANGE } from '../../src/contract/last-change/changed-records.ts';
import type { RecordWithLastChange } from '../../src/contract/last-change/last-change.ts';
import type { SeedDb } from './insert.ts';

const OFFICE = 'Ruth Castellano';

/** The records that the office did not make when the company began: each has entries of its own below, or none. */
const MADE_LATER: RecordWithLastChange[] = [
  'api_users',
  'gift_certificate_sale_configurations',
  'gift_certificates',
  'rate_date_ranges',
  'report_schedules',
  'ric_messages',
  'saved_views',
  'tee_times',
];
const BEGUN_WITH = TABLES_WITH_LAST_CHANGE.filter((table) => !MADE_LATER.includes(table));

const INTO = sql`insert into audit_entries (made_by, action, subject, subject_id, after, created_at)`;
const money = (cents: string) => sql`'$' || to_char(${sql.ref(cents)} / 100.0, 'FM999,999,990.00')`;

/** Adds the audit entries that the company's records would have, had staff made them in RIC: who made each, and when. */
export async function fillHistories(db: SeedDb, begun: string): Promise<void> {
  for (const table of BEGUN_WITH)
    await sql`${INTO} select ${OFFICE}, 'created', ${auditSubject(table)}, id, jsonb_build_object('id', id), least(created_at, ${begun})
      from ${sql.table(table)}`.execute(db);
  await sql`${INTO} select 'Site', 'created', 'gift_certificate', id, jsonb_build_object('id', id, 'serial', serial), created_at
    from gift_certificates`.execute(db);
  await sql`${INTO} select agent, 'booked', 'tee_time', id,
      jsonb_build_object('total', ${money('raw_total')}, 'paid_by_card', is_card), created_at
    from tee_times where state <> 'failed'`.execute(db);
  await sql`${INTO} select t.agent, 'charge declined', 'tee_time', t.id,
      jsonb_build_object('reason', coalesce(a.decline_reason, '')), t.created_at
    from tee_times t left join (payment_allocations l join payment_attempts a on a.id = l.payment_attempt_id and a.kind = 'charge')
      on l.tee_time_id = t.id where t.state = 'failed'`.execute(db);
  await sql`${INTO} select canceled_by, 'canceled', 'tee_time', id, jsonb_build_object('forced', false), canceled_at
    from tee_times where state = 'canceled'`.execute(db);
  await sql`${INTO} select t.agent, 'refunded', 'tee_time', t.id,
      jsonb_build_object('card', a.raw_amount, 'certificate', 0), coalesce(t.canceled_at, a.settled_at)
    from payment_attempts a join payment_allocations l on l.payment_attempt_id = a.id
      join tee_times t on t.id = l.tee_time_id where a.kind = 'refund' and a.state = 'succeeded'`.execute(db);
}
