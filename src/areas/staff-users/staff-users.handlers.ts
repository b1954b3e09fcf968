import { STAFF_LEVELS, type StaffLevel } from '../../contract/wire.ts';
import { Invalid } from '../../server/errors.ts';
import type { Handlers } from '../../server/serve.ts';
import type { staffUsers } from './staff-users.contract.ts';
import {
  findStaffUser,
  insertStaffUser,
  removeStaffUser,
  staffUserList,
  updateStaffUser,
} from './staff-users.queries.ts';

export const staffUserHandlers: Handlers<typeof staffUsers> = {
  groups: () => [...STAFF_LEVELS],
  index: ({ db, query }) => staffUserList.page(db, query),
  count: ({ db, query }) => staffUserList.count(db, query),
  show: ({ db, params }) => findStaffUser(db, params.id),
  create: ({ db, body, staff }) => insertStaffUser(db, body.ric_user, levelOf(body.groups), staff),
  update: ({ db, desk, body, staff }) =>
    updateStaffUser(db, { ...body.ric_user, level: levelOf(body.groups), now: desk.now() }, staff),
  remove: ({ db, desk, params, staff }) => removeStaffUser(db, params.id, staff, desk.now()),
};

function levelOf(chosen: string | null | undefined): StaffLevel {
  const level = STAFF_LEVELS.find((each) => each === chosen);
  if (level) return level;
  throw new Invalid({
    'admin_user_groups.level': [chosen ? `must be one of ${STAFF_LEVELS.join(', ')}` : 'is required'],
  });
}
