import type { Handlers } from '../../server/serve.ts';
import type { customers } from './customers.contract.ts';
import { customerList, matchCustomers } from './customers.queries.ts';

export const customerHandlers: Handlers<typeof customers> = {
  index: ({ db, query }) => customerList.page(db, query),
  count: ({ db, query }) => customerList.count(db, query),
  match: ({ db, query }) => matchCustomers(db, query.email),
};
