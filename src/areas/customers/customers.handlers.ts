import type { CallHandlers } from '../../server/http/serve.ts';
import type { customers } from './customers.contract.ts';
import {
  customerList,
  findCustomer,
  insertCustomer,
  findCustomersByEmail,
  updateCustomer,
} from './customers.queries.ts';

export const customerHandlers: CallHandlers<typeof customers> = {
  index: ({ db, query }) => customerList.page(db, query),
  count: ({ db, query }) => customerList.count(db, query),
  show: ({ db, params }) => findCustomer(db, params.id),
  create: ({ db, body, staff }) => insertCustomer(db, body.customer, staff),
  update: ({ db, body, staff }) => updateCustomer(db, body.id, body.customer, staff),
  match: ({ db, query }) => findCustomersByEmail(db, query.email),
};
