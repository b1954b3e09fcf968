import type { Handlers } from '../../server/http/serve.ts';
import type { auditTrail } from './audit-trail.contract.ts';
import { auditList, withTexts } from './audit-trail.queries.ts';

export const auditTrailHandlers: Handlers<typeof auditTrail> = {
  index: async ({ db, desk, query }) => withTexts(db, desk, await auditList(desk).page(db, query)),
  count: ({ db, desk, query }) => auditList(desk).count(db, query),
};
