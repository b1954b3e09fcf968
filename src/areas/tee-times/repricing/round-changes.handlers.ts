import type { CallHandlers } from '../../../server/http/serve.ts';
import { changeRound } from './change.steps.ts';
import { quoteChange } from './quote.queries.ts';
import type { roundChanges } from './round-changes.contract.ts';

export const roundChangeHandlers: CallHandlers<typeof roundChanges> = {
  quote: ({ db, app, body }) => quoteChange(db, app, body),
  change: changeRound,
};
