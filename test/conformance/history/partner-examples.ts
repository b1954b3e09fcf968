import { partnerKeys } from '../../../src/areas/partners/keys/keys.contract.ts';
import { aPartnerWithoutKey } from '../../support/partners.ts';
import { anEndpoint, anEvent } from '../../support/an-endpoint.ts';
import type { Asking, Example } from './examples.ts';

const endpoint = { url: 'https://partner.example/ric', kinds: ['lead.matched'], is_on: false };
const ofEndpoint: Example = async (asking) => ({
  params: { id: (await anOwnEndpoint(asking)).id },
  body: { endpoint },
});
const anOwnEndpoint = async ({ desk }: Asking) => anEndpoint(desk.db, (await aPartnerWithoutKey(desk.db)).id);

/** Valid requests for the calls about partners, their keys and their webhooks. */
export const OF_PARTNERS: Record<string, Example> = {
  'POST /api/partners/keys/{id}': async ({ desk }) => ({
    params: { id: (await aPartnerWithoutKey(desk.db)).id },
  }),
  'POST /api/partner_keys/withdraw/{id}': async ({ desk, admin }) => {
    const { id } = await aPartnerWithoutKey(desk.db);
    const made = await desk.ok(partnerKeys.make, { params: { id } }, admin);
    return { params: { id: made.id } };
  },
  'POST /api/partners/webhooks/{id}': async ({ desk }) => ({
    params: { id: (await aPartnerWithoutKey(desk.db)).id },
    body: { endpoint },
  }),
  'PUT /api/webhook_endpoints/{id}': ofEndpoint,
  'POST /api/webhook_endpoints/secret/{id}': ofEndpoint,
  'DELETE /api/webhook_endpoints/{id}': ofEndpoint,
  'POST /api/webhooks/send_again/{id}': async ({ desk }) => {
    const { id } = await aPartnerWithoutKey(desk.db);
    await anEndpoint(desk.db, id);
    const event_id = await anEvent(desk.db, id);
    const ended = desk.db.updateTable('webhook_deliveries').set({ state: 'failed' });
    const delivery = await ended.where('event_id', '=', event_id).returning('id').executeTakeFirstOrThrow();
    return { params: { id: delivery.id } };
  },
};
