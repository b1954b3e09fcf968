import type { Handlers } from '../../../server/http/serve.ts';
import type { moves } from './ledger-entries.contract.ts';
import { certificateMoves, discountMoves } from './ledger-entries.queries.ts';

export const moveHandlers: Handlers<typeof moves> = {
  ofGiftCertificate: ({ db, params, query }) => certificateMoves(db, params.id, query.page),
  ofDiscount: ({ db, params, query }) => discountMoves(db, params.id, query.page),
};
