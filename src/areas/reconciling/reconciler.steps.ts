import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { OutcomeUnknown, type Outcome } from '../../outside/payment/gateway.ts';
import type { Desk } from '../../server/process/context.ts';
import { faultPoint } from '../../server/process/fault-points.ts';
import { settleCharge } from '../booking/charge/settle.steps.ts';
import { appearedText } from '../tee-times/canceling/cancel.texts.ts';
import { carryOutCancellation, keepBooked, settleRefund } from '../tee-times/canceling/carry-out.steps.ts';
import { settleChange } from '../tee-times/repricing/settle-change.steps.ts';
import { settleCertificateRefund } from '../gift-certificates/refunding/settle-refund.steps.ts';
import { lateSaleText } from '../gift-certificates/selling/sale.texts.ts';
import { settleSale } from '../gift-certificates/selling/settle-sale.steps.ts';
import { findOperation, markOperationUnknown, type Operation } from '../operations/operations.queries.ts';
import { sendRefund, type Settle } from '../payments/send.steps.ts';
import {
  insertAttempt,
  leaseOpenAttempts,
  markReversed,
  markUnknown,
  paymentOf,
  releaseLease,
  type Attempt,
} from '../payments/attempts.queries.ts';
import { isOurAccount, notifyOtherAccount } from './accounts.steps.ts';
import { notify } from '../notices/notices.queries.ts';
const AT_ONCE = 4;

/**
 * One round over every undecided attempt and cancellation that nobody is at. Neither waits for the other: a gateway or a
 * course system that hangs holds up its own work only. What fails is left for a later round and stops nothing else of this
 * one.
 */
export async function reconcileOnce(desk: Desk): Promise<void> {
  const clock = sql<string>`clock_timestamp()`.as('now');
  const { now } = await desk.db.selectNoFrom(clock).executeTakeFirstOrThrow();
  const failures = (await Promise.all([reconcileAttempts(desk, now), resumeCancellations(desk)])).flat();
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failures in one round`);
}

async function reconcileAttempts(desk: Desk, notSince: string): Promise<unknown[]> {
  const { reconcileEveryMs: everyMs, reconcileLeaseMs: leaseMs, paymentWatchMs: watchMs } = desk.settings;
  const look = { everyMs, leaseMs, watchMs, notSince, most: AT_ONCE };
  return workThrough(
    () => leaseOpenAttempts(desk.db, look),
    (attempt) => reconcile(desk, attempt).finally(() => tellOf(desk)),
  );
}

async function resumeCancellations(desk: Desk): Promise<unknown[]> {
  const seen: string[] = [];
  const lease = async () => {
    const open = await leaseCancellations(desk, seen);
    seen.push(...open.map(({ id }) => id));
    return open;
  };
  return workThrough(lease, (operation) => resume(desk, operation).finally(() => tellOf(desk)));
}

const tellOf = ({ live }: Desk) => live.tell('tee_times', 'queues', 'leads', 'notices');

/**
 * Leases a few and works on them, until there are none; answers what failed. Only what is worked on is leased: what a
 * dying process held up, others may take.
 */
async function workThrough<T>(
  lease: () => Promise<T[]>,
  work: (one: T) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  try {
    for (let few = await lease(); few.length > 0; few = await lease())
      await Promise.all(few.map((one) => work(one).catch((error: unknown) => failures.push(error))));
  } catch (error) {
    failures.push(error);
  }
  return failures;
}

async function reconcile(desk: Desk, attempt: Attempt): Promise<void> {
  const settle = await settlerOf(desk, attempt);
  if (attempt.sent_at === null) return neverSent(desk, attempt, settle);
  if ((await isOurAccount(desk, attempt)) === false) {
    if (attempt.state !== 'abandoned') await notifyOtherAccount(desk, attempt);
    return leaveUnknown(desk, attempt);
  }
  const asked = await lookUp(desk, attempt);
  if (asked === null || asked.state === 'running') return releaseLease(desk.db, attempt.id);
  if (attempt.state === 'abandoned')
    return asked.state === 'succeeded' ? reverse(desk, attempt, asked.payment_id) : undefined;
  if (asked.state === 'absent') return absent(desk, attempt, settle);
  faultPoint('reconciler.asked');
  return settle(desk, attempt.id, asked);
}

// Nothing that this account's gateway says is of it.
async function leaveUnknown({ db }: Desk, { id, state, operation_id }: Attempt): Promise<void> {
  if (state === 'abandoned') return;
  await markUnknown(db, id);
  await markOperationUnknown(db, operation_id);
}

type Kind = Operation['kind'];
const kindOf = async (desk: Desk, { operation_id }: Attempt): Promise<Kind> =>
  (await findOperation(desk.db, operation_id)).kind;

const SETTLERS: Partial<Record<Kind, Settle>> = {
  change: settleChange,
  certificate_sale: settleSale,
  certificate_refund: settleCertificateRefund,
};

async function settlerOf(desk: Desk, attempt: Attempt): Promise<Settle> {
  const otherwise = attempt.kind === 'charge' ? settleCharge : settleRefund;
  return SETTLERS[await kindOf(desk, attempt)] ?? otherwise;
}

// The process died before it sent anything: a charge is over (its card is gone), a refund is sent now.
const neverSent = (desk: Desk, attempt: Attempt, settle: Settle): Promise<void> =>
  attempt.kind === 'charge'
    ? settle(desk, attempt.id, { state: 'abandoned' })
    : sendRefund(desk, attempt, settle);

/** What the gateway knows of an attempt: null where it did not say, or is not known to be the one that it was sent to. */
export async function lookUp(
  desk: Desk,
  attempt: Attempt,
): Promise<Outcome | { state: 'absent' } | { state: 'running' } | null> {
  if (!(await isOurAccount(desk, attempt))) return null;
  const payment_id = attempt.kind === 'refund' ? await paymentOf(desk.db, attempt) : attempt.payment_id;
  try {
    return await desk.outside.gateway.lookUp({
      kind: attempt.kind,
      reference: attempt.id,
      handle: attempt.handle,
      payment_id,
      signal: AbortSignal.timeout(desk.settings.paymentTryMs),
    });
  } catch (error) {
    if (error instanceof OutcomeUnknown || (error instanceof Error && error.name === 'TimeoutError'))
      return null;
    throw error;
  }
}

// A refund that never arrived is sent again under its own reference. A charge can not be: it is waited for, then given up.
async function absent(desk: Desk, attempt: Attempt, settle: Settle): Promise<void> {
  if (attempt.kind === 'refund') return sendRefund(desk, attempt, settle);
  const waitedMs = Date.now() - Date.parse(attempt.sent_at ?? attempt.created_at);
  if (waitedMs >= desk.settings.paymentGiveUpMs) return settle(desk, attempt.id, { state: 'abandoned' });
  return markUnknown(desk.db, attempt.id);
}

function lateText({ raw_amount }: Attempt, kind: Kind): string {
  if (kind === 'certificate_sale') return lateSaleText(raw_amount);
  return appearedText(raw_amount, kind === 'change' ? 'change' : 'booking');
}

/** A charge appeared after its booking, change or sale was given up: it is given back under its own key, and staff are told. */
async function reverse(desk: Desk, charge: Attempt, payment_id: string): Promise<void> {
  const message = lateText(charge, await kindOf(desk, charge));
  const refund = await desk.db.transaction().execute(async (db) => {
    if (!(await markReversed(db, charge.id, payment_id))) return null;
    await notify(db, { kind: 'late_charge', message, tee_time_id: charge.tee_time_id });
    return insertAttempt(db, {
      id: randomUUID(),
      operation_id: charge.operation_id,
      tee_time_id: charge.tee_time_id,
      kind: 'refund',
      gateway: charge.gateway,
      gateway_account: charge.gateway_account,
      raw_amount: charge.raw_amount,
      charge_attempt_id: charge.id,
      leaseMs: desk.settings.reconcileLeaseMs,
    });
  });
  if (!refund) return;
  faultPoint('reversal.recorded');
  await sendRefund(desk, refund, await settlerOf(desk, refund));
}

type OpenCancellation = { id: string; tee_time_id: number; waited_ms: number };

// Cancellations without a refund under way: the course system has not answered, or the process died between two steps.
async function leaseCancellations(desk: Desk, seen: string[]): Promise<OpenCancellation[]> {
  const leaseMs = desk.settings.reconcileLeaseMs;
  const { rows } = await sql<OpenCancellation>`
    update operations o set lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where id in (select id from operations where kind = 'cancel' and tee_time_id is not null
        and (state = 'unknown' or (state = 'running' and lease_until < now()))
        and not exists (select from payment_attempts a where a.operation_id = operations.id)
        and id <> all(${seen})
      order by created_at limit ${AT_ONCE} for update skip locked)
    returning id, tee_time_id, (extract(epoch from now() - created_at) * 1000)::bigint as waited_ms`.execute(
    desk.db,
  );
  return rows;
}

const SILENT_COURSE =
  'The course system did not answer a cancellation. The tee time stays booked here, but the course may have canceled it: please call the course.';

async function resume(desk: Desk, operation: OpenCancellation): Promise<void> {
  faultPoint('reconciler.resuming');
  await carryOutCancellation(desk, operation.id);
  if (operation.waited_ms < desk.settings.paymentGiveUpMs) return;
  await keepBooked(
    desk,
    { operation_id: operation.id, tee_time_id: operation.tee_time_id },
    'The course system did not answer.',
    SILENT_COURSE,
  );
}
