import type { CallHandlers } from '../../../server/http/serve.ts';
import type { partnerKeys } from './keys.contract.ts';
import { findPartnerKeys, createPartnerKey, withdrawPartnerKey } from './keys.queries.ts';

export const partnerKeyHandlers: CallHandlers<typeof partnerKeys> = {
  index: ({ db, params }) => findPartnerKeys(db, params.id),
  make: ({ db, params, staff }) => createPartnerKey(db, params.id, staff),
  withdraw: ({ db, params, staff }) => withdrawPartnerKey(db, params.id, staff),
};
