import type { CallHandlers } from '../../server/http/serve.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { resendTeeTimeEmail } from '../outbox/queue.steps.ts';
import { cancelTeeTime, cancelOptions, cancelWithoutRefund } from './canceling/cancel.steps.ts';
import type { teeTimes } from './tee-times.contract.ts';
import { teeTimeList } from './list/list.queries.ts';
import { findTeeTime } from './tee-times.queries.ts';
import { updateTeeTimeCustomer, updateTeeTime } from './changing/update.queries.ts';
import { createdInConditions } from '../../server/lists/period.ts';

const asked = (app: AppContext, staff: Staff) => ({ staff, settings: app.settings, now: app.now() });

export const teeTimeHandlers: CallHandlers<typeof teeTimes> = {
  index: ({ db, app, query }) =>
    teeTimeList(app).page(db, query, createdInConditions(app, query, 't.created_at')),
  count: ({ db, app, query }) =>
    teeTimeList(app).count(db, query, createdInConditions(app, query, 't.created_at')),
  show: ({ db, app, params }) => findTeeTime(db, app, params.id),
  update: ({ db, app, staff, body }) => updateTeeTime(db, { app, staff }, body),
  updateCustomer: ({ db, staff, body }) => updateTeeTimeCustomer(db, staff, body),
  cancelOptions,
  cancel: ({ staff, ...asked }) => cancelTeeTime({ ...asked, actor: staff }),
  cancelPlainly: ({ staff, ...asked }) => cancelWithoutRefund({ ...asked, actor: staff }),
  cancelEmail: ({ db, app, staff, params }) =>
    resendTeeTimeEmail(db, { ...asked(app, staff), tee_time_id: params.id, kind: 'cancellation' }),
  receipt: ({ db, app, staff, params }) =>
    resendTeeTimeEmail(db, { ...asked(app, staff), tee_time_id: params.id, kind: 'receipt' }),
  voucher: ({ db, app, staff, params }) =>
    resendTeeTimeEmail(db, { ...asked(app, staff), tee_time_id: params.id, kind: 'voucher' }),
};
