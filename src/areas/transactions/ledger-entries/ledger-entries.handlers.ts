import type { CallHandlers } from '../../../server/http/serve.ts';
import type { ledgerEntries } from './ledger-entries.contract.ts';
import { certificateLedgerEntries, discountLedgerEntries } from './ledger-entries.queries.ts';

export const ledgerEntryHandlers: CallHandlers<typeof ledgerEntries> = {
  ofGiftCertificate: ({ db, params, query }) => certificateLedgerEntries(db, params.id, query.page),
  ofDiscount: ({ db, params, query }) => discountLedgerEntries(db, params.id, query.page),
};
