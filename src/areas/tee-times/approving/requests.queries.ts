import { sql } from 'kysely';
import type { Db, Staff } from '../../../server/process/context.ts';
import { NotFound } from '../../../server/http/errors.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import type { CancellationInput, RefundChoice, RefundRequest } from '../tee-times.contract.ts';
import type { StoredRefundRequest } from '../locks/waiting.queries.ts';
import { refundRequestLapseTime } from './approval.rules.ts';
import { refundRequestLapsedText } from './approval.texts.ts';

type NewRefundRequest = {
  operation_id: string;
  staff: Staff;
  at: Date;
  teeTime: { id: number; updated_at: string };
  body: CancellationInput;
  choice: RefundChoice;
  split: { card: number; certificate: number };
};

/** Records a refund request; from now on its amount cannot be refunded otherwise. */
export async function insertRefundRequest(db: Db, requested: NewRefundRequest): Promise<StoredRefundRequest> {
  const { operation_id, staff, at, teeTime, body, choice, split } = requested;
  const request = await db
    .insertInto('refund_requests')
    .values({
      tee_time_id: teeTime.id,
      operation_id,
      asked_by_id: staff.id,
      asked_by: staff.name,
      asked_at: at,
      lapses_at: refundRequestLapseTime(at),
      cancel: body.cancel,
      force_cancel: body.cancel && body.force_cancel,
      choice,
      raw_card: split.card,
      raw_certificate: split.certificate,
      reason: body.reason ?? '',
      seen_at: teeTime.updated_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(db, {
    ...auditCaller(staff),
    action: 'asked for a refund',
    subject: 'tee_time',
    subject_id: teeTime.id,
    after: { refund_request_id: request.id, ...split, cancel: body.cancel, choice, reason: request.reason },
  });
  return request;
}

/** Returns a refund request and locks its tee time until the transaction ends, so that only one person decides. */
export async function lockRefundRequest(db: Db, id: number): Promise<StoredRefundRequest> {
  const find = () => db.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();
  const found = await find();
  if (!found) throw new NotFound('This refund request');
  await sql`select id from tee_times where id = ${found.tee_time_id} for update`.execute(db);
  // The request is read again, because another process may have decided it before this one got the lock.
  return (await find()) ?? found;
}

const ACTIONS = {
  approved: 'approved a refund',
  refused: 'refused a refund',
  withdrawn: 'withdrew a refund',
} as const;
type Decision = {
  state: keyof typeof ACTIONS;
  staff: Staff;
  at: Date;
  why?: string;
  carried_out_by?: string;
};

/**
 * Records the decision on a waiting refund request, and who made it; for an approval, also the operation that carries
 * it out.
 */
export async function recordRefundDecision(
  db: Db,
  request: StoredRefundRequest,
  decision: Decision,
): Promise<void> {
  const { state, staff, at, why = '', carried_out_by = null } = decision;
  const decided = { decided_by_id: staff.id, decided_by: staff.name, decided_at: at };
  const { numUpdatedRows } = await db
    .updateTable('refund_requests')
    .set({ state, ...decided, why, carried_out_by })
    .where('id', '=', request.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`refund request ${request.id} was decided without its lock`);
  await audit(db, {
    ...auditCaller(staff),
    action: ACTIONS[state],
    subject: 'tee_time',
    subject_id: request.tee_time_id,
    after: { refund_request_id: request.id, asked_by: request.asked_by, ...(why && { why }) },
  });
}

/** Lapses a refund request whose time is over, and notifies the requester. */
export async function lapseRefundRequest(db: Db, request: StoredRefundRequest, now: Date): Promise<void> {
  const { id, tee_time_id, operation_id, asked_by, asked_by_id } = request;
  const lapsed = await db
    .updateTable('refund_requests')
    .set({ state: 'lapsed', decided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (lapsed.numUpdatedRows === 0n) return;
  await audit(db, {
    made_by: 'RIC',
    from: { operation_id },
    action: 'let a refund lapse',
    subject: 'tee_time',
    subject_id: tee_time_id,
    after: { refund_request_id: id, asked_by },
  });
  await createNotice(db, {
    kind: 'refund_request',
    message: refundRequestLapsedText(request),
    tee_time_id,
    staff_user_id: asked_by_id,
  });
}

/** Returns the refund requests whose time is over, the oldest first. */
export const overdueRefundRequests = (db: Db, now: Date, most: number): Promise<StoredRefundRequest[]> =>
  db
    .selectFrom('refund_requests')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('lapses_at', '<=', now.toISOString())
    .orderBy('lapses_at')
    .limit(most)
    .execute();

type Looking = { staff: Pick<Staff, 'id' | 'level'>; now: Date };

/** Returns all waiting refund requests for an admin, and their own for other staff. */
export const waitingRefundRequests = (db: Db, { staff, now }: Looking): Promise<RefundRequest[]> =>
  shown(db, { staff, now }, staff.level === 'admin' ? sql`true` : sql`r.asked_by_id = ${staff.id}`);

/** Returns the waiting refund request of a tee time, or null; every staff user may see it. */
export const waitingRefundRequest = async (
  db: Db,
  looking: Looking,
  tee_time_id: number,
): Promise<RefundRequest | null> =>
  (await shown(db, looking, sql`r.tee_time_id = ${tee_time_id}`))[0] ?? null;

async function shown(
  db: Db,
  { staff, now }: Looking,
  which: ReturnType<typeof sql>,
): Promise<RefundRequest[]> {
  const { rows } = await sql<RefundRequest>`
    select r.id, r.tee_time_id, r.asked_by, r.asked_by_id = ${staff.id} as is_own, r.asked_at, r.lapses_at, r.cancel,
      r.force_cancel, r.choice, r.raw_card, r.raw_certificate, r.reason, r.seen_at,
      c.first_name || ' ' || c.last_name as customer_name, k.course_name, t.play_date, t.play_time
    from refund_requests r join tee_times t on t.id = r.tee_time_id
      join customers c on c.id = t.customer_id join courses k on k.id = t.course_id
    where r.state = 'waiting' and r.lapses_at > ${now} and ${which}
    order by r.asked_at, r.id limit 100`.execute(db);
  return rows;
}

/** Returns the number of refund requests that this admin may approve; 0 for other staff. */
export async function countRequestsToApprove(db: Db, { staff, now }: Looking): Promise<number> {
  if (staff.level !== 'admin') return 0;
  return (await waitingRefundRequests(db, { staff, now })).filter(({ is_own }) => !is_own).length;
}
