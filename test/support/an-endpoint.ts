import { sql } from 'kysely';
import { EVENT_KINDS, type EventKind } from '../../src/areas/webhooks/events.contract.ts';
import type { Db } from '../../src/server/process/context.ts';

type Given = { url?: string; kinds?: readonly EventKind[]; is_on?: boolean; secret?: string };

/** Creates a webhook endpoint that receives all kinds of events by default. */
export const aWebhookEndpoint = (db: Db, api_user_id: number, given: Given = {}) =>
  db
    .insertInto('webhook_endpoints')
    .values({
      api_user_id,
      url: 'https://partner.example/ric',
      secret: 'a secret for tests',
      ...given,
      kinds: [...(given.kinds ?? EVENT_KINDS)],
    })
    .returning(['id', 'secret'])
    .executeTakeFirstOrThrow();

/** Creates a partner's event with a delivery for each of the partner's endpoints, as `publish` does. */
export async function aWebhookEvent(db: Db, api_user_id: number, subject = 'tee_time 1'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with event as (
      insert into webhook_events (api_user_id, kind, subject, payload)
      values (${api_user_id}, 'tee_time.booked', ${subject}, jsonb_build_object('id', 1)) returning id, subject)
    insert into webhook_deliveries (event_id, endpoint_id, subject)
    select event.id, e.id, event.subject from event, webhook_endpoints e where e.api_user_id = ${api_user_id}
    returning event_id as id`.execute(db);
  return rows[0]?.id ?? '';
}
