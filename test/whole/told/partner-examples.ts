import { partnerKeys } from '../../../src/areas/partners/keys/keys.contract.ts';
import { aPartner } from '../../support/a-partner.ts';
import type { Example } from './examples.ts';

/** What the calls about partners, their keys and their webhooks are sent. */
export const OF_PARTNERS: Record<string, Example> = {
  'POST /api/partners/keys/{id}': async ({ desk }) => ({ params: { id: (await aPartner(desk.db)).id } }),
  'POST /api/partner_keys/withdraw/{id}': async ({ desk, admin }) => {
    const { id } = await aPartner(desk.db);
    const made = await desk.ok(partnerKeys.make, { params: { id } }, admin);
    return { params: { id: made.id } };
  },
};
