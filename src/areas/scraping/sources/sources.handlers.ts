import type { Handlers } from '../../../server/http/serve.ts';
import type { sources } from './sources.contract.ts';
import { findSources, scrapeCourse } from './sources.steps.ts';

export const sourceHandlers: Handlers<typeof sources> = {
  index: ({ db, app }) => findSources(db, app),
  gather: ({ db, app, params }) => scrapeCourse(db, app, params.id),
};
