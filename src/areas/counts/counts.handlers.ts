import { businessNow } from '../../contract/dates.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { coursesNeedingAttention } from '../scraping/sources/sources.steps.ts';
import type { counts } from './counts.contract.ts';
import { countQueuesAndLeads } from './counts.queries.ts';

export const countHandlers: CallHandlers<typeof counts> = {
  show: async ({ db, app }) => {
    const now = app.now();
    const { date } = businessNow(now, app.settings.businessTimeZone);
    const [waiting, sources] = await Promise.all([
      countQueuesAndLeads(db, now, date),
      coursesNeedingAttention(db, app),
    ]);
    return { ...waiting, sources: sources.length };
  },
};
