import { startOutboxWorker } from '../areas/outbox/worker.ts';
import { startLedgerCheck } from '../areas/payments/checks.ts';
import { startForgetting } from '../areas/payments/operations.queries.ts';
import { startReconciler } from '../areas/payments/reconciler.ts';
import type { Desk } from './context.ts';
import type { Timer } from './timer.ts';

/** Everything that happens without anybody asking for it: the areas' timers, in one list. */
export function startJobs(desk: Desk): Timer[] {
  return [startReconciler(desk), startOutboxWorker(desk), startLedgerCheck(desk), startForgetting(desk)];
}
