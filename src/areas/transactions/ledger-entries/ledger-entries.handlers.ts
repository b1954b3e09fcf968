import type { Handlers } from '../../../server/http/serve.ts';
import type { ledgerEntries } from './ledger-entries.contract.ts';
import { certificateEntries, discountEntries } from './ledger-entries.queries.ts';

export const moveHandlers: Handlers<typeof ledgerEntries> = {
  ofGiftCertificate: ({ db, params, query }) => certificateEntries(db, params.id, query.page),
  ofDiscount: ({ db, params, query }) => discountEntries(db, params.id, query.page),
};
