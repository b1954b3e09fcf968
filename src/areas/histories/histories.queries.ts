import { sql, type RawBuilder } from 'kysely';
import { TABLES_WITH_LAST_CHANGE } from '../../contract/last-change/changed-records.ts';
import { ADMIN_ONLY_TABLES } from '../../contract/last-change/last-change.ts';
import { PAGELESS, type history, type RecordWithHistory } from '../../contract/history/history.ts';
import type { CheckedCallInput } from '../../contract/call.ts';
import { Forbidden, NotFound } from '../../server/http/errors.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { audit, auditCaller } from '../audit/audit.queries.ts';
import { auditSubject } from '../audit/subject.rules.ts';
import { remainingCustomerId } from '../customers/merging/who-stays.queries.ts';
import type { HistoryEntryFacts, RecordedEvent } from './history-entry.texts.ts';

type Which = { record: RecordWithHistory; id: number };

const SINGLE: RecordWithHistory[] = ['gift_certificate_sale_configurations', 'ric_messages'];

/** Returns the reference to a record in audit entries: kind and id, or no id for settings that exist only once. */
const subjectOf = ({ record, id }: Which) => ({
  subject: auditSubject(record),
  subject_id: SINGLE.includes(record) ? null : id,
});

/**
 * Returns the column names of a record's table, by which money fields are recognized. Throws NotFound if the record does not exist,
 * and Forbidden if the user may not see the record.
 */
async function columnsOf(db: Db, staff: Staff, { record, id }: Which): Promise<string[]> {
  if (ADMIN_ONLY_TABLES.includes(record) && staff.level !== 'admin') throw new Forbidden();
  const { rows } = await sql<{ columns: string[] }>`
    select array(select a.attname::text from pg_attribute a where a.attrelid = ${record}::regclass and a.attnum > 0) as columns
    from ${sql.table(record)} r where r.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound();
  return rows[0].columns;
}

const ENTRY = sql`select 'audit' as source, e.id, e.created_at, e.made_by, e.action, e.subject, e.subject_id, e.before, e.after
  from audit_entries e`;
const entriesOf = (subject: string, ids: RawBuilder<unknown>) =>
  sql`${ENTRY} where e.subject = ${subject} and e.subject_id in (${ids})`;

/** SQL for the e-mails about a record. The e-mails of one operation are one entry, whose author is the operation's author. */
const lettersOf = (of: 'tee_time_id' | 'gift_certificate_id', id: number) => sql`
  select 'letter', min(o.id), min(o.created_at), u.name, 'sent', 'letter', null::bigint, null::jsonb, jsonb_build_object(
    'kind', o.kind, 'recipients', array_agg(o.recipient order by o.id), 'last_error', max(o.last_error),
    'state', case when bool_or(o.state = 'failed') then 'failed' when bool_or(o.state = 'waiting') then 'waiting'
      when bool_or(o.state = 'sent') then 'sent' else 'withdrawn' end)
  from outbox o join operations p on p.id = o.operation_id join staff_users u on u.id = p.staff_user_id
  where ${sql.ref(`o.${of}`)} = ${id} and not o.is_trial group by o.operation_id, o.kind, u.name`;

/** SQL for the entries about leads: views of their cards, telephone calls to customers, and queue entries. */
const leadsDone = (leads: RawBuilder<unknown>) => [
  entriesOf('lost_lead', leads),
  // Until 2026-11-23, a card read through a queue entry was audited under that entry.
  entriesOf(
    'availability_queue',
    sql`select q.id from availability_queues q where q.lost_lead_id in (${leads})`,
  ),
  sql`select 'call', c.id, c.created_at, c.made_by, 'called', 'lost_lead', null::bigint, null::jsonb,
    jsonb_build_object('outcome', c.outcome) from lead_calls c where c.lost_lead_id in (${leads})`,
];

/** SQL for the entries about related records that the record's page shows in addition to the record's own entries. */
function othersOf({ record, id }: Which): RawBuilder<unknown>[] {
  if (record === 'tee_times')
    return [
      lettersOf('tee_time_id', id),
      ...leadsDone(sql`select l.id from lost_leads l where l.tee_time_id = ${id}
        union select t.lost_lead_id from tee_times t where t.id = ${id} and t.lost_lead_id is not null`),
    ];
  if (record === 'gift_certificates') return [lettersOf('gift_certificate_id', id)];
  if (record === 'customers')
    return [
      ...leadsDone(sql`select l.id from lost_leads l where l.customer_id = ${id}`),
      // These entries are about customers who were later merged into this one.
      entriesOf('customer', sql`select m.id from merged_customers m where m.customer_id = ${id}`),
    ];
  if (record === 'rates')
    return [
      entriesOf(
        'rate_date_range',
        sql`select r.id from rate_date_ranges r where r.golf_rate_id = ${id}
          union select x.subject_id from audit_entries x where x.subject = 'rate_date_range'
            and coalesce(x.after, x.before) ->> 'golf_rate_id' = ${String(id)}`,
      ),
    ];
  return [];
}

/** Replaces a merged customer's id by the id of the customer that stays. */
const staying = async <W extends Which>(db: Db, which: W): Promise<W> =>
  which.record === 'customers' ? { ...which, id: await remainingCustomerId(db, which.id) } : which;

const ROWS = 12;
type HistoryPageQuery = Which & { page: number };

/**
 * Returns one page of a record's history, newest entry first, with a flag for further pages and the names that the entries' texts
 * need.
 */
export async function findRecordedEvents(db: Db, staff: Staff, { page, ...query }: HistoryPageQuery) {
  const which = await staying(db, query);
  const { record } = which;
  const columns = await columnsOf(db, staff, which);
  const { subject, subject_id } = subjectOf(which);
  const own =
    subject_id === null
      ? sql`${ENTRY} where e.subject = ${subject} and e.subject_id is null`
      : // Sign-ins are left out of a user's own history, because daily sign-ins would fill it.
        sql`${entriesOf(subject, sql`${subject_id}::bigint`)} ${record === 'staff_users' ? sql`and not e.is_passing` : sql``}`;
  const all = sql.join([own, ...othersOf(which)], sql` union all `);
  // All entries of one transaction have the same instant; sorting by source and id puts an effect above its cause.
  const { rows } = await sql<RecordedEvent>`
    select * from (${all}) w order by created_at desc, source desc, id desc
    limit ${ROWS + 1} offset ${(page - 1) * ROWS}`.execute(db);
  const written = rows.slice(0, ROWS);
  const known = await namesIn(db, which, { written, columns });
  return { written, has_more: rows.length > ROWS, known: { ...known, id: which.id } };
}

type WrittenPage = { written: RecordedEvent[]; columns: string[] };

/**
 * Returns a function that returns the names which the text of an entry about any record needs. The card of a tee time is left out,
 * because the tee time's page shows the card.
 */
export async function findEntryNames(
  db: Db,
  written: RecordedEvent[],
): Promise<(entry: RecordedEvent) => HistoryEntryFacts> {
  const tables = TABLES_WITH_LAST_CHANGE.filter((table) => !PAGELESS.some((one) => one === table))
    .map((table) => [table, auditSubject(table)] as const)
    .filter(([, subject]) => written.some((entry) => entry.subject === subject));
  const [{ courses, people }, { rows }] = await Promise.all([
    peopleAndCourses(db, written),
    sql<{ record: string; columns: string[] }>`
      select c.relname as record, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.oid = any(${tables.map(([record]) => record)}::regclass[]) and a.attnum > 0 group by 1`.execute(
      db,
    ),
  ]);
  const columnsOfSubject = new Map(
    tables.map(([record, subject]) => [subject, new Set(rows.find((row) => row.record === record)?.columns)]),
  );
  return ({ subject, subject_id }) => ({
    courses,
    people,
    card_last4: null,
    serial: null,
    id: subject_id ?? 0,
    columns: columnsOfSubject.get(subject) ?? new Set(),
  });
}

/**
 * Returns the names of courses and customers that the entries refer to by id, and for a tee time the card or gift certificate that
 * paid for it.
 */
async function namesIn(
  db: Db,
  { record, id }: Which,
  { written, columns }: WrittenPage,
): Promise<Omit<HistoryEntryFacts, 'id'>> {
  const [{ courses, people }, tenders] = await Promise.all([
    peopleAndCourses(db, written),
    record === 'tee_times' ? tendersOf(db, id) : { card_last4: null, serial: null },
  ]);
  return { courses, people, ...tenders, columns: new Set(columns) };
}

async function peopleAndCourses(db: Db, written: RecordedEvent[]) {
  const values = written.flatMap(({ before, after }) => [before, after]);
  const named = (kinds: RegExp) => values.flatMap((part) => idsIn(part, kinds));
  const [courses, people] = await Promise.all([
    pairs(sql`select id, course_name as name from courses where id = any(${named(COURSES)}::bigint[])`, db),
    pairs(
      sql`select id, first_name || ' ' || last_name as name from customers where id = any(${named(PEOPLE)}::bigint[])
        union all select id, name from merged_customers where id = any(${named(PEOPLE)}::bigint[])`,
      db,
    ),
  ]);
  return { courses, people };
}

const COURSES = /^(course|courses|course_id|course_ids)$/;
const PEOPLE = /^(customer|customer_id|recipient|recipient_id|purchaser_id)$/;
const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  return typeof value === 'object' && value !== null && 'id' in value ? numbersIn(value.id) : [];
};
const idsIn = (part: RecordedEvent['before'], kinds: RegExp): number[] =>
  Object.entries(part ?? {}).flatMap(([name, value]) => (kinds.test(name) ? numbersIn(value) : []));

async function pairs(found: RawBuilder<unknown>, db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`${found}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function tendersOf(db: Db, id: number) {
  const { rows } = await sql<{ card_last4: string | null; serial: string | null }>`
    select g.serial, (select case when count(distinct a.card_last4) = 1 then min(a.card_last4) end
      from payment_allocations l join payment_attempts a on a.id = l.payment_attempt_id
      where l.tee_time_id = t.id and a.kind = 'charge' and a.state = 'succeeded') as card_last4
    from tee_times t left join gift_certificates g on g.id = t.gift_certificate_id where t.id = ${id}`.execute(
    db,
  );
  return rows[0] ?? { card_last4: null, serial: null };
}

type Note = CheckedCallInput<typeof history.note>;

/** Saves a private note, signed by its author. A note is an audit entry and can never be changed. */
export async function writePrivateNote(db: Db, staff: Staff, { params, body }: Note): Promise<void> {
  const which = await staying(db, params);
  await columnsOf(db, staff, which);
  await audit(db, {
    ...auditCaller(staff),
    ...subjectOf(which),
    action: 'noted',
    after: { note: body.note },
  });
}
