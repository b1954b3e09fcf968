import { startOutboxWorker } from '../areas/outbox/worker.ts';
import { startLedgerCheck } from '../areas/payments/checks.ts';
import { startForgetting } from '../areas/payments/operations.queries.ts';
import { startReconciler } from '../areas/payments/reconciler.ts';
import { startFollowingRenames } from '../areas/tee-times/changing/renames.ts';
import type { Desk } from '../server/process/context.ts';
import type { Timer } from '../server/process/timer.ts';

/** Everything that happens without anybody asking for it: the areas' timers, in one list. */
export function startJobs(desk: Desk): Timer[] {
  const starts = [
    startReconciler,
    startOutboxWorker,
    startLedgerCheck,
    startForgetting,
    startFollowingRenames,
  ];
  return starts.map((start) => start(desk));
}
