import type { Handlers } from '../../server/http/serve.ts';
import type { auditTrail } from './audit-trail.contract.ts';
import { auditList, withTexts } from './audit-trail.queries.ts';

export const auditTrailHandlers: Handlers<typeof auditTrail> = {
  index: async ({ db, app, query }) => withTexts(db, app, await auditList(app).page(db, query)),
  count: ({ db, app, query }) => auditList(app).count(db, query),
};
