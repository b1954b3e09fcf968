import { reconcileOnce } from '../support/reconcile.ts';
import type { AppContext } from '../../src/server/process/context.ts';
import { startTimer } from '../../src/server/process/timer.ts';

type Watch = {
  from: number;
  isDone: () => Promise<boolean>;
  done: (rounds: number) => void;
  fail: (error: unknown) => void;
};

/** Starts the reconciler's timer as in every process, and counts the reconciler's runs. */
export function countedReconcilerRuns(app: AppContext) {
  const watches = new Set<Watch>();
  let begun = 0;
  const look = async (watch: Watch) => {
    if (!(await watch.isDone())) return;
    watches.delete(watch);
    watch.done(begun - watch.from);
  };
  const round = async () => {
    begun += 1;
    await reconcileOnce(app);
    for (const watch of Array.from(watches)) await look(watch);
  };
  const timer = startTimer(app.settings.reconcileEveryMs, 'reconciler', () =>
    round().catch((error: unknown) => watches.forEach((watch) => watch.fail(error))),
  );
  return {
    stop: timer.stop,
    /** Returns how many more runs of the reconciler begin until a condition holds: 0 if it holds already. */
    async until(isDone: () => Promise<boolean>): Promise<number> {
      const from = begun;
      if (await isDone()) return 0;
      return new Promise((done, fail) => watches.add({ from, isDone, done, fail }));
    },
  };
}
