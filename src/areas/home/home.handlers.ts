import type { Handlers } from '../../server/http/serve.ts';
import { needySources } from '../gathering/sources/sources.steps.ts';
import { notToCome } from '../sales/period.steps.ts';
import type { home } from './home.contract.ts';
import { leaderboardOf } from './board/leaderboard.queries.ts';
import { countNotices } from '../notices/notices.queries.ts';
import { countCallers } from './to-do.queries.ts';

export const homeHandlers: Handlers<typeof home> = {
  agentLeaderboard: ({ db, desk, body }) =>
    leaderboardOf(db, { ...notToCome(desk, body), zone: desk.settings.businessTimeZone }),
  toDo: async ({ db, desk, staff }) => {
    const [callers, open, sources] = await Promise.all([
      countCallers(db, desk.now()),
      countNotices(db, staff),
      needySources(db, desk),
    ]);
    return { sources, callers, letters: open.get('mail') ?? 0, refunds: open.get('refund') ?? 0 };
  },
};
