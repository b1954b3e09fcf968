import type { AppContext } from '../../server/process/context.ts';
import { forSettling } from '../../server/process/app-context.ts';
import { startTimer, type Timer } from '../../server/process/timer.ts';
import { reconcileOnce, type MoneyOperations } from './reconciler.steps.ts';

/** Settles, without a person, what a crash or a silent gateway left open; runs in each process. */
export const startReconciler = (app: AppContext, operations: MoneyOperations): Timer =>
  startTimer(app.settings.reconcileEveryMs, 'reconciler', () => reconcileOnce(forSettling(app), operations));
