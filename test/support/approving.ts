import { randomUUID } from 'node:crypto';
import { refundRequestLapseTime } from '../../src/areas/tee-times/approving/approval.rules.ts';
import { teeTimes, type CancellationResult } from '../../src/areas/tee-times/tee-times.contract.ts';
import { refundRequests } from '../../src/areas/tee-times/approving/refund-requests.contract.ts';
import { openSession } from '../../src/areas/session/session.queries.ts';
import type { StaffLevel } from '../../src/contract/wire.ts';
import type { HeaderFields, TestApp } from './app.ts';
import { aStaffUser } from './factories.ts';

/** Creates a staff user of an access level and signs in. */
export async function aSignedInUser(app: TestApp, level: StaffLevel) {
  const { id, email, name } = await aStaffUser(app.db, { level });
  const headers = async (): Promise<HeaderFields> => {
    const { token, client } = await openSession(app.db, id, { now: app.context.now(), hours: 12 });
    return { 'access-token': token, uid: email, client };
  };
  return { id, name, headers: await headers(), signInAgain: headers };
}

/** Returns functions that send the calls to request, approve and refuse refunds. */
export const refundApprovalCalls = (app: TestApp) => ({
  ask: (headers: HeaderFields, body: Record<string, unknown>, key?: string) =>
    app.call(teeTimes.cancel, { body }, { ...headers, ...(key && { 'idempotency-key': key }) }),
  waiting: (headers: HeaderFields, tee_time_id: number) =>
    app.ok(refundRequests.ofTeeTime, { params: { id: tee_time_id } }, headers).then(({ waiting }) => waiting),
  approve: (headers: HeaderFields, id: number, { key, seen }: { key?: string; seen?: string } = {}) =>
    app.call(
      refundRequests.approve,
      { body: { id, ...(seen && { updated_at: seen }) } },
      { ...headers, ...(key && { 'idempotency-key': key }) },
    ),
  refuse: (headers: HeaderFields, id: number, why = 'Not this one') =>
    app.call(refundRequests.refuse, { body: { id, why } }, headers),
  withdraw: (headers: HeaderFields, id: number) =>
    app.call(refundRequests.withdraw, { body: { id } }, headers),
});

export const isValidCancellation = ({ body }: { body: unknown }): boolean =>
  (body as CancellationResult).valid;

/** Creates a refund request by a new agent for this many cents to the card. */
export async function aRefundRequest(
  app: TestApp,
  { tee_time_id, cents }: RefundRequestInput,
): Promise<number> {
  const { id: staff_user_id, name } = await aStaffUser(app.db);
  const operation_id = randomUUID();
  await app.db
    .insertInto('operations')
    .values({
      ...({ id: operation_id, kind: 'cancel', state: 'settled', staff_user_id } as const),
      idempotency_key: operation_id,
      fingerprint: '',
      answer_status: 200,
      answer: JSON.stringify({ valid: false, waits: true, message: 'It waits.' }),
    })
    .execute();
  const now = app.context.now();
  const { id } = await app.db
    .insertInto('refund_requests')
    .values({
      tee_time_id,
      operation_id,
      asked_by_id: staff_user_id,
      asked_by: name,
      asked_at: now,
      ...({ cancel: false, force_cancel: false, choice: 'custom' } as const),
      raw_card: cents,
      raw_certificate: 0,
      seen_at: now,
      lapses_at: refundRequestLapseTime(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
type RefundRequestInput = { tee_time_id: number; cents: number };
