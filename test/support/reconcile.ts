import { sql } from 'kysely';
import { MONEY_OPERATIONS } from '../../src/app/background/money-operations.ts';
import { reconcileOnce as reconcileRound } from '../../src/areas/reconciling/reconciler.steps.ts';
import type { AppContext } from '../../src/server/process/context.ts';
import type { TestApp } from './app.ts';

/** Runs the reconciler once, as the process does by its timer. */
export const reconcileOnce = (app: AppContext): Promise<void> => reconcileRound(app, MONEY_OPERATIONS);

/** Far more runs of the reconciler than any test needs: each run checks all open payment attempts. */
const MOST_ROUNDS = 300;

/** Runs the reconciler repeatedly until `isDone` returns true. */
export async function reconcileUntil({ context }: TestApp, isDone: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (await isDone()) return;
    await reconcileOnce(context);
  }
  throw new Error('the reconciler did not settle it');
}

/**
 * Ages open payments and cancellations so much that the reconciler gives up those that the external system does not know.
 */
export async function ageToGiveUp({ db, context }: TestApp): Promise<void> {
  const giveUp = sql<string>`make_interval(secs => ${context.settings.paymentGiveUpMs / 1000})`;
  await db
    .updateTable('payment_attempts')
    .set({ sent_at: sql<string>`sent_at - ${giveUp}` })
    .where('state', '=', 'unknown')
    .execute();
  await db
    .updateTable('operations')
    .set({ created_at: sql<string>`created_at - ${giveUp}` })
    .where('state', '=', 'unknown')
    .execute();
}
