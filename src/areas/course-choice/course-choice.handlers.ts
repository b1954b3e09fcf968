import type { CallHandlers } from '../../server/http/serve.ts';
import type { courseChoice } from './course-choice.contract.ts';
import { findCourseNames } from './course-choice.queries.ts';

export const courseChoiceHandlers: CallHandlers<typeof courseChoice> = {
  list: ({ db }) => findCourseNames(db, 'all'),
  liveList: ({ db }) => findCourseNames(db, 'live'),
  internalList: ({ db }) => findCourseNames(db, 'internal'),
};
