import type { CallHandlers } from '../../../server/http/serve.ts';
import type { sources } from './sources.contract.ts';
import { findScrapingStates, requestCourseScrape } from './sources.steps.ts';

export const sourceHandlers: CallHandlers<typeof sources> = {
  index: ({ db, app }) => findScrapingStates(db, app),
  gather: ({ db, app, params }) => requestCourseScrape(db, app, params.id),
};
