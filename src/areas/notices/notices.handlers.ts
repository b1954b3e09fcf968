import type { Handlers } from '../../server/http/serve.ts';
import type { notices } from './notices.contract.ts';
import { dismissNotice, openNotices } from './notices.queries.ts';

export const noticeHandlers: Handlers<typeof notices> = {
  index: ({ db, staff }) => openNotices(db, staff),
  dismiss: ({ db, params, staff, app }) => dismissNotice(db, params.id, { by: staff, at: app.now() }),
};
