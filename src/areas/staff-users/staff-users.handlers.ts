import { STAFF_LEVELS } from '../../contract/wire.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import type { staffUsers } from './staff-users.contract.ts';
import {
  findStaffUser,
  insertStaffUser,
  removeStaffUser,
  takeOffSecondFactor,
  staffUserList,
  updateStaffUser,
} from './staff-users.queries.ts';

export const staffUserHandlers: CallHandlers<typeof staffUsers> = {
  groups: () => [...STAFF_LEVELS],
  index: ({ db, query }) => staffUserList.page(db, query),
  count: ({ db, query }) => staffUserList.count(db, query),
  show: ({ db, params }) => findStaffUser(db, params.id),
  create: ({ db, body, staff }) => insertStaffUser(db, { sent: body.ric_user, groups: body.groups }, staff),
  update: ({ db, app, body, staff }) =>
    updateStaffUser(db, { sent: body.ric_user, groups: body.groups, now: app.now() }, staff),
  remove: ({ db, app, params, staff }) => removeStaffUser(db, params.id, staff, app.now()),
  takeOffSecondFactor: ({ db, app, params, staff }) => takeOffSecondFactor(db, params.id, staff, app.now()),
};
