import type { Handlers } from '../../server/http/serve.ts';
import { needySources } from '../scraping/sources/sources.steps.ts';
import { notToCome } from '../sales/period.steps.ts';
import type { home } from './home.contract.ts';
import { leaderboardOf } from './board/leaderboard.queries.ts';
import { countToApprove } from '../tee-times/approving/requests.queries.ts';
import { countNotices } from '../notices/notices.queries.ts';
import { countCallers } from './to-do.queries.ts';

export const homeHandlers: Handlers<typeof home> = {
  agentLeaderboard: ({ db, app, body }) =>
    leaderboardOf(db, { ...notToCome(app, body), zone: app.settings.businessTimeZone }),
  toDo: async ({ db, app, staff }) => {
    const now = app.now();
    const [callers, open, sources, approvals] = await Promise.all([
      countCallers(db, now),
      countNotices(db, staff),
      needySources(db, app),
      countToApprove(db, { staff, now }),
    ]);
    const [letters, refunds] = [open.get('mail') ?? 0, open.get('refund') ?? 0];
    return { sources, callers, letters, refunds, approvals };
  },
};
