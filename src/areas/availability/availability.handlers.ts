import { addDays, businessNow } from '../../contract/dates.ts';
import { maskOf } from '../../contract/cards.ts';
import type { Handlers } from '../../server/http/serve.ts';
import type { availability } from './availability.contract.ts';
import { findSavedCard, noteCardRead } from './availability.queries.ts';

export const availabilityHandlers: Handlers<typeof availability> = {
  fetchCard: async ({ db, desk, params, staff }) => {
    const today = businessNow(desk.now(), desk.settings.businessTimeZone).date;
    const card = await findSavedCard(db, params.queueId, addDays(today, -1));
    if (!card) return {};
    await noteCardRead(db, card.id, staff);
    return { id: card.id, number: maskOf(card.last4), cvv: '', expmo: card.expmo, expyr: card.expyr };
  },
};
