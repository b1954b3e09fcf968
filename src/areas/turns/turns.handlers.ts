import type { Handlers } from '../../server/http/serve.ts';
import type { turns } from './turns.contract.ts';
import { leaveTurns, openTurns, takeTurns } from './turns.queries.ts';

export const turnHandlers: Handlers<typeof turns> = {
  index: ({ db, staff }) => openTurns(db, staff.id),
  take: async ({ db, body, staff }) => ({ held: await takeTurns(db, { ...body, staff }) }),
  leave: async ({ db, params, staff }) => {
    await leaveTurns(db, params.holder, staff.id);
    return {};
  },
};
