import type { Handlers } from '../../server/http/serve.ts';
import type { foreUpAvailability } from './open-times.contract.ts';
import { openTimeList } from './open-times.queries.ts';

export const foreUpAvailabilityHandlers: Handlers<typeof foreUpAvailability> = {
  index: ({ db, desk, query }) => openTimeList(desk).page(db, query),
  count: ({ db, desk, query }) => openTimeList(desk).count(db, query),
};
