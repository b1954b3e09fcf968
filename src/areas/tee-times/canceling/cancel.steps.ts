import {
  isPartner,
  type Actor,
  type Context,
  type Db,
  type AppContext,
  type Staff,
} from '../../../server/process/context.ts';
import { Pending, Refused } from '../../../server/http/errors.ts';
import { leaseEnd } from '../../../server/database/leases/lease.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { formatMoney } from '../../../contract/money.ts';
import { tendersOf } from '../../payments/ledger.queries.ts';
import { fingerprintOf, openOperationOf, storePlan } from '../../operations/operations.queries.ts';
import { paidBy, refundableOf } from './cancel.queries.ts';
import { mayCancelUnconfirmed, reservationOf } from './execution/reservation.steps.ts';
import { CANCELLATION, type BeginCancellation, type CancellationPlan } from './execution/carry-out.steps.ts';
import { splitRefund, type Refundable } from './refund.rules.ts';
import { choiceOfAmount } from '../approving/approval.rules.ts';
import { insertRequest, lapseRequest, waitingRequest } from '../approving/requests.queries.ts';
import { openText, waitsText } from '../locks/held.texts.ts';
import { findCancelable, lockCancelable, type Cancelable } from '../locks/tee-time-lock.queries.ts';
import { isOver, undecidedRequest } from '../locks/waiting.queries.ts';
import { refundableWithoutApprovalFor } from '../refund-limits/refund-limits.queries.ts';
import { needsApproval } from '../refund-limits/refund-limits.rules.ts';
import { ASK_THE_OFFICE, THE_OFFICE_CANCELS } from './cancel.texts.ts';
import { INTERNAL_TEE_TIME_TEXT } from '../status/status.rules.ts';
import type { Cancellation, CancellationResult, CancelOptions } from '../tee-times.contract.ts';

/** Thrown with the reason if a request changes nothing. The answer is stored with the idempotency key like any other. */
export class NotValid extends Error {}

export async function cancelOptions({
  db,
  app,
  staff,
  params,
}: {
  db: Db;
  app: AppContext;
  staff: Staff;
  params: { id: number };
}): Promise<CancelOptions> {
  const teeTime = await findCancelable(db, params.id);
  const { standardCents, fullCents, why, rule } = await refundableOf(db, app, teeTime);
  const tenders = await tendersOf(db, teeTime.id);
  const waiting = await waitingRequest(db, { staff, now: app.now() }, teeTime.id);
  const obstacle = await obstacleTo(db, teeTime);
  const isFree = obstacle === null && !waiting;
  return {
    valid: isFree && (teeTime.state === 'booked' || fullCents > 0),
    internal: reservationOf(teeTime, app) === null,
    refund_total: standardCents,
    is_canceled: teeTime.state === 'canceled',
    transaction_total: fullCents,
    why: obstacle ?? why,
    rule,
    paid_by: await paidBy(db, teeTime, tenders),
    free_total: refundableWithoutApprovalFor(app, tenders),
    waiting,
  };
}

type Asking = Pick<Context, 'app' | 'idempotencyKey'> & { actor: Actor };

/**
 * Cancels a tee time, refunds it, or both, by the protocol of docs/algorithms/payments.md: claim and reserve, cancel
 * at the course system, refund at the gateway, each recorded before the next starts. An answer with `valid: false`
 * changed nothing; if `waits` is true too, the request waits for an admin's approval.
 */
export const cancel = ({ body, ...asking }: Asking & { body: Cancellation }) =>
  claimAndCarryOut(asking, fingerprintOf(body), (db, operation_id) =>
    beginCancellation(db, operation_id, { ...asking, body }),
  );

/** Runs the cancellation protocol for a request whose first step is `begin`. */
export const claimAndCarryOut = (
  { app, actor, idempotencyKey: key }: Asking,
  fingerprint: string,
  begin: BeginCancellation,
) =>
  CANCELLATION.run({
    app,
    actor,
    key,
    fingerprint,
    begin: (db, operation_id) => begin(db, operation_id).catch(notValid),
  });

/** Cancels a tee time without a refund. Throws Refused with the message where `cancel` answers `valid: false`. */
export async function cancelPlainly({ params, ...asking }: Asking & { params: { id: number } }) {
  const body = { id: params.id, cancel: true, refund: false, force_cancel: false };
  const result = await cancel({ ...asking, body });
  if (result instanceof Pending) return result;
  if (!result.valid) throw new Refused(result.message, result.backend_message);
  return { message: result.message };
}

function notValid(error: unknown): CancellationResult {
  if (!(error instanceof NotValid)) throw error;
  return { valid: false, message: error.message };
}

type CancelInput = { app: AppContext; actor: Actor; body: Cancellation };

async function beginCancellation(
  db: Db,
  operation_id: string,
  { app, actor, body }: CancelInput,
): Promise<CancellationResult | null> {
  const teeTime = await lockCancelable(db, body.id);
  const callCourse = mayCancelUnconfirmed(actor, teeTime, app);
  const meant = { ...body, force_cancel: body.force_cancel || callCourse };
  await requireSomethingToDo(db, { app, actor }, teeTime, meant);
  await requireNoneWaiting(db, app, teeTime.id);
  const figures = await refundableOf(db, app, teeTime);
  const amount = body.refund ? refundAmount(figures, body) : 0;
  const tenders = await tendersOf(db, teeTime.id);
  const split = splitRefund(amount, tenders);
  if (needsApproval(amount, refundableWithoutApprovalFor(app, tenders))) {
    if (isPartner(actor)) throw new NotValid(ASK_THE_OFFICE);
    const choice = choiceOfAmount(body.refund_amount ?? null, body.refund_choice ?? null, figures);
    const input = { operation_id, staff: actor, at: app.now(), teeTime, body, choice, split };
    const message = waitsText(await insertRequest(db, input), app.settings.businessTimeZone);
    return { valid: false, waits: true, message };
  }
  const deeds = { cancel: body.cancel, force: body.force_cancel, ...split };
  const plan = { ...deeds, staff: actor.name, is_approved: false, call_course: callCourse };
  await claimPlan(db, app, { operation_id, teeTime }, plan);
  return null;
}

/** Records the plan of a cancellation, and that this process works on it. */
export async function claimPlan(
  db: Db,
  app: AppContext,
  { operation_id, teeTime }: { operation_id: string; teeTime: Cancelable },
  plan: CancellationPlan,
): Promise<void> {
  const lease_until = leaseEnd(app.settings.reconcileLeaseMs);
  await storePlan(db, operation_id, plan, { tee_time_id: teeTime.id, lease_until });
  if (plan.cancel)
    await db.updateTable('tee_times').set({ state: 'cancel_pending' }).where('id', '=', teeTime.id).execute();
  faultPoint('cancel.claiming');
}

// Throws NotValid while a refund request waits, because the request reserves its amount, which nobody else may
// refund.
export async function requireNoneWaiting(db: Db, app: AppContext, tee_time_id: number): Promise<void> {
  const request = await undecidedRequest(db, tee_time_id);
  if (!request) return;
  if (!isOver(request, app.now())) throw new NotValid(waitsText(request, app.settings.businessTimeZone));
  await lapseRequest(db, request, app.now());
}

/** Throws NotValid if the state of the tee time does not allow the requested cancellation or refund. */
export async function requireSomethingToDo(
  db: Db,
  { app, actor }: Pick<CancelInput, 'app' | 'actor'>,
  teeTime: Cancelable,
  body: Cancellation,
): Promise<void> {
  if (!body.cancel && !body.refund) throw new NotValid('Tick Refund, Cancel or both.');
  const obstacle = await obstacleTo(db, teeTime);
  if (obstacle !== null) throw new NotValid(obstacle);
  if (body.cancel && teeTime.state === 'canceled') throw new NotValid('This tee time is canceled already.');
  if (body.cancel && !body.force_cancel && reservationOf(teeTime, app) === null)
    throw new NotValid(isPartner(actor) ? THE_OFFICE_CANCELS : INTERNAL_TEE_TIME_TEXT);
}

/** Returns why a tee time can be neither canceled nor refunded now; null if it can. */
async function obstacleTo(db: Db, teeTime: Cancelable): Promise<string | null> {
  const open = await openOperationOf(db, teeTime.id);
  if (open) return openText(open.kind);
  if (teeTime.state === 'pending') return "The payment's outcome is not known yet.";
  return teeTime.state === 'failed' ? 'This booking failed: there is nothing to cancel or refund.' : null;
}

function refundAmount({ standardCents, fullCents, why }: Refundable, body: Cancellation): number {
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
