import { sql } from 'kysely';
import { z } from 'zod';
import { CancellationOutcomeUnknown } from '../../../../integrations/course/course-system.ts';
import type { Db, AppContext } from '../../../../server/process/context.ts';
import { retryUntilRecorded } from '../../../../server/database/driver/retry.ts';
import { renewLeaseDuring } from '../../../../server/database/leases/renewal.ts';
import { runTransaction } from '../../../../server/database/transact.ts';
import { releasePermitDuring } from '../../../../server/load-shedding/admit.ts';
import { dieAtFaultPoint } from '../../../../server/process/fault-points.ts';
import { changeCertificateBalance } from '../../../gift-certificates/balance/balance.queries.ts';
import { insertRefunds, planRefunds } from '../../../payments/allocations/allocations.queries.ts';
import {
  operationAttempts,
  hasAttemptSucceeded,
  isAttemptOpen,
  type PaymentAttempt,
} from '../../../payments/attempts.queries.ts';
import {
  MoneyOperation,
  type MoneyRequest,
  type DecidedOperation,
} from '../../../payments/money-operation.steps.ts';
import { audit } from '../../../audit/audit.queries.ts';
import { recordTransaction, refundEntries, findTenderTotals } from '../../../payments/ledger.queries.ts';
import {
  findOperation,
  markOperationUnknown,
  renewOperation,
  settleOperation,
} from '../../../operations/operations.queries.ts';
import { callCourseText, cancellationDoneText, refundDeclinedText } from '../cancel.texts.ts';
import { findCancelableTeeTime, lockTeeTimeForCancel } from '../../locks/tee-time-lock.queries.ts';
import { notifySecondLook } from '../../refund-limits/refund-limits.queries.ts';
import { findCourseCallFacts } from '../cancel.queries.ts';
import { courseReservation } from './reservation.steps.ts';
import { withdrawWaitingEmails } from '../../../outbox/waiting/waiting.queries.ts';
import { publishTeeTime } from '../../../webhooks/publish.queries.ts';
import { createNotice } from '../../../notices/notices.queries.ts';
import { CancellationResult } from '../../tee-times.contract.ts';

/** The plan of a claimed cancellation, in cents. It is stored, so that any process can carry it out after a crash. */
const CancellationPlan = z.object({
  cancel: z.boolean(),
  force: z.boolean(),
  card: z.number(),
  certificate: z.number(),
  staff: z.string(),
  /** True if another person than the requester approved the refund, so that no second look is needed. */
  is_approved: z.boolean().default(false),
  /** True if a partner canceled a tee time that the course has not confirmed, so that staff have to call the course. */
  call_course: z.boolean().default(false),
});
export type CancellationPlan = z.infer<typeof CancellationPlan>;

/** Claims a cancellation with everything that it holds, or returns the answer if nothing was claimed. */
export type BeginCancellation = (db: Db, operation_id: string) => Promise<CancellationResult | null>;

/** The money operation that cancels a tee time, refunds it, or both: first at the course system, then at the gateway. */
export const CANCELLATION_OPERATION = new MoneyOperation<
  MoneyRequest & { begin: BeginCancellation },
  CancellationPlan,
  CancellationResult
>({
  kind: 'cancel',
  subject: 'tee_time',
  points: { claimed: 'cancel.claimed', settling: 'refund.settling' },
  answer: CancellationResult,
  plan: CancellationPlan,
  begin: async (db, { begin }, operation_id) => {
    const answer = await begin(db, operation_id);
    return answer ? { answer } : { refunds: [] };
  },
  carryOut: carryOutCancellation,
  lock: lockTeeTimeForCancel,
  record: recordRefunds,
  chargedFor: null,
});

/**
 * Continues a claimed cancellation from its present state: the course system first, then the refund at the gateway. Called by the
 * request that claimed it, and by the reconciler after a crash or an unknown answer; repeating it is harmless.
 */
export async function carryOutCancellation(app: AppContext, operation_id: string): Promise<void> {
  const { plan, tee_time_id, state } = await findOperation(app.db, operation_id);
  if (state === 'settled' || tee_time_id === null) return;
  const step: Step = { operation_id, tee_time_id, plan: CancellationPlan.parse(plan) };
  await renewLeaseDuring(
    app,
    (db, leaseMs) => renewOperation(db, operation_id, leaseMs),
    () => carryOut(app, step),
  );
}

async function carryOut(app: AppContext, step: Step): Promise<void> {
  if (!(await cancelAtCourse(app, step))) return;
  const attempts = await retryUntilRecorded(app, (unlimited) =>
    runTransaction(unlimited.db, async (db) => {
      const recorded = await recordCancellation(db, unlimited, step);
      dieAtFaultPoint('cancel.recording');
      return recorded;
    }),
  );
  dieAtFaultPoint('cancel.recorded');
  await CANCELLATION_OPERATION.sendRefunds(app, attempts);
}

type Step = { operation_id: string; tee_time_id: number; plan: CancellationPlan };

/** Returns true once the course system has canceled the reservation, or if no course system holds it. */
async function cancelAtCourse(app: AppContext, step: Step): Promise<boolean> {
  if (!step.plan.cancel) return true;
  const teeTime = await findCancelableTeeTime(app.db, step.tee_time_id);
  if (teeTime.state !== 'cancel_pending') return true;
  const reservation = courseReservation(teeTime, app);
  if (reservation === null) return true;
  try {
    // A course system gets as much time as one request to the gateway.
    const signal = AbortSignal.timeout(app.settings.paymentTryMs);
    const answer = await releasePermitDuring(app, () =>
      app.integrations.courses.cancelReservation({ ...reservation, signal }),
    );
    dieAtFaultPoint('cancel.course_answered');
    if (answer.state === 'canceled' || step.plan.force) return true;
    await retryUntilRecorded(app, (unlimited) => keepTeeTimeBooked(unlimited, step, answer.message));
    dieAtFaultPoint('cancel.course_refused');
  } catch (error) {
    if (!(error instanceof CancellationOutcomeUnknown)) throw error;
    // Force Cancel records what the staff user has already agreed with the course by phone, so no answer is needed.
    if (step.plan.force) return true;
    dieAtFaultPoint('cancel.course_silent');
    await markOperationUnknown(app.db, step.operation_id);
  }
  return false;
}

/**
 * Records that the course system declined the cancellation: the tee time stays booked, no money moves, and the
 * course's message is shown. `notice` is a text for all staff.
 */
export async function keepTeeTimeBooked(
  app: AppContext,
  { operation_id, tee_time_id }: Omit<Step, 'plan'>,
  backend_message: string,
  notice?: string,
): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const { state } = await lockTeeTimeForCancel(db, tee_time_id);
    const message = 'The course system refused the cancellation.';
    // If this operation was settled before, the tee time may be pending for a later cancellation, which must not be undone.
    const isOurs =
      state === 'cancel_pending' &&
      (await settleOperation(db, operation_id, 200, { valid: false, message, backend_message }));
    if (!isOurs) return;
    await db.updateTable('tee_times').set({ state: 'booked' }).where('id', '=', tee_time_id).execute();
    if (notice !== undefined) await createNotice(db, { kind: 'course', message: notice, tee_time_id });
  });
}

// Once this is recorded the cancellation is final, and the card's refund is recorded before it is sent.
async function recordCancellation(db: Db, app: AppContext, step: Step): Promise<PaymentAttempt[]> {
  const { operation_id, tee_time_id, plan } = step;
  await lockTeeTimeForCancel(db, tee_time_id);
  // The cancellation was given up concurrently, and the tee time is still booked: no money may move.
  if ((await findOperation(db, operation_id)).state === 'settled') return [];
  const canceled = await db
    .updateTable('tee_times')
    .set({
      state: 'canceled',
      canceled_at: sql<string>`now()`,
      canceled_by: plan.staff,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: plan.staff,
    })
    .where('id', '=', tee_time_id)
    .where('state', '=', 'cancel_pending')
    .executeTakeFirst();
  if (canceled.numUpdatedRows === 1n) {
    await releaseAccount(db, step);
    if (plan.call_course) await askForCall(db, step);
    // Unsent e-mails about the booking are withdrawn, so that their recipients hear only of the cancellation.
    await withdrawWaitingEmails(db, {
      tee_time_id,
      kinds: ['receipt', 'course_receipt', 'voucher'],
      reason: CANCELED,
    });
  }
  const before = await operationAttempts(db, operation_id);
  if (before.length > 0) return before.filter(isAttemptOpen);
  const refunds = await planRefunds(db, tee_time_id, plan.card);
  if (refunds.length === 0)
    await CANCELLATION_OPERATION.finish(db, {
      app,
      operation_id,
      subject_id: tee_time_id,
      plan,
      attempts: [],
    });
  return insertRefunds(db, operation_id, refunds, app.settings.reconcileLeaseMs);
}

const CANCELED = 'The tee time was canceled before it went out.';

// Staff call the course, because it may know of the tee time from a receipt or phone call, although no confirmation was
// typed.
async function askForCall(db: Db, { tee_time_id, plan }: Step): Promise<void> {
  const message = callCourseText(plan.staff, await findCourseCallFacts(db, tee_time_id));
  await createNotice(db, { kind: 'course', message, tee_time_id });
}

// The amount on account is no longer owed after the cancellation.
async function releaseAccount(db: Db, { operation_id, tee_time_id, plan }: Step): Promise<void> {
  await audit(db, {
    made_by: plan.staff,
    from: { operation_id },
    action: 'canceled',
    subject: 'tee_time',
    subject_id: tee_time_id,
    after: { forced: plan.force },
  });
  await publishTeeTime(db, 'tee_time.canceled', tee_time_id);
  const { onAccountCents } = await findTenderTotals(db, tee_time_id);
  await recordTransaction(db, { kind: 'release', tee_time_id, operation_id, made_by: plan.staff }, [
    { account: 'tee_time', raw_amount: onAccountCents },
    { account: 'on_account', raw_amount: -onAccountCents },
  ]);
}

// If the bank declined one refund, those to other charges and the gift certificate are recorded all the same.
async function recordRefunds(db: Db, step: DecidedOperation<CancellationPlan>): Promise<CancellationResult> {
  const { subject_id, plan, attempts } = step;
  const { confirmation, gift_certificate_id } = await findCancelableTeeTime(db, subject_id);
  const made = attempts.filter(hasAttemptSucceeded);
  const card = made.reduce((sum, { raw_amount }) => sum + raw_amount, 0);
  await postRefunds(db, step, { made, gift_certificate_id });
  if (card > 0) await lowerPaid(db, step, card);
  if (card + plan.certificate > 0) await reportRefund(db, step, card);
  if (card === plan.card) return { valid: true, message: cancellationDoneText(plan), confirmation };
  const reason = attempts.find(({ decline_reason }) => decline_reason !== null)?.decline_reason;
  const backend_message = reason ?? 'The payment gateway never got it.';
  return { valid: false, message: refundDeclinedText(plan, card), backend_message };
}

type Made = { made: PaymentAttempt[]; gift_certificate_id: number | null };

/** Records in the ledger the card refunds that succeeded, and the gift certificate's share. */
async function postRefunds(
  db: Db,
  { operation_id, subject_id: tee_time_id, plan }: DecidedOperation<CancellationPlan>,
  { made, gift_certificate_id }: Made,
): Promise<void> {
  const cause = { kind: 'refund', tee_time_id, operation_id, made_by: plan.staff } as const;
  const [first, ...others] = made;
  await recordTransaction(
    db,
    { ...cause, ...(first && { payment_attempt_id: first.id }) },
    refundEntries({ card: first?.raw_amount ?? 0, certificate: plan.certificate, gift_certificate_id }),
  );
  for (const { id, raw_amount: card } of others)
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were made
    await recordTransaction(
      db,
      { ...cause, payment_attempt_id: id },
      refundEntries({ card, certificate: 0, gift_certificate_id }),
    );
  if (plan.certificate > 0 && gift_certificate_id !== null)
    await changeCertificateBalance(db, gift_certificate_id, plan.certificate);
}

async function lowerPaid(db: Db, { subject_id, plan }: DecidedOperation<CancellationPlan>, card: number) {
  await db
    .updateTable('tee_times')
    .set({
      raw_paid: sql<number>`raw_paid - ${card}::bigint`,
      updated_at: sql<string>`clock_timestamp()`,
      updated_by: plan.staff,
    })
    .where('id', '=', subject_id)
    .execute();
}

async function reportRefund(
  db: Db,
  { operation_id, subject_id, plan }: DecidedOperation<CancellationPlan>,
  card: number,
): Promise<void> {
  const { staff, certificate, is_approved } = plan;
  await audit(db, {
    made_by: staff,
    from: { operation_id },
    action: 'refunded',
    subject: 'tee_time',
    subject_id,
    after: { card, certificate },
  });
  const refunded = card + certificate;
  await publishTeeTime(db, 'tee_time.refunded', subject_id, refunded);
  if (!is_approved) await notifySecondLook(db, { operation_id, tee_time_id: subject_id, staff, refunded });
}
