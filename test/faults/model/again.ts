import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { operations } from '../../../src/areas/operations/operations.contract.ts';
import type { ReceivedAnswer } from '../../support/app.ts';
import { reconcileOnce } from '../../support/reconcile.ts';
import { pickByNumber, type ModelBooks } from './books.ts';
import type { RealApp } from './real-app.ts';

/** Sends an earlier request again, whose answer must be the same. */
export async function sendAgain(_model: ModelBooks, real: RealApp, which: number): Promise<void> {
  const kept = pickByNumber(real.kept, which);
  if (!kept) return;
  // Every error answer has its own request id, so the comparison ignores that id.
  const saidBy = ({ status, body }: ReceivedAnswer) => ({
    status,
    body: { ...Object(body), request_id: null },
  });
  expect(saidBy(await kept.send())).toEqual(saidBy(kept.answered));
}

const PATIENCE = 20_000;

/** Runs the reconciler, which asks the gateway for the outcome of every open attempt. */
export async function settleOpenAttempts(model: ModelBooks, { app, agent }: RealApp): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (const one of [...model.teeTimes, ...model.certificates, ...model.sales]) {
    if (!one.open) continue;
    const { operation, settle: known } = one.open;
    const shown = () => app.ok(operations.show, { params: { id: operation } }, agent);
    let now = await shown();
    for (; now.state !== 'settled'; now = await shown()) {
      if (Date.now() > until) throw new Error(`operation ${operation} is still open`);
      await reconcileOnce(app.context);
      await pause(50);
    }
    one.open = null;
    known(now.answer);
  }
}
