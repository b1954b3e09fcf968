import { webhookSignature } from '../../../integrations/webhooks/signature.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import {
  giveUpDelivery,
  leaseDueDeliveries,
  markDeliveryAccepted,
  retryDeliveryLater,
  type DueDelivery,
} from './due.queries.ts';

const AT_ONCE = 8;
const LEASE_REST_MS = 50_000; // added to the time limit of an attempt, so that the lease outlasts the attempt
const FIRST_RETRY_S = 30;
const LONGEST_RETRY_S = 3600;
const TRIES = 31; // about a day of attempts

/** Sends the due deliveries of a webhook until none is due. If one fails, the rest wait until the timer runs again. */
export async function sendDueDeliveries(
  app: AppContext,
  endpoint_id: number,
  isStopping = () => false,
): Promise<void> {
  const leaseMs = app.settings.webhookTryMs + LEASE_REST_MS;
  for (let goesOn = true; goesOn && !isStopping();) {
    const due = await leaseDueDeliveries(app.db, endpoint_id, { leaseMs, most: AT_ONCE });
    if (due.length === 0) return;
    dieAtFaultPoint('webhook.leased');
    // The leased deliveries are about different subjects, so they are sent at the same time.
    const taken = await Promise.all(due.map((one) => send(app, one)));
    app.live.tell('webhooks');
    goesOn = taken.every(Boolean);
  }
}

/** Attempts a delivery once; returns true if the webhook accepted it. */
async function send(app: AppContext, due: DueDelivery): Promise<boolean> {
  const { url, secret, event_id, kind, payload, created_at } = due;
  const body = JSON.stringify({ id: event_id, kind, created_at, data: payload });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'RIC',
    'ric-event-id': event_id,
    'ric-signature': webhookSignature(secret, Math.floor(app.now().getTime() / 1000), body),
  };
  const posted = await app.integrations.webhooks
    .post({ url, headers, body })
    .catch((error: unknown) => ({ status: null, answer: '', reason: reasonOf(error) }));
  if ('reason' in posted) return failed(app, due, posted);
  const { status, answer } = posted;
  if (status < 200 || status > 299) return failed(app, due, { ...posted, reason: refusalOf(status) });
  dieAtFaultPoint('webhook.answered');
  await markDeliveryAccepted(app.db, due, { status, answer });
  return true;
}

type Failed = { status: number | null; answer: string; reason: string };

async function failed(app: AppContext, due: DueDelivery, how: Failed): Promise<false> {
  if (due.tries >= TRIES) {
    await giveUpDelivery(app.db, due, how);
    app.live.tell('notices');
  } else
    await retryDeliveryLater(
      app.db,
      due,
      Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (due.tries - 1)),
      how,
    );
  return false;
}

const refusalOf = (status: number): string =>
  status >= 300 && status < 400
    ? `It answered ${status}: RIC does not follow to another address.`
    : `It answered ${status}.`;

const reasonOf = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : 'It could not be reached.').slice(0, 300);
