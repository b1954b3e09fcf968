import { cleanEmail } from '../../contract/emails.ts';
import { CrmUnavailable, type Crm, type CrmDealQuery } from '../../integrations/crm/crm.ts';
import { releasePermitDuring } from '../../server/load-shedding/admit.ts';
import { OutsideSystemFailed } from '../../server/http/errors.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import type { deals } from './deals.contract.ts';

export const dealHandlers: CallHandlers<typeof deals> = {
  index: async ({ app, query: { dealId, email } }) => {
    const { crm } = app.integrations;
    const question = { dealId: idOf(dealId), email: email || emailOf(dealId) };
    return { deals: await releasePermitDuring(app, () => dealsFrom(crm, question)), pipe_url: crm.pipe_url };
  },
};

// The screen has one box for an id or an e-mail, so that either may arrive as the id.
const idOf = (typed: string) => (/^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : undefined);
const emailOf = (typed: string) => (typed.includes('@') ? cleanEmail(typed) : undefined);

async function dealsFrom(crm: Crm, question: CrmDealQuery) {
  if (question.dealId === undefined && question.email === undefined) return [];
  try {
    return await crm.findDeals(question);
  } catch (error) {
    // A failure of the CRM is shown but does not prevent a booking, because the booking screen works without deals.
    if (error instanceof CrmUnavailable) throw new OutsideSystemFailed(error.message);
    throw error;
  }
}
