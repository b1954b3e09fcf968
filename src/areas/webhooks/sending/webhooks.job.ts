import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, logTimerFailure, type RepeatingTimer } from '../../../server/process/timer.ts';
import { dropOldEvents, dueEndpoints } from './due.queries.ts';
import { sendDueDeliveries } from './send.steps.ts';

/**
 * Starts sending events to partners, with a worker for each webhook, so that a slow or failing webhook delays no other. `stop`
 * waits only for the current attempts.
 */
export function startWebhooks(app: AppContext): RepeatingTimer {
  const sending = new Map<number, Promise<void>>();
  let isStopped = false;
  const begin = (endpoint: number): void => {
    const sent = sendDueDeliveries(app, endpoint, () => isStopped)
      .catch((error: unknown) => logTimerFailure('webhooks', error))
      .finally(() => sending.delete(endpoint));
    sending.set(endpoint, sent);
  };
  const look = async () => {
    const due = await dueEndpoints(app.db);
    due.filter((endpoint) => !isStopped && !sending.has(endpoint)).forEach(begin);
  };
  const on = /\bwebhook_(deliveries|endpoints)\b/;
  const timer = startTimer(app.settings.webhookEveryMs, 'webhooks', look, { commits: app.commits, on });
  return {
    stop: async () => {
      isStopped = true;
      await timer.stop();
      await Promise.all(sending.values());
    },
  };
}

const HOUR_MS = 3_600_000;

/** Starts deleting old events every hour. */
export const startDroppingEvents = (app: AppContext): RepeatingTimer =>
  startTimer(HOUR_MS, 'old events', () => dropOldEvents(app.db));
