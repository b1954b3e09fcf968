import type { CallHandlers } from '../../server/http/serve.ts';
import type { claims } from './claims.contract.ts';
import { releaseClaims, openClaims, takeClaims } from './claims.queries.ts';

export const claimHandlers: CallHandlers<typeof claims> = {
  index: ({ db, staff }) => openClaims(db, staff.id),
  take: async ({ db, body, staff }) => ({ held: await takeClaims(db, { ...body, staff }) }),
  leave: async ({ db, params, staff }) => {
    await releaseClaims(db, params.holder, staff.id);
    return {};
  },
};
