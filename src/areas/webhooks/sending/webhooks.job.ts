import type { Desk } from '../../../server/process/context.ts';
import { every, logTimerFailure, type Timer } from '../../../server/process/timer.ts';
import { dropOldEvents, dueEndpoints } from './due.queries.ts';
import { sendDue } from './send.steps.ts';

/**
 * Sends events to partners, again and again, with a worker for each endpoint, so that a slow or failing one delays no other.
 * `stop` waits only for the present tries.
 */
export function startWebhooks(desk: Desk): Timer {
  const lanes = new Map<number, Promise<void>>();
  let isStopped = false;
  const begin = (endpoint: number): void => {
    const lane = sendDue(desk, endpoint, () => isStopped)
      .catch((error: unknown) => logTimerFailure('webhooks', error))
      .finally(() => lanes.delete(endpoint));
    lanes.set(endpoint, lane);
  };
  const look = async () => {
    const due = await dueEndpoints(desk.db);
    due.filter((endpoint) => !isStopped && !lanes.has(endpoint)).forEach(begin);
  };
  const on = /\bwebhook_(deliveries|endpoints)\b/;
  const timer = every(desk.settings.webhookEveryMs, 'webhooks', look, { commits: desk.commits, on });
  return {
    stop: async () => {
      isStopped = true;
      await timer.stop();
      await Promise.all(lanes.values());
    },
  };
}

const HOUR_MS = 3_600_000;

/** Deletes old events every hour. */
export const startDroppingEvents = (desk: Desk): Timer =>
  every(HOUR_MS, 'old events', () => dropOldEvents(desk.db));
