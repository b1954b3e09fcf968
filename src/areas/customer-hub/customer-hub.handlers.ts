import type { Handlers } from '../../server/http/serve.ts';
import type { customerHub } from './customer-hub.contract.ts';
import { certificatesOf, leadsOf, lettersOf, roundsOf } from './customer-hub.queries.ts';

export const customerHubHandlers: Handlers<typeof customerHub> = {
  rounds: ({ db, desk, params }) => roundsOf(db, desk, params.id),
  certificates: ({ db, params }) => certificatesOf(db, params.id),
  letters: ({ db, params }) => lettersOf(db, params.id),
  leads: ({ db, desk, params }) => leadsOf(db, desk, params.id),
};
