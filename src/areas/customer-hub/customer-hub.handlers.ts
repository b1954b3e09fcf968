import type { CallHandlers } from '../../server/http/serve.ts';
import { remainingCustomerId } from '../customers/merging/who-stays.queries.ts';
import type { customerHub } from './customer-hub.contract.ts';
import {
  findCustomerCertificates,
  findCustomerLeads,
  findCustomerEmails,
  findCustomerTeeTimes,
} from './customer-hub.queries.ts';

export const customerHubHandlers: CallHandlers<typeof customerHub> = {
  rounds: async ({ db, app, params }) =>
    findCustomerTeeTimes(db, app, await remainingCustomerId(db, params.id)),
  certificates: async ({ db, params }) =>
    findCustomerCertificates(db, await remainingCustomerId(db, params.id)),
  letters: async ({ db, params }) => findCustomerEmails(db, await remainingCustomerId(db, params.id)),
  leads: async ({ db, app, params }) => findCustomerLeads(db, app, await remainingCustomerId(db, params.id)),
};
