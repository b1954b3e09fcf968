import type { Desk } from '../../../server/process/context.ts';
import { every, type Timer } from '../../../server/process/timer.ts';
import { lookUp } from '../reconciler.steps.ts';
import { failRefund } from './fail-refund.steps.ts';
import { leaseSettledRefund, markAsked } from './failed-refunds.queries.ts';

const EVERY_MS = 60_000;
/** So few per round, one after the other, that the gateway has time for charges. */
const MOST = 20;

/** Checks the refunds of the last 30 days every day, because a refund can fail after it was made; any process may do it. */
export const startCheckingRefunds = (desk: Desk): Timer =>
  every(EVERY_MS, 'settled refunds', (isStopping) => checkSettledRefunds(desk, isStopping));

/** Runs one round. */
export async function checkSettledRefunds(desk: Desk, isStopping = () => false): Promise<void> {
  for (let asked = 0; asked < MOST && !isStopping(); asked += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to pace them
    const refund = await leaseSettledRefund(desk.db, desk.settings.reconcileLeaseMs);
    if (!refund) return;
    // oxlint-disable-next-line no-await-in-loop
    const found = await lookUp(desk, refund);
    if (found?.state === 'declined') {
      // oxlint-disable-next-line no-await-in-loop
      await failRefund(desk, refund.id, found.reason);
      desk.live.tell('tee_times', 'notices');
    } else {
      // oxlint-disable-next-line no-await-in-loop
      await markAsked(desk.db, refund.id);
    }
  }
}
