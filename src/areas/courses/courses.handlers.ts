import type { CallHandlers } from '../../server/http/serve.ts';
import { courseList, findCourseRecord, insertCourse, updateCourse } from './courses.queries.ts';
import type { courses } from './courses.contract.ts';
import { deleteCourse, countDeletedWithCourse } from './deleting/deleting.queries.ts';

export const courseHandlers: CallHandlers<typeof courses> = {
  index: ({ db, query }) => courseList.page(db, query),
  count: ({ db, query }) => courseList.count(db, query),
  show: ({ db, params }) => findCourseRecord(db, params.id),
  create: ({ db, body, staff }) => insertCourse(db, body.course, staff),
  update: ({ db, body, staff }) => updateCourse(db, body.id, body.course, staff),
  goesWith: ({ db, params }) => countDeletedWithCourse(db, params.id),
  remove: ({ db, params }) => deleteCourse(db, params.id),
};
