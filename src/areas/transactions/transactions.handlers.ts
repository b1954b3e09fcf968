import type { CallHandlers } from '../../server/http/serve.ts';
import type { transactions } from './transactions.contract.ts';
import {
  certificateTransactionRecords,
  discountTransactionRecords,
  teeTimeTransactions,
} from './transactions.queries.ts';

export const transactionHandlers: CallHandlers<typeof transactions> = {
  teeTime: ({ db, params }) => teeTimeTransactions(db, params.id),
  giftCertificate: ({ db, params }) => certificateTransactionRecords(db, params.id),
  discount: ({ db, params }) => discountTransactionRecords(db, params.id),
};
