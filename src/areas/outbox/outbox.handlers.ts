import type { Handlers } from '../../server/http/serve.ts';
import type { outbox } from './outbox.contract.ts';
import { findMail, outboxList, waitAgain } from './outbox.queries.ts';

export const outboxHandlers: Handlers<typeof outbox> = {
  index: ({ db, query }) => outboxList.page(db, query),
  count: ({ db, query }) => outboxList.count(db, query),
  show: ({ db, params }) => findMail(db, params.id),
  resend: ({ db, params, staff }) => waitAgain(db, { ...params, staff }),
};
