import type { CallHandlers } from '../../server/http/serve.ts';
import type { courseGroups } from './course-groups.contract.ts';
import {
  allApiActions,
  allApiUsers,
  courseGroupList,
  deleteCourseGroup,
  findCourseGroup,
  insertCourseGroup,
  updateCourseGroup,
} from './course-groups.queries.ts';

export const courseGroupHandlers: CallHandlers<typeof courseGroups> = {
  index: ({ db, query }) => courseGroupList.page(db, query),
  count: ({ db, query }) => courseGroupList.count(db, query),
  show: ({ db, params }) => findCourseGroup(db, params.id),
  create: ({ db, body, staff }) => insertCourseGroup(db, body.course_group, staff),
  update: ({ db, body, staff }) => updateCourseGroup(db, body.id, body.course_group, staff),
  remove: ({ db, params }) => deleteCourseGroup(db, params.id),
  actions: ({ db }) => allApiActions(db),
  users: ({ db }) => allApiUsers(db),
};
