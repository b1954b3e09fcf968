import type { CallHandlers } from '../../server/http/serve.ts';
import type { auditTrail } from './audit-trail.contract.ts';
import { auditList, withActionTexts } from './audit-trail.queries.ts';

export const auditTrailHandlers: CallHandlers<typeof auditTrail> = {
  index: async ({ db, app, query }) => withActionTexts(db, app, await auditList(app).page(db, query)),
  count: ({ db, app, query }) => auditList(app).count(db, query),
};
