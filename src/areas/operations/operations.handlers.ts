import type { CallHandlers } from '../../server/http/serve.ts';
import { findOperation, ANSWER_DELETED_TEXT, outcomeUnknownText } from './operations.queries.ts';
import type { operations } from './operations.contract.ts';

export const operationHandlers: CallHandlers<typeof operations> = {
  show: async ({ db, params }) => {
    const { id, kind, state, answer_status, answer } = await findOperation(db, params.id);
    if (state === 'settled')
      return { id, state, answer_status, answer, ...(answer === null && { message: ANSWER_DELETED_TEXT }) };
    return { id, state, answer_status, answer, message: outcomeUnknownText(kind) };
  },
};
