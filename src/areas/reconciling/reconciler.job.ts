import type { AppContext } from '../../server/process/context.ts';
import { contextForSettling } from '../../server/process/app-context.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';
import { reconcileOnce, type MoneyOperations } from './reconciler.steps.ts';

/** Starts the reconciler, which settles operations that a crash or an unanswering gateway left open. Every process runs one. */
export const startReconciler = (app: AppContext, operations: MoneyOperations): RepeatingTimer =>
  startTimer(app.settings.reconcileEveryMs, 'reconciler', () =>
    reconcileOnce(contextForSettling(app), operations),
  );
