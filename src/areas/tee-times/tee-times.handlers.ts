import type { Handlers } from '../../server/http/serve.ts';
import type { Desk, Staff } from '../../server/process/context.ts';
import { sendAgain } from '../outbox/queue.steps.ts';
import { cancel, cancelOptions, cancelPlainly } from './canceling/cancel.steps.ts';
import type { teeTimes } from './tee-times.contract.ts';
import { teeTimeList } from './list/list.queries.ts';
import { findTeeTime } from './tee-times.queries.ts';
import { updateCustomer, updateTeeTime } from './changing/update.queries.ts';
import { createdIn } from '../../server/lists/period.ts';

const asked = (desk: Desk, staff: Staff) => ({ staff, settings: desk.settings, now: desk.now() });

export const teeTimeHandlers: Handlers<typeof teeTimes> = {
  index: ({ db, desk, query }) => teeTimeList(desk).page(db, query, createdIn(desk, query, 't.created_at')),
  count: ({ db, desk, query }) => teeTimeList(desk).count(db, query, createdIn(desk, query, 't.created_at')),
  show: ({ db, desk, params }) => findTeeTime(db, desk, params.id),
  update: ({ db, desk, staff, body }) => updateTeeTime(db, { desk, staff }, body),
  updateCustomer: ({ db, staff, body }) => updateCustomer(db, staff, body),
  cancelOptions,
  cancel: ({ staff, ...asked }) => cancel({ ...asked, actor: staff }),
  cancelPlainly: ({ staff, ...asked }) => cancelPlainly({ ...asked, actor: staff }),
  cancelEmail: ({ db, desk, staff, params }) =>
    sendAgain(db, { ...asked(desk, staff), tee_time_id: params.id, kind: 'cancellation' }),
  receipt: ({ db, desk, staff, params }) =>
    sendAgain(db, { ...asked(desk, staff), tee_time_id: params.id, kind: 'receipt' }),
  voucher: ({ db, desk, staff, params }) =>
    sendAgain(db, { ...asked(desk, staff), tee_time_id: params.id, kind: 'voucher' }),
};
