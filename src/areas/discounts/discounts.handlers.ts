import type { CallHandlers } from '../../server/http/serve.ts';
import type { discounts } from './discounts.contract.ts';
import {
  deleteDiscount,
  discountList,
  findDiscount,
  insertDiscount,
  updateDiscount,
} from './discounts.queries.ts';

export const discountHandlers: CallHandlers<typeof discounts> = {
  index: ({ db, query }) => discountList.page(db, query),
  count: ({ db, query }) => discountList.count(db, query),
  show: ({ db, params }) => findDiscount(db, params.id),
  create: ({ db, body, staff }) => insertDiscount(db, body.discount, staff),
  update: ({ db, body, staff }) => updateDiscount(db, body.id, body.discount, staff),
  remove: ({ db, params }) => deleteDiscount(db, params.id),
};
