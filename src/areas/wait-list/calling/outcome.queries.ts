import { sql } from 'kysely';
import { NotFound, rejectField, StaleRecord } from '../../../server/http/errors.ts';
import type { CallContext, Db } from '../../../server/process/context.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { endCallClaims } from '../../claims/claims.queries.ts';
import { queueLead } from '../matching/matching.queries.ts';
import { CALL_OUTCOME_LABELS } from '../queue-words.rules.ts';
import type { LastPhoneCall, CallOutcomeInput } from '../wait-list.contract.ts';

type OutcomeInput<T> = Pick<CallContext, 'db' | 'app' | 'staff'> & T;
const ENTRY = 'This waiting customer';

/**
 * Records the outcome of a telephone call to the customer of a queue entry. Only the last outcome of a lead counts, no matter from
 * which queue the customer was called. Throws StaleRecord, with the other author, if the caller did not see the last outcome, unless that
 * is the caller's own equal outcome, recorded by an earlier press of the same key.
 */
export async function recordLeadCall({
  db,
  app,
  staff,
  ...sent
}: OutcomeInput<CallOutcomeInput>): Promise<LastPhoneCall> {
  const { lost_lead_id, fore_up_availability_id, name, isBooked, isClosed } = await lockEntry(db, sent.id);
  const last = await lastCall(db, lost_lead_id);
  if ((last?.id ?? null) !== sent.seen_call_id) {
    if (last?.made_by === staff.name && last.outcome === sent.outcome) return last;
    throw staleOutcome(last, name, app.now());
  }
  if (isBooked) rejectField('id', `${name} is booked already.`);
  if (isClosed) rejectField('id', 'The queue is closed: nobody is called from it until it is open again.');
  const { outcome } = sent;
  const call = {
    lost_lead_id,
    fore_up_availability_id,
    outcome,
    made_by: staff.name,
    created_at: app.now().toISOString(),
  };
  const made = await db
    .insertInto('lead_calls')
    .values(call)
    .returning(['id', 'outcome', 'made_by', 'created_at'])
    .executeTakeFirstOrThrow();
  await setUnwanted(db, lost_lead_id, outcome === 'not_wanted' ? made.created_at : null);
  await endCallClaims(db, lost_lead_id);
  return { ...made, outcome };
}

function staleOutcome(last: LastPhoneCall | null, name: string, now: Date): StaleRecord {
  if (!last) return new StaleRecord(null, now.toISOString(), `took the last call to ${name} back`);
  return new StaleRecord(
    last.made_by,
    last.created_at,
    `recorded “${CALL_OUTCOME_LABELS[last.outcome]}” for ${name}`,
  );
}

/** Undoes the last telephone call, as if nobody had called; an earlier call keeps its outcome. */
export async function undoLeadCall({
  db,
  staff,
  id,
  call_id,
}: OutcomeInput<{ id: number; call_id: number }>): Promise<void> {
  const { lost_lead_id } = await lockEntry(db, id);
  const last = await lastCall(db, lost_lead_id);
  // An earlier press of the key has already undone this call.
  if (!last || last.id < call_id) return;
  if (last.id !== call_id) throw new StaleRecord(last.made_by, last.created_at);
  await db.deleteFrom('lead_calls').where('id', '=', call_id).execute();
  const before = await lastCall(db, lost_lead_id);
  await setUnwanted(db, lost_lead_id, before?.outcome === 'not_wanted' ? before.created_at : null);
  const entry = { subject: 'lost_lead', subject_id: lost_lead_id, action: 'took a call back' as const };
  await audit(db, { ...auditCaller(staff), ...entry, before: last });
}

async function lockEntry(db: Db, id: number) {
  const entry = await db
    .selectFrom('availability_queues as q')
    .innerJoin('fore_up_availabilities as a', 'a.id', 'q.fore_up_availability_id')
    .innerJoin('lost_leads as l', 'l.id', 'q.lost_lead_id')
    .leftJoin('customers as c', 'c.id', 'l.customer_id')
    .select(['q.lost_lead_id', 'q.fore_up_availability_id', 'a.course_id'])
    .select(
      sql<string>`coalesce(nullif(btrim(concat_ws(' ', c.first_name, c.last_name)), ''), 'this caller')`.as(
        'name',
      ),
    )
    .where('q.id', '=', id)
    .executeTakeFirst();
  if (!entry) throw new NotFound(ENTRY);
  await lockOpenTimes(db, [entry.course_id]);
  // Read while holding the locks, because an earlier read may be out of date.
  const { rows } = await sql<{ isBooked: boolean; isClosed: boolean }>`
    select l.tee_time_id is not null as "isBooked", a.queue_closed_at is not null as "isClosed"
    from lost_leads l cross join fore_up_availabilities a
    where l.id = ${entry.lost_lead_id} and a.id = ${entry.fore_up_availability_id} for update of l`.execute(
    db,
  );
  const [state] = rows;
  if (!state) throw new NotFound(ENTRY);
  return { ...entry, ...state };
}

async function lastCall(db: Db, lost_lead_id: number): Promise<LastPhoneCall | null> {
  const { rows } = await sql<LastPhoneCall>`
    select id, outcome, made_by, created_at from lead_calls where lost_lead_id = ${lost_lead_id}
    order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Marks a lead as unwanted or wanted. A lead that is wanted again also joins the queues of open times found while it was unwanted.
 */
async function setUnwanted(db: Db, id: number, unwanted_at: string | null): Promise<void> {
  const changed = await db
    .updateTable('lost_leads')
    .set({ unwanted_at })
    .where('id', '=', id)
    .where(sql<boolean>`(unwanted_at is null) <> (${unwanted_at}::timestamptz is null)`)
    .executeTakeFirst();
  if (unwanted_at === null && changed.numUpdatedRows > 0n) await queueLead(db, id);
}
