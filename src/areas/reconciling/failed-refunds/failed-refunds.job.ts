import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { recordIfRefundFailed } from './fail-refund.steps.ts';
import { leaseSettledRefund, markRefundChecked } from './failed-refunds.queries.ts';

const EVERY_MS = 60_000;
/** The most refunds checked in one run, one after the other, so that the gateway has time for charges. */
const MOST = 20;

/**
 * Starts the job that checks every refund of the last 30 days once a day, because a refund can fail after it was
 * made. Any process may run it.
 */
export const startCheckingRefunds = (app: AppContext): RepeatingTimer =>
  startTimer(EVERY_MS, 'settled refunds', (isStopping) => checkSettledRefunds(app, isStopping));

/** Runs the check of settled refunds once. */
export async function checkSettledRefunds(app: AppContext, isStopping = () => false): Promise<void> {
  for (let count = 0; count < MOST && !isStopping(); count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to pace them
    const refund = await leaseSettledRefund(app.db, app.settings.reconcileLeaseMs);
    if (!refund) return;
    // oxlint-disable-next-line no-await-in-loop
    if (!(await recordIfRefundFailed(app, refund))) await markRefundChecked(app.db, refund.id);
  }
}
