import type { Handlers } from '../../server/http/serve.ts';
import type { transactions } from './transactions.contract.ts';
import { certificateRecords, discountRecords, teeTimeTransactions } from './transactions.queries.ts';

export const transactionHandlers: Handlers<typeof transactions> = {
  teeTime: ({ db, params }) => teeTimeTransactions(db, params.id),
  giftCertificate: ({ db, params }) => certificateRecords(db, params.id),
  discount: ({ db, params }) => discountRecords(db, params.id),
};
