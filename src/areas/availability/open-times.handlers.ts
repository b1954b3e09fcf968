import type { CallHandlers } from '../../server/http/serve.ts';
import type { foreUpAvailability } from './open-times.contract.ts';
import { openTimeList } from './open-times.queries.ts';

export const foreUpAvailabilityHandlers: CallHandlers<typeof foreUpAvailability> = {
  index: ({ db, app, query }) => openTimeList(app).page(db, query),
  count: ({ db, app, query }) => openTimeList(app).count(db, query),
};
