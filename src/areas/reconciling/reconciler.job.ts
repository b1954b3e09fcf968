import type { Desk } from '../../server/process/context.ts';
import { forSettling } from '../../server/process/desk.ts';
import { every, type Timer } from '../../server/process/timer.ts';
import { reconcileOnce, type MoneyOperations } from './reconciler.steps.ts';

/** Settles, without a person, what a crash or a silent gateway left open; runs in each process. */
export const startReconciler = (desk: Desk, operations: MoneyOperations): Timer =>
  every(desk.settings.reconcileEveryMs, 'reconciler', () => reconcileOnce(forSettling(desk), operations));
