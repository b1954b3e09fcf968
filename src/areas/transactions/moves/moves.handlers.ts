import type { Handlers } from '../../../server/http/serve.ts';
import type { moves } from './moves.contract.ts';
import { certificateMoves, discountMoves } from './moves.queries.ts';

export const moveHandlers: Handlers<typeof moves> = {
  ofGiftCertificate: ({ db, params, query }) => certificateMoves(db, params.id, query.page),
  ofDiscount: ({ db, params, query }) => discountMoves(db, params.id, query.page),
};
