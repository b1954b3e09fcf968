import type { CallHandlers } from '../../server/http/serve.ts';
import { coursesNeedingAttention } from '../scraping/sources/sources.steps.ts';
import { requirePastPeriod } from '../sales/period.steps.ts';
import type { home } from './home.contract.ts';
import { findLeaderboard } from './board/leaderboard.queries.ts';
import { countRequestsToApprove } from '../tee-times/approving/requests.queries.ts';
import { countNotices } from '../notices/notices.queries.ts';
import { countCallableLeads } from './to-do.queries.ts';

export const homeHandlers: CallHandlers<typeof home> = {
  agentLeaderboard: ({ db, app, body }) =>
    findLeaderboard(db, { ...requirePastPeriod(app, body), zone: app.settings.businessTimeZone }),
  toDo: async ({ db, app, staff }) => {
    const now = app.now();
    const [callers, open, sources, approvals] = await Promise.all([
      countCallableLeads(db, now),
      countNotices(db, staff),
      coursesNeedingAttention(db, app),
      countRequestsToApprove(db, { staff, now }),
    ]);
    const [letters, refunds] = [open.get('mail') ?? 0, open.get('refund') ?? 0];
    return { sources, callers, letters, refunds, approvals };
  },
};
