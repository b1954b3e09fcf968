import type { Handlers } from '../../server/http/serve.ts';
import { remainingCustomer } from '../customers/merging/who-stays.queries.ts';
import type { customerHub } from './customer-hub.contract.ts';
import { certificatesOf, leadsOf, emailsOf, roundsOf } from './customer-hub.queries.ts';

export const customerHubHandlers: Handlers<typeof customerHub> = {
  rounds: async ({ db, app, params }) => roundsOf(db, app, await remainingCustomer(db, params.id)),
  certificates: async ({ db, params }) => certificatesOf(db, await remainingCustomer(db, params.id)),
  letters: async ({ db, params }) => emailsOf(db, await remainingCustomer(db, params.id)),
  leads: async ({ db, app, params }) => leadsOf(db, app, await remainingCustomer(db, params.id)),
};
