import type { PayWith } from '../../integrations/payment/gateway.ts';
import { NothingSent, OutcomeUnknown, RequestRefused } from '../../integrations/payment/gateway.ts';
import { chargeWithin, refundWithin } from '../../integrations/payment/retry.ts';
import { releasePermitDuring } from '../../server/load-shedding/admit.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import { forSettling } from '../../server/process/app-context.ts';
import { retry } from '../../server/database/driver/retry.ts';
import { whileRenewing } from '../../server/database/leases/renewal.ts';
import { faultPoint } from '../../server/process/fault-points.ts';
import { markOperationUnknown } from '../operations/operations.queries.ts';
import {
  markSent,
  markUnknown,
  paymentOf,
  renewLease,
  type Attempt,
  type RefusedRequest,
  type Settlement,
} from './attempts.queries.ts';
import type { CardChoice } from './card.rules.ts';
import { refusedText } from './refused/refused.texts.ts';

/** Records the outcome of an attempt, once; a second call must be harmless. */
export type Settle = (app: AppContext, attempt_id: string, settlement: Settlement) => Promise<void>;
export type ChargeToMake = {
  /** The purpose of the charge, by which the fault points (where tests crash the process) are named. */
  at: 'booking' | 'change' | 'sale';
  attempt: Attempt;
  choice: CardChoice;
  description: string;
  is_telephone_order: boolean;
};

/** Sends a recorded charge, outside any transaction and without a database connection, and settles it. */
export async function sendCharge(
  app: AppContext,
  { at, attempt, choice, description, is_telephone_order }: ChargeToMake,
  settle: Settle,
): Promise<void> {
  const { gateway } = app.integrations;
  const { paymentTryMs: tryMs, paymentTotalMs: totalMs, reconcileLeaseMs: leaseMs } = app.settings;
  const charge = { reference: attempt.id, raw_amount: attempt.raw_amount, description };
  const settled = (settlement: Settlement) => settle(forSettling(app), attempt.id, settlement);
  const refused = (error: unknown) => refusedRequest(error, attempt.raw_amount);
  const [prepared, account] = await releasePermitDuring(app, () =>
    Promise.all([gateway.prepare(charge).catch(notPrepared(refused)), gateway.account()]),
  );
  if (prepared !== null && typeof prepared === 'object') return settled(prepared);
  const marked = await markSent(forSettling(app).db, attempt, { handle: prepared, account, leaseMs });
  // The lease expired before anything was sent. Only this request can send the charge, because only it knows the card, so the
  // charge is abandoned.
  if (!marked) return settled({ state: 'abandoned' });
  faultPoint(`${at}.sent`);
  const renewed = (db: Db, ms: number) => renewLease(db, attempt.id, ms);
  const sent = { ...charge, handle: prepared, with: payWith(choice), is_telephone_order };
  try {
    await whileRenewing(app, renewed, async () => {
      const outcome = await releasePermitDuring(app, () =>
        chargeWithin(gateway, sent, { tryMs, totalMs }).catch(refused),
      );
      faultPoint(`${at}.answered`);
      await retry(forSettling(app), (unlimited) => settle(unlimited, attempt.id, outcome));
    });
    faultPoint(`${at}.settled`);
  } catch (error) {
    if (error instanceof NothingSent) return settled(NOT_REACHED);
    if (!(error instanceof OutcomeUnknown)) throw error;
    faultPoint(`${at}.unanswered`);
    const { db } = forSettling(app);
    await markUnknown(db, attempt.id);
    faultPoint(`${at}.unknown`);
    await markOperationUnknown(db, attempt.operation_id);
  }
}

const NOT_REACHED = {
  state: 'declined',
  reason: 'The payment gateway cannot be reached. Nothing was charged.',
} as const;

/** Returns the outcome of a charge that the gateway could not even prepare: certainly nothing was charged. */
const notPrepared = (refused: (error: unknown) => Settlement) => (error: unknown) =>
  error instanceof OutcomeUnknown ? NOT_REACHED : refused(error);

function payWith(choice: CardChoice): PayWith {
  if (choice.pay === 'card') return { card: choice.card };
  if (choice.pay === 'token') return { token: choice.token };
  throw new Error('there is nothing to charge');
}

/** Returns the outcome of an attempt for a rejected request; rethrows any other error. */
function refusedRequest(error: unknown, cents: number): RefusedRequest {
  if (!(error instanceof RequestRefused)) throw error;
  const { about: refused_for, code } = error;
  return { state: 'declined', reason: refusedText(error, cents), refused_for, code };
}

/** Sends a recorded refund under its own reference; sending it again repeats the same refund. */
export async function sendRefund(app: AppContext, attempt: Attempt, settle: Settle): Promise<void> {
  const { paymentTryMs: tryMs, paymentTotalMs: totalMs, reconcileLeaseMs: leaseMs } = app.settings;
  const payment_id = await paymentOf(app.db, attempt);
  if (!(await markSent(app.db, attempt, { leaseMs }))) return;
  faultPoint('refund.sent');
  const renewed = (db: Db, ms: number) => renewLease(db, attempt.id, ms);
  const refused = (error: unknown): Settlement => {
    if (mayStillArrive(app, attempt)) throw error;
    return refusedRequest(error, attempt.raw_amount);
  };
  const refund = { reference: attempt.id, payment_id, raw_amount: attempt.raw_amount };
  try {
    await whileRenewing(app, renewed, async () => {
      const outcome = await releasePermitDuring(app, () =>
        refundWithin(app.integrations.gateway, refund, { tryMs, totalMs }).catch(refused),
      );
      faultPoint('refund.answered');
      await retry(app, (unlimited) => settle(unlimited, attempt.id, outcome));
    });
    faultPoint('refund.settled');
  } catch (error) {
    const isRefused = error instanceof RequestRefused;
    if (!isRefused && !(error instanceof OutcomeUnknown)) throw error;
    faultPoint('refund.unanswered');
    await markUnknown(app.db, attempt.id, isRefused ? (attempt.sent_at ?? undefined) : undefined);
    faultPoint('refund.unknown');
    await markOperationUnknown(app.db, attempt.operation_id);
  }
}

/**
 * Returns true if an earlier request of this refund was not answered and may still reach the gateway; `sent_at` is from
 * before the latest request.
 */
const mayStillArrive = ({ settings }: AppContext, { sent_at }: Attempt): boolean =>
  sent_at !== null && Date.now() - Date.parse(sent_at) < settings.paymentGiveUpMs;
