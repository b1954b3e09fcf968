import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, logTimerFailure, type Timer } from '../../../server/process/timer.ts';
import { dropOldEvents, dueEndpoints } from './due.queries.ts';
import { sendDue } from './send.steps.ts';

/**
 * Sends events to partners, again and again, with a worker for each endpoint, so that a slow or failing one delays no other.
 * `stop` waits only for the present tries.
 */
export function startWebhooks(app: AppContext): Timer {
  const sending = new Map<number, Promise<void>>();
  let isStopped = false;
  const begin = (endpoint: number): void => {
    const sent = sendDue(app, endpoint, () => isStopped)
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

/** Deletes old events every hour. */
export const startDroppingEvents = (app: AppContext): Timer =>
  startTimer(HOUR_MS, 'old events', () => dropOldEvents(app.db));
