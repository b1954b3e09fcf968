import type { Handlers } from '../../../server/http/serve.ts';
import type { sources } from './sources.contract.ts';
import { findSources, scrapeCourse } from './sources.steps.ts';

export const sourceHandlers: Handlers<typeof sources> = {
  index: ({ db, desk }) => findSources(db, desk),
  gather: ({ db, desk, params }) => scrapeCourse(db, desk, params.id),
};
