import type { Handlers } from '../../../server/http/serve.ts';
import type { partnerKeys } from './keys.contract.ts';
import { keysOf, makeKey, withdrawKey } from './keys.queries.ts';

export const partnerKeyHandlers: Handlers<typeof partnerKeys> = {
  index: ({ db, params }) => keysOf(db, params.id),
  make: ({ db, params, staff }) => makeKey(db, params.id, staff),
  withdraw: ({ db, params, staff }) => withdrawKey(db, params.id, staff),
};
