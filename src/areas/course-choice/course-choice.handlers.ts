import type { Handlers } from '../../server/http/serve.ts';
import type { courseChoice } from './course-choice.contract.ts';
import { coursePairs } from './course-choice.queries.ts';

export const courseChoiceHandlers: Handlers<typeof courseChoice> = {
  list: ({ db }) => coursePairs(db, 'all'),
  liveList: ({ db }) => coursePairs(db, 'live'),
  internalList: ({ db }) => coursePairs(db, 'internal'),
};
