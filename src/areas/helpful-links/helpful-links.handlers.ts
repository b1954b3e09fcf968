import type { CallHandlers } from '../../server/http/serve.ts';
import type { helpfulLinks } from './helpful-links.contract.ts';
import {
  deleteLink,
  findLink,
  helpfulLinkList,
  insertLink,
  moveLink,
  setLinkType,
  updateLink,
} from './helpful-links.queries.ts';

export const helpfulLinkHandlers: CallHandlers<typeof helpfulLinks> = {
  index: ({ db, query }) => helpfulLinkList.page(db, query),
  count: ({ db, query }) => helpfulLinkList.count(db, query),
  show: ({ db, params }) => findLink(db, params.id),
  create: ({ db, body, staff }) => insertLink(db, body.helpful_link, staff),
  update: ({ db, body, staff }) => updateLink(db, body.id, body.helpful_link, staff),
  updateType: ({ db, body, staff }) => setLinkType(db, body.id, body.type, staff),
  moveUp: ({ db, params, staff }) => moveLink(db, params.id, -1, staff),
  moveDown: ({ db, params, staff }) => moveLink(db, params.id, 1, staff),
  remove: ({ db, params, staff }) => deleteLink(db, params.id, staff),
};
