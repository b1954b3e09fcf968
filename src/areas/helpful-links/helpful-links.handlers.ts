import type { Handlers } from '../../server/serve.ts';
import type { helpfulLinks } from './helpful-links.contract.ts';
import { helpfulLinkList } from './helpful-links.queries.ts';

export const helpfulLinkHandlers: Handlers<typeof helpfulLinks> = {
  index: ({ db, query }) => helpfulLinkList.page(db, query),
  count: ({ db, query }) => helpfulLinkList.count(db, query),
};
