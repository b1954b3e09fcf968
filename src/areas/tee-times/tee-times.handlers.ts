import type { Handlers } from '../../server/http/serve.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { sendAgain } from '../outbox/queue.steps.ts';
import { cancel, cancelOptions, cancelPlainly } from './canceling/cancel.steps.ts';
import type { teeTimes } from './tee-times.contract.ts';
import { teeTimeList } from './list/list.queries.ts';
import { findTeeTime } from './tee-times.queries.ts';
import { updateCustomer, updateTeeTime } from './changing/update.queries.ts';
import { createdIn } from '../../server/lists/period.ts';

const asked = (app: AppContext, staff: Staff) => ({ staff, settings: app.settings, now: app.now() });

export const teeTimeHandlers: Handlers<typeof teeTimes> = {
  index: ({ db, app, query }) => teeTimeList(app).page(db, query, createdIn(app, query, 't.created_at')),
  count: ({ db, app, query }) => teeTimeList(app).count(db, query, createdIn(app, query, 't.created_at')),
  show: ({ db, app, params }) => findTeeTime(db, app, params.id),
  update: ({ db, app, staff, body }) => updateTeeTime(db, { app, staff }, body),
  updateCustomer: ({ db, staff, body }) => updateCustomer(db, staff, body),
  cancelOptions,
  cancel: ({ staff, ...asked }) => cancel({ ...asked, actor: staff }),
  cancelPlainly: ({ staff, ...asked }) => cancelPlainly({ ...asked, actor: staff }),
  cancelEmail: ({ db, app, staff, params }) =>
    sendAgain(db, { ...asked(app, staff), tee_time_id: params.id, kind: 'cancellation' }),
  receipt: ({ db, app, staff, params }) =>
    sendAgain(db, { ...asked(app, staff), tee_time_id: params.id, kind: 'receipt' }),
  voucher: ({ db, app, staff, params }) =>
    sendAgain(db, { ...asked(app, staff), tee_time_id: params.id, kind: 'voucher' }),
};
