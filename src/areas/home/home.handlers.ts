import type { Handlers } from '../../server/http/serve.ts';
import { needySources } from '../gathering/sources/sources.steps.ts';
import { notToCome } from '../sales/period.steps.ts';
import type { home } from './home.contract.ts';
import { leaderboardOf } from './board/leaderboard.queries.ts';
import { countToDo } from './to-do.queries.ts';

export const homeHandlers: Handlers<typeof home> = {
  agentLeaderboard: ({ db, desk, body }) =>
    leaderboardOf(db, { ...notToCome(desk, body), zone: desk.settings.businessTimeZone }),
  toDo: async ({ db, desk }) => {
    const [counted, sources] = await Promise.all([countToDo(db, desk.now()), needySources(db, desk)]);
    return { ...counted, sources };
  },
};
