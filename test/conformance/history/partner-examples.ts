import { partnerKeys } from '../../../src/areas/partners/keys/keys.contract.ts';
import { aPartnerWithoutKey } from '../../support/partners.ts';
import { aWebhookEndpoint, aWebhookEvent } from '../../support/an-endpoint.ts';
import type { Asking, Example } from './example.ts';

const endpoint = { url: 'https://partner.example/ric', kinds: ['lead.matched'], is_on: false };
const ofEndpoint: Example = async (asking) => ({
  params: { id: (await anOwnEndpoint(asking)).id },
  body: { endpoint },
});
const anOwnEndpoint = async ({ app }: Asking) =>
  aWebhookEndpoint(app.db, (await aPartnerWithoutKey(app.db)).id);

/** Valid requests for the calls about partners, their API keys and their webhooks. */
export const PARTNER_CALL_EXAMPLES: Record<string, Example> = {
  'POST /api/partners/keys/{id}': async ({ app }) => ({
    params: { id: (await aPartnerWithoutKey(app.db)).id },
  }),
  'POST /api/partner_keys/withdraw/{id}': async ({ app, admin }) => {
    const { id } = await aPartnerWithoutKey(app.db);
    const made = await app.ok(partnerKeys.make, { params: { id } }, admin);
    return { params: { id: made.id } };
  },
  'POST /api/partners/webhooks/{id}': async ({ app }) => ({
    params: { id: (await aPartnerWithoutKey(app.db)).id },
    body: { endpoint },
  }),
  'PUT /api/webhook_endpoints/{id}': ofEndpoint,
  'POST /api/webhook_endpoints/secret/{id}': ofEndpoint,
  'DELETE /api/webhook_endpoints/{id}': ofEndpoint,
  'POST /api/webhooks/send_again/{id}': async ({ app }) => {
    const { id } = await aPartnerWithoutKey(app.db);
    await aWebhookEndpoint(app.db, id);
    const event_id = await aWebhookEvent(app.db, id);
    const ended = app.db.updateTable('webhook_deliveries').set({ state: 'failed' });
    const delivery = await ended.where('event_id', '=', event_id).returning('id').executeTakeFirstOrThrow();
    return { params: { id: delivery.id } };
  },
};
