import type { CallHandlers } from '../../server/http/serve.ts';
import type { outbox } from './outbox.contract.ts';
import { findEmail, outboxList, requeueEmail } from './outbox.queries.ts';

export const outboxHandlers: CallHandlers<typeof outbox> = {
  index: ({ db, query }) => outboxList.page(db, query),
  count: ({ db, query }) => outboxList.count(db, query),
  show: ({ db, params }) => findEmail(db, params.id),
  resend: ({ db, params, staff }) => requeueEmail(db, { ...params, staff }),
};
