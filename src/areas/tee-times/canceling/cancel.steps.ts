import type { Context, Db, Desk, Staff } from '../../../server/process/context.ts';
import { Pending, Refused } from '../../../server/http/errors.ts';
import { forSettling } from '../../../server/process/desk.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { formatMoney } from '../../../contract/money.ts';
import { tendersOf } from '../../payments/ledger.queries.ts';
import {
  answerOf,
  claiming,
  claimOperation,
  findOperation,
  leasedFor,
  fingerprintOf,
  leftPending,
  settleOperation,
  type Operation,
} from '../../operations/operations.queries.ts';
import {
  findCancelable,
  hasOpenCancellation,
  lockCancelable,
  refundableOf,
  type Cancelable,
} from './cancel.queries.ts';
import { reservationOf } from './reservation.steps.ts';
import { carryOutCancellation, type CancellationPlan } from './carry-out.steps.ts';
import { splitRefund } from './refund.rules.ts';
import { INTERNAL_TEE_TIME } from '../status.rules.ts';
import { CancellationResult, type Cancellation, type CancelOptions } from '../tee-times.contract.ts';

/** Nothing is changed, and this is why: an answer like any other, kept with its key. */
class NotValid extends Error {}

export async function cancelOptions({
  db,
  desk,
  params,
}: {
  db: Db;
  desk: Desk;
  params: { id: number };
}): Promise<CancelOptions> {
  const teeTime = await findCancelable(db, params.id);
  const { standardCents, fullCents, why } = await refundableOf(db, desk, teeTime);
  const isOpen = teeTime.state === 'booked' || teeTime.state === 'canceled';
  const isFree = isOpen && !(await hasOpenCancellation(db, teeTime.id));
  return {
    valid: isFree && (teeTime.state === 'booked' || fullCents > 0),
    internal: reservationOf(teeTime, desk) === null,
    refund_total: standardCents,
    is_canceled: teeTime.state === 'canceled',
    transaction_total: fullCents,
    why,
  };
}

type Request = Pick<Context, 'desk' | 'staff' | 'idempotencyKey'> & { body: Cancellation };

/**
 * Cancels, refunds, or both, by the protocol of docs/algorithms/payments.md: claim and reserve, ask the course system,
 * refund at the gateway, each recorded before the next is tried. `valid: false` changed nothing.
 */
export async function cancel({ desk, staff, body, idempotencyKey }: Request) {
  const fingerprint = fingerprintOf(body);
  const claimed = await claiming(desk.db, (db) =>
    claimCancellation(db, { desk, staff, body, key: idempotencyKey, fingerprint }),
  );
  if ('operation' in claimed) return answerOf(claimed.operation, CancellationResult);
  if ('refused' in claimed) return claimed.refused;
  faultPoint('cancel.claimed');
  return carriedOut(forSettling(desk), claimed.id);
}

async function carriedOut(desk: Desk, operation_id: string) {
  try {
    await carryOutCancellation(desk, operation_id);
    return answerOf(await findOperation(desk.db, operation_id), CancellationResult);
  } catch (error) {
    return leftPending(error, operation_id, 'cancel');
  }
}

/** A plain cancellation without a refund; refused with the message that `cancel` answers as not valid. */
export async function cancelPlainly(
  request: Pick<Context, 'desk' | 'staff' | 'idempotencyKey'> & { params: { id: number } },
) {
  const body = { id: request.params.id, cancel: true, refund: false, force_cancel: false };
  const result = await cancel({ ...request, body });
  if (result instanceof Pending) return result;
  if (!result.valid) throw new Refused(result.message, result.backend_message);
  return { message: result.message };
}

type Intent = { desk: Desk; staff: Staff; body: Cancellation; key: string | null; fingerprint: string };

type Refusal = { valid: false; message: string; backend_message?: string };
type Claimed = { id: string } | { operation: Operation } | { refused: Refusal };

async function claimCancellation(db: Db, intent: Intent): Promise<Claimed> {
  const claim = await claimOperation(db, { ...intent, kind: 'cancel' });
  if (!claim.isNew) return { operation: claim.operation };
  try {
    return await beginCancellation(db, claim.id, intent);
  } catch (error) {
    if (!(error instanceof NotValid)) throw error;
    const refused: Refusal = { valid: false, message: error.message };
    await settleOperation(db, claim.id, 200, refused);
    return { refused };
  }
}

/** Throws NotValid before it has changed anything. */
async function beginCancellation(db: Db, operation_id: string, intent: Intent): Promise<{ id: string }> {
  const { desk, staff, body } = intent;
  const teeTime = await lockCancelable(db, body.id);
  await requireSomethingToDo(db, desk, teeTime, body);
  const amount = body.refund ? await refundAmount(db, desk, teeTime, body) : 0;
  const split = splitRefund(amount, await tendersOf(db, teeTime.id));
  const plan: CancellationPlan = {
    ...split,
    cancel: body.cancel,
    force: body.force_cancel,
    staff: staff.name,
  };
  await db
    .updateTable('operations')
    .set({
      tee_time_id: teeTime.id,
      plan: JSON.stringify(plan),
      lease_until: leasedFor(desk.settings.reconcileLeaseMs),
    })
    .where('id', '=', operation_id)
    .execute();
  if (body.cancel)
    await db.updateTable('tee_times').set({ state: 'cancel_pending' }).where('id', '=', teeTime.id).execute();
  faultPoint('cancel.claiming');
  return { id: operation_id };
}

async function requireSomethingToDo(
  db: Db,
  desk: Desk,
  teeTime: Cancelable,
  body: Cancellation,
): Promise<void> {
  if (!body.cancel && !body.refund) throw new NotValid('Tick Refund, Cancel or both.');
  if (await hasOpenCancellation(db, teeTime.id)) {
    throw new NotValid('Another cancellation or refund of this tee time is still being worked on.');
  }
  if (teeTime.state === 'pending') throw new NotValid("The payment's outcome is not known yet.");
  if (teeTime.state === 'failed')
    throw new NotValid('This booking failed: there is nothing to cancel or refund.');
  if (body.cancel && teeTime.state === 'canceled') throw new NotValid('This tee time is canceled already.');
  if (body.cancel && !body.force_cancel && reservationOf(teeTime, desk) === null)
    throw new NotValid(INTERNAL_TEE_TIME);
}

async function refundAmount(db: Db, desk: Desk, teeTime: Cancelable, body: Cancellation): Promise<number> {
  const { standardCents, fullCents, why } = await refundableOf(db, desk, teeTime);
  const amount = body.refund_amount ?? standardCents;
  if (fullCents === 0) throw new NotValid(why);
  if (amount <= 0)
    throw new NotValid(
      body.refund_amount === undefined || body.refund_amount === null
        ? why
        : 'The refund must be more than $0.',
    );
  if (amount > fullCents) throw new NotValid(`At most ${formatMoney(fullCents)} can be refunded.`);
  return amount;
}
