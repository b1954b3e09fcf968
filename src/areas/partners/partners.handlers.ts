import type { CallHandlers } from '../../server/http/serve.ts';
import type { partners } from './partners.contract.ts';
import { deletePartner, findPartner, insertPartner, partnerList, updatePartner } from './partners.queries.ts';

export const partnerHandlers: CallHandlers<typeof partners> = {
  index: ({ db, query }) => partnerList.page(db, query),
  count: ({ db, query }) => partnerList.count(db, query),
  show: ({ db, params }) => findPartner(db, params.id),
  create: ({ db, body, staff }) => insertPartner(db, body.partner, staff),
  update: ({ db, body, staff }) => updatePartner(db, body.id, body.partner, staff),
  remove: ({ db, params }) => deletePartner(db, params.id),
};
