import type { Handlers } from '../../server/http/serve.ts';
import type { auditTrail } from './audit-trail.contract.ts';
import { auditList, tell } from './audit-trail.queries.ts';

export const auditTrailHandlers: Handlers<typeof auditTrail> = {
  index: async ({ db, desk, query }) => tell(db, desk, await auditList(desk).page(db, query)),
  count: ({ db, desk, query }) => auditList(desk).count(db, query),
};
