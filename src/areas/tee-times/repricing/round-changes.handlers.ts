import type { Handlers } from '../../../server/http/serve.ts';
import { changeRound } from './change.steps.ts';
import { quoteChange } from './quote.queries.ts';
import type { roundChanges } from './round-changes.contract.ts';

export const roundChangeHandlers: Handlers<typeof roundChanges> = {
  quote: ({ db, app, body }) => quoteChange(db, app, body),
  change: changeRound,
};
