import type { Handlers } from '../../server/serve.ts';
import type { courses } from './courses.contract.ts';
import { coursePairs } from './courses.queries.ts';

export const courseHandlers: Handlers<typeof courses> = {
  list: ({ db }) => coursePairs(db, 'all'),
  liveList: ({ db }) => coursePairs(db, 'live'),
  internalList: ({ db }) => coursePairs(db, 'internal'),
};
