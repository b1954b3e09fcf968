import type { CallHandlers } from '../../server/http/serve.ts';
import type { notices } from './notices.contract.ts';
import { dismissNotice, findOpenNotices } from './notices.queries.ts';

export const noticeHandlers: CallHandlers<typeof notices> = {
  index: ({ db, staff }) => findOpenNotices(db, staff),
  dismiss: ({ db, params, staff, app }) => dismissNotice(db, params.id, { by: staff, at: app.now() }),
};
