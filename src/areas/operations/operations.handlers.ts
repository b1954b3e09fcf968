import type { Handlers } from '../../server/http/serve.ts';
import { findOperation, FORGOTTEN, notKnown } from './operations.queries.ts';
import type { operations } from './operations.contract.ts';

export const operationHandlers: Handlers<typeof operations> = {
  show: async ({ db, params }) => {
    const { id, kind, state, answer_status, answer } = await findOperation(db, params.id);
    if (state === 'settled')
      return { id, state, answer_status, answer, ...(answer === null && { message: FORGOTTEN }) };
    return { id, state, answer_status, answer, message: notKnown(kind) };
  },
};
