import type { Handlers } from '../../server/http/serve.ts';
import type { transactions } from './transactions.contract.ts';
import { certificateMoves, discountMoves } from './moves/moves.queries.ts';
import { certificateRecords, discountRecords, teeTimeTransactions } from './transactions.queries.ts';

export const transactionHandlers: Handlers<typeof transactions> = {
  teeTime: ({ db, params }) => teeTimeTransactions(db, params.id),
  giftCertificate: ({ db, params }) => certificateRecords(db, params.id),
  discount: ({ db, params }) => discountRecords(db, params.id),
  giftCertificateMoves: ({ db, params, query }) => certificateMoves(db, params.id, query.page),
  discountMoves: ({ db, params, query }) => discountMoves(db, params.id, query.page),
};
