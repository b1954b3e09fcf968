import type { CallHandlers } from '../../../server/http/serve.ts';
import type { lostLeads } from './lost-leads.contract.ts';
import { lostLeadList } from './lost-leads.queries.ts';

export const lostLeadHandlers: CallHandlers<typeof lostLeads> = {
  index: ({ db, app, query }) => lostLeadList(app, query).page(db, query),
  count: ({ db, app, query }) => lostLeadList(app, query).count(db, query),
};
