import type { CardOrToken } from '../../integrations/payment/gateway.ts';
import {
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentRejected,
} from '../../integrations/payment/gateway.ts';
import { chargeWithRetries, refundWithRetries } from '../../integrations/payment/retry.ts';
import { releasePermitDuring } from '../../server/load-shedding/admit.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import { contextForSettling } from '../../server/process/app-context.ts';
import { retryUntilRecorded } from '../../server/database/driver/retry.ts';
import { renewLeaseDuring } from '../../server/database/leases/renewal.ts';
import { dieAtFaultPoint } from '../../server/process/fault-points.ts';
import { markOperationUnknown } from '../operations/operations.queries.ts';
import {
  markAttemptSent,
  markAttemptUnknown,
  refundedPaymentId,
  renewAttemptLease,
  type PaymentAttempt,
  type RefusedRequest,
  type AttemptOutcome,
} from './attempts.queries.ts';
import type { CardChoice } from './card.rules.ts';
import { gatewayRejectionText } from './refused/refused.texts.ts';

/** Records the outcome of an attempt, once; a second call must be harmless. */
export type SettleAttempt = (
  app: AppContext,
  attempt_id: string,
  settlement: AttemptOutcome,
) => Promise<void>;
export type ChargeToMake = {
  /** The purpose of the charge, by which the fault points (where tests crash the process) are named. */
  at: 'booking' | 'change' | 'sale';
  attempt: PaymentAttempt;
  choice: CardChoice;
  description: string;
  is_telephone_order: boolean;
};

/** Sends a recorded charge, outside any transaction and without a database connection, and settles it. */
export async function sendCharge(
  app: AppContext,
  { at, attempt, choice, description, is_telephone_order }: ChargeToMake,
  settle: SettleAttempt,
): Promise<void> {
  const { gateway } = app.integrations;
  const { paymentTryMs: tryMs, paymentTotalMs: totalMs, reconcileLeaseMs: leaseMs } = app.settings;
  const charge = { reference: attempt.id, raw_amount: attempt.raw_amount, description };
  const settled = (settlement: AttemptOutcome) => settle(contextForSettling(app), attempt.id, settlement);
  const refused = (error: unknown) => refusedRequest(error, attempt.raw_amount);
  const [prepared, account] = await releasePermitDuring(app, () =>
    Promise.all([gateway.prepare(charge).catch(notPrepared(refused)), gateway.account()]),
  );
  if (prepared !== null && typeof prepared === 'object') return settled(prepared);
  const marked = await markAttemptSent(contextForSettling(app).db, attempt, {
    handle: prepared,
    account,
    leaseMs,
  });
  // The lease expired before anything was sent. Only this request can send the charge, because only it knows the card, so the
  // charge is abandoned.
  if (!marked) return settled({ state: 'abandoned' });
  dieAtFaultPoint(`${at}.sent`);
  const renewed = (db: Db, ms: number) => renewAttemptLease(db, attempt.id, ms);
  const sent = { ...charge, handle: prepared, with: payWith(choice), is_telephone_order };
  try {
    await renewLeaseDuring(app, renewed, async () => {
      const outcome = await releasePermitDuring(app, () =>
        chargeWithRetries(gateway, sent, { tryMs, totalMs }).catch(refused),
      );
      dieAtFaultPoint(`${at}.answered`);
      await retryUntilRecorded(contextForSettling(app), (unlimited) =>
        settle(unlimited, attempt.id, outcome),
      );
    });
    dieAtFaultPoint(`${at}.settled`);
  } catch (error) {
    if (error instanceof PaymentNotSent) return settled(NOT_REACHED);
    if (!(error instanceof PaymentOutcomeUnknown)) throw error;
    dieAtFaultPoint(`${at}.unanswered`);
    const { db } = contextForSettling(app);
    await markAttemptUnknown(db, attempt.id);
    dieAtFaultPoint(`${at}.unknown`);
    await markOperationUnknown(db, attempt.operation_id);
  }
}

const NOT_REACHED = {
  state: 'declined',
  reason: 'The payment gateway cannot be reached. Nothing was charged.',
} as const;

/** Returns the outcome of a charge that the gateway could not even prepare: certainly nothing was charged. */
const notPrepared = (refused: (error: unknown) => AttemptOutcome) => (error: unknown) =>
  error instanceof PaymentOutcomeUnknown ? NOT_REACHED : refused(error);

function payWith(choice: CardChoice): CardOrToken {
  if (choice.pay === 'card') return { card: choice.card };
  if (choice.pay === 'token') return { token: choice.token };
  throw new Error('there is nothing to charge');
}

/** Returns the outcome of an attempt for a rejected request; rethrows any other error. */
function refusedRequest(error: unknown, cents: number): RefusedRequest {
  if (!(error instanceof PaymentRejected)) throw error;
  const { about: refused_for, code } = error;
  return { state: 'declined', reason: gatewayRejectionText(error, cents), refused_for, code };
}

/** Sends a recorded refund under its own reference; sending it again repeats the same refund. */
export async function sendRefund(
  app: AppContext,
  attempt: PaymentAttempt,
  settle: SettleAttempt,
): Promise<void> {
  const { paymentTryMs: tryMs, paymentTotalMs: totalMs, reconcileLeaseMs: leaseMs } = app.settings;
  const payment_id = await refundedPaymentId(app.db, attempt);
  if (!(await markAttemptSent(app.db, attempt, { leaseMs }))) return;
  dieAtFaultPoint('refund.sent');
  const renewed = (db: Db, ms: number) => renewAttemptLease(db, attempt.id, ms);
  const refused = (error: unknown): AttemptOutcome => {
    if (mayStillArrive(app, attempt)) throw error;
    return refusedRequest(error, attempt.raw_amount);
  };
  const refund = { reference: attempt.id, payment_id, raw_amount: attempt.raw_amount };
  try {
    await renewLeaseDuring(app, renewed, async () => {
      const outcome = await releasePermitDuring(app, () =>
        refundWithRetries(app.integrations.gateway, refund, { tryMs, totalMs }).catch(refused),
      );
      dieAtFaultPoint('refund.answered');
      await retryUntilRecorded(app, (unlimited) => settle(unlimited, attempt.id, outcome));
    });
    dieAtFaultPoint('refund.settled');
  } catch (error) {
    const isRefused = error instanceof PaymentRejected;
    if (!isRefused && !(error instanceof PaymentOutcomeUnknown)) throw error;
    dieAtFaultPoint('refund.unanswered');
    await markAttemptUnknown(app.db, attempt.id, isRefused ? (attempt.sent_at ?? undefined) : undefined);
    dieAtFaultPoint('refund.unknown');
    await markOperationUnknown(app.db, attempt.operation_id);
  }
}

/**
 * Returns true if an earlier request of this refund was not answered and may still reach the gateway; `sent_at` is from
 * before the latest request.
 */
const mayStillArrive = ({ settings }: AppContext, { sent_at }: PaymentAttempt): boolean =>
  sent_at !== null && Date.now() - Date.parse(sent_at) < settings.paymentGiveUpMs;
