import type { Handlers } from '../../server/http/serve.ts';
import type { turns } from './claims.contract.ts';
import { leaveTurns, openTurns, takeTurns } from './claims.queries.ts';

export const turnHandlers: Handlers<typeof turns> = {
  index: ({ db, staff }) => openTurns(db, staff.id),
  take: async ({ db, body, staff }) => ({ held: await takeTurns(db, { ...body, staff }) }),
  leave: async ({ db, params, staff }) => {
    await leaveTurns(db, params.holder, staff.id);
    return {};
  },
};
